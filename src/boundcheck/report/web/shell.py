"""The document around a page: style, script, and nothing that is fetched."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

# How pages look, in light, in the dark, on a phone and on paper; kept inside each file so that it travels alone.

COLOURS = """
:root{color-scheme:light dark;--ink:#1d2733;--muted:#5b6570;--line:#d5dae0;--panel:#f3f5f7;--paper:#fff;--green:#14613a;
--red:#8f1414;--blue:#1f4e79;--rust:#a8481a;--amber:#6b5200;--palegreen:#e6f2ea;--paleblue:#e9f0f7;--onfill:#fff;--purple:#7a3e8c;--teal:#0f7b7b}
@media (prefers-color-scheme:dark){:root{--ink:#e4e8ec;--muted:#a3adb8;--line:#3a444f;--panel:#222a33;--paper:#161c23;
--green:#7fd0a1;--red:#f0a0a0;--blue:#9cc5ee;--rust:#f0a878;--amber:#e2c670;--palegreen:#1d3327;--paleblue:#1d2b3a;
--onfill:#161c23;--purple:#d3aee2;--teal:#74cccc}}
"""

BADGES = """
.badge{display:inline-block;white-space:nowrap;font-size:.8rem;line-height:1.45;font-weight:700;padding:0 .5em;
border:1.5px solid;border-radius:4px}
.holds,.proved{background:var(--palegreen);border-width:2px;color:var(--green)}
.holds_repaired{border-width:2px;color:var(--green)}
.supported{background:var(--paleblue);color:var(--blue);border-radius:1em}
.undecided{color:var(--amber);border-style:dashed}
.conditional{color:var(--amber);border-width:2px}
.form{color:var(--green)}
.nothing_to_check,.assumed,.rewriting,.restated{color:var(--muted);border-style:dotted}
.refuted{background:var(--red);border-color:var(--red);color:var(--onfill);border-radius:0}
.sound{background:var(--palegreen);color:var(--green)}.slight{color:var(--green)}.worth{color:var(--amber)}
.grave{color:var(--red);border-width:2px}.gravest{background:var(--red);border-color:var(--red);color:var(--onfill)}
.badge.open{color:var(--amber);border-style:dashed}
"""

PAGE = """
*{box-sizing:border-box}html{scroll-padding-top:4.4rem}
body{margin:0 auto;max-width:56rem;padding:0 1rem 4rem;color:var(--ink);background:var(--paper);overflow-wrap:break-word;
font:1.02rem/1.55 "Libertinus Serif",Charter,"Bitstream Charter",Georgia,serif}
math{font-family:"Libertinus Math","STIX Two Math","Cambria Math","Latin Modern Math",math,serif}
a{color:var(--blue)}h1{font-size:1.75rem;line-height:1.2;margin:.2rem 0 .5rem}h2{font-size:1.3rem;margin:2.4rem 0 .6rem}
h3{font-size:1.1rem;margin:1.8rem 0 .4rem}h4{font-size:1rem;margin:1.2rem 0 .3rem}p{margin:.5rem 0}
code,pre{font:.84em/1.45 ui-monospace,"DejaVu Sans Mono",Menlo,monospace}code{overflow-wrap:anywhere}
td code{overflow-wrap:break-word}pre{margin:.6rem 0;overflow-x:auto}pre code{font-size:1em;overflow-wrap:normal}
.muted,.source,figcaption,.caption,.label,.where{color:var(--muted)}.lead{font-weight:700;font-size:1.08rem}
.source{font-size:.92rem;margin:1.4rem 0 .2rem}
.names{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;margin:.4rem 0 1rem}
.names .badge{font-size:.95rem}
.bar{position:sticky;top:0;z-index:2;margin:0 -1rem;padding:.45rem 1rem;background:var(--paper);
border-bottom:1px solid var(--line);
display:flex;gap:.2rem 1rem;overflow-x:auto;white-space:nowrap;font-size:.92rem}
.bar a{text-decoration:none;padding:.2rem 0}.bar a:hover{text-decoration:underline}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:.3rem;z-index:3;background:var(--paper);padding:.2rem .5rem}
.statement{background:var(--panel);border-radius:4px;padding:.8rem 1rem;margin:.8rem 0}.label{margin:.8rem 0 0;font-size:.9rem}
.display{margin:.5rem 0;overflow-x:auto;overflow-y:hidden;padding:.15rem 0;line-height:2}
td .display{display:inline-block;max-width:100%;margin:0;vertical-align:middle}.where{line-height:2.4}.where math{math-style:normal}
.display math{margin-block:.2em}
.display math+math{margin-inline-start:.25em}.display math+math>mo:first-child{margin-inline-end:.2em}
.wide{overflow-x:auto;margin:.8rem 0}.wide table{border-collapse:collapse;font-size:.9rem;min-width:100%}
.caption{margin:.9rem 0 -.5rem;font-size:.92rem}th{text-align:left;border-bottom:1px solid var(--ink);
border-top:1px solid var(--ink);vertical-align:bottom}td,th{padding:.3rem .9rem .3rem 0;vertical-align:top}
td{border-bottom:1px solid var(--line)}.r{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.c{text-align:center}td:first-child>a:only-child{white-space:nowrap}
:target,.named{background:var(--paleblue);outline:2px solid var(--blue);outline-offset:2px}
msqrt>mfrac{padding-top:.15em}
dl.pairs,dl.formulas{display:grid;grid-template-columns:minmax(6rem,max-content) minmax(0,1fr);
gap:.35rem 1.2rem;margin:.6rem 0;align-items:first baseline}
dl.formulas{grid-template-columns:fit-content(7rem) minmax(0,1fr);column-gap:1rem}.whole{white-space:nowrap}
dt{color:var(--muted)}dd{margin:0;min-width:0;overflow-x:auto}.para{margin:.5rem 0;overflow-x:auto}
.bullets{padding-left:1.1rem;margin:.5rem 0}.bullets li{margin:.25rem 0}
.tag{font-size:.78rem;border:1px solid var(--muted);border-radius:3px;padding:0 .35em}
.step h3{font-size:1rem;margin:1rem 0 .3rem}.beside{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,15rem);gap:1rem}
.beside>div{min-width:0}
figure{margin:1rem 0}.drawn{overflow-x:auto}figure svg{display:block;max-width:100%;height:auto}
figure svg *{stroke-linejoin:round}figure svg text{font-family:inherit!important}
figcaption{font-size:.92rem;margin-top:.3rem}
.fault-entry{border-left:4px solid var(--red);padding:.1rem 0 .1rem 1rem;margin:1.2rem 0}
.fault-entry.of-slight{border-color:var(--green)}.fault-entry.of-worth,.fault-entry.of-open{border-color:var(--amber)}
.fault-entry h3{margin:.2rem 0}.fault{border:1px solid var(--red);padding:0 .3em}
details{border-bottom:1px solid var(--line)}details>summary{cursor:pointer;padding:.4rem 0}
details>div{padding:0 0 .8rem 1.2rem}summary .badge{margin-left:.3rem}summary h2{display:inline;font-size:1.15rem}
.section>summary{padding:.8rem 0}.section>div{padding-left:0}.step[hidden]{display:none}
.by{color:var(--muted);font-size:.9rem}.anchor{font-size:.88rem;color:var(--muted)}
.controls{display:flex;flex-wrap:wrap;gap:.3rem 1.1rem;align-items:center;margin:.6rem 0;border:0;padding:0}
.controls legend{float:left;color:var(--muted);padding:0;margin-right:.4rem}.controls label{padding:.2rem 0}
button{font:inherit;font-size:.9rem;color:inherit;background:var(--panel);border:1px solid var(--line);border-radius:4px;
padding:.2rem .7rem;cursor:pointer;min-height:1.9rem}
.copied{position:relative;background:var(--panel);border-radius:4px;margin:.5rem 0}.copied pre{margin:0;padding:.6rem .8rem;
padding-right:5.2rem;overflow-x:auto;min-height:3rem}
.copied .copy{position:absolute;top:.4rem;right:.4rem;background:var(--paper)}
td .copy{padding:0 .5rem;min-height:1.5rem}
footer{margin-top:3rem;color:var(--muted);font-size:.92rem}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
:focus-visible{outline:3px solid var(--blue);outline-offset:2px}
.bar,.wide,.drawn,.display,pre{background:linear-gradient(90deg,var(--ground) 30%,transparent) left/2rem 100% no-repeat local,
linear-gradient(270deg,var(--ground) 30%,transparent) right/2rem 100% no-repeat local,
linear-gradient(90deg,var(--line),transparent) left/.6rem 100% no-repeat scroll,
linear-gradient(270deg,var(--line),transparent) right/.6rem 100% no-repeat scroll,var(--ground)}
:root{--ground:var(--paper)}.statement,.copied{--ground:var(--panel)}
@media (min-width:56rem){.bar{flex-wrap:wrap}html{scroll-padding-top:5.6rem}}
@media (max-width:44rem){body{font-size:1rem}p:has(math),li>div:has(math){overflow-x:auto;overflow-y:hidden;padding-block:.15rem}
figure svg{max-width:max(100%,30rem)}
.wordy table,.wordy tbody,.wordy tr,.wordy td{display:block}.wordy{position:relative}
.wordy thead{position:absolute;clip-path:inset(50%)}
.wordy td{border:0;padding:.1rem 0}.wordy td:empty{display:none}.wordy tr{border-bottom:1px solid var(--line);padding:.5rem 0}
.wordy td::before{content:attr(data-title) ": ";color:var(--muted)}
.beside{grid-template-columns:1fr}
dl.pairs,dl.formulas{grid-template-columns:minmax(0,1fr);gap:.1rem}
.copied pre{padding-right:.8rem;padding-top:2.7rem}.fault-entry figure svg,.beside figure svg{max-width:100%}
dd{margin-bottom:.5rem}h1{font-size:1.45rem}details>div{padding-left:.3rem}}
@media print{:root{--ink:#000;--muted:#444;--line:#bbb;--panel:#f3f5f7;--paper:#fff;--green:#14613a;--red:#8f1414;--blue:#1f4e79;
--rust:#a8481a;--amber:#6b5200;--palegreen:#e6f2ea;--paleblue:#e9f0f7;--onfill:#fff}body{max-width:none;padding:0;font-size:9.5pt}
.bar,.controls,.copy,.anchor,.skip{display:none}.copied pre{padding-right:.8rem;white-space:pre-wrap}
h2,h3,summary{break-after:avoid}
.badge,figure,tr,.statement{break-inside:avoid}.wide,.display{overflow:visible}
*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
"""

STYLE = COLOURS + BADGES + PAGE


# What a page does by itself: opens what an address names, keeps filters in it, copies code. Without it all can be read.

SCRIPT = """
(() => {
  const all = (query, within = document) => [...within.querySelectorAll(query)];
  const address = window.address ??= new URL(location.href);
  const remember = () => { try { history.replaceState(null, '', address); } catch { /* a sandbox */ } };
  for (const row of all('tbody tr[id]')) all('td', row).forEach((cell, place) => { cell.id = row.id + '-' + (place + 1); });
  const open = target => {
    for (let at = target; at; at = at.parentElement) {
      if (at.tagName === 'DETAILS') at.open = true;
      if (at.hidden) { at.hidden = false; }
    }
  };
  const named = () => {
    for (const old of all('.named')) old.classList.remove('named');
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    open(target);
    target.classList.add('named');
    target.scrollIntoView();
  };
  document.addEventListener('click', event => {
    const cell = event.target.closest('tbody tr[id] td');
    if (!cell || event.target.closest('a, button') || !getSelection().isCollapsed) return;
    address.hash = cell.id;
    remember();
    for (const old of all('.named')) old.classList.remove('named');
    cell.classList.add('named');
  });
  const steps = all('.step');
  const choices = all('input[name=steps]');
  const shown = document.getElementById('shown');
  const filter = () => {
    const wanted = (choices.find(choice => choice.checked) || {value: 'all'}).value;
    let count = 0;
    for (const step of steps) {
      step.hidden = wanted !== 'all' && !step.dataset.kinds.split(' ').includes(wanted);
      count += !step.hidden;
    }
    if (shown) shown.textContent = count === steps.length ? '' : count + ' of ' + steps.length + ' lines';
    if (wanted === 'all') address.searchParams.delete('steps'); else address.searchParams.set('steps', wanted);
    return wanted;
  };
  const asked = address.searchParams.get('steps');
  for (const choice of choices) {
    choice.checked = choice.value === (choices.some(c => c.value === asked) ? asked : 'all');
    choice.addEventListener('change', () => { filter(); remember(); });
  }
  if (choices.length) filter();
  const toggle = document.getElementById('unfold');
  if (toggle) toggle.addEventListener('click', () => {
    const folded = steps.some(step => !step.open);
    for (const step of steps) step.open = folded;
    toggle.textContent = folded ? 'Fold all' : 'Unfold all';
  });
  const copy = async (button, text) => {
    try { await navigator.clipboard.writeText(text); } catch {
      const area = document.createElement('textarea');
      area.value = text;
      document.body.append(area);
      area.select();
      document.execCommand('copy');
      area.remove();
    }
    const before = button.firstChild.textContent;
    button.firstChild.textContent = 'Copied';
    setTimeout(() => { button.firstChild.textContent = before; }, 1500);
  };
  for (const row of all('tr[data-command]')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    const mark = document.createElement('span');
    mark.textContent = '⧉';
    mark.setAttribute('aria-hidden', 'true');
    button.append(mark);
    button.title = 'Copy the command that computes the bounds of this row';
    button.setAttribute('aria-label', button.title);
    button.addEventListener('click', () => copy(button, row.dataset.command));
    row.lastElementChild.append(' ', button);
  }
  for (const button of all('button[data-copies]')) {
    button.addEventListener('click', () => copy(button, document.getElementById(button.dataset.copies).textContent));
  }
  const reach = () => {
    for (const part of all('.display, .para, .bullets li, .bullets li>div, .drawn, dd, figure, p, pre')) {
      const wide = part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX === 'auto';
      if (wide && !part.hasAttribute('tabindex')) { part.tabIndex = 0; part.dataset.reached = ''; }
      if (!wide && 'reached' in part.dataset) { part.removeAttribute('tabindex'); delete part.dataset.reached; }
    }
  };
  addEventListener('resize', reach);
  document.addEventListener('toggle', reach, true);
  reach();
  let folded = [];
  addEventListener('beforeprint', () => {
    folded = all('details:not([open])');
    for (const one of folded) one.open = true;
  });
  addEventListener('afterprint', () => { for (const one of folded) one.open = false; });
  addEventListener('hashchange', named);
  named();
})();
"""


# The document around a page: nothing is fetched, and only what stands in the file runs.

POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
)


def shell(
    title: str, description: str, bar: Sequence[tuple[str, str]], body: str, footer: str, style: str = "", script: str = ""
) -> str:
    """A whole HTML document.

    Parameters
    ----------
    title, description : str
        Plain texts.
    bar : sequence of (address, words)
        Links that stay in sight.
    body, footer : str
        HTML.
    style, script : str, optional
        Of parts that not every page has.
    """
    links = "".join(f'<a href="{escape(address)}">{escape(words)}</a>' for address, words in bar)
    return (
        "".join(
            [
                '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">',
                '<meta name="viewport" content="width=device-width, initial-scale=1">',
                f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
                f'<meta name="description" content="{escape(description)}">',
                f"<title>{escape(title)}</title><style>{STYLE}{style}</style></head><body>",
                '<a class="skip" href="#main">To the text</a>',
                f'<nav class="bar" aria-label="Sections">{links}</nav>',
                f'<main id="main">{body}</main><footer>{footer}</footer><script>{SCRIPT}{script}</script></body></html>\n',
            ]
        )
        .encode("utf-8", "replace")
        .decode()
    )
