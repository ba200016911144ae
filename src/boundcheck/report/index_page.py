"""Style and script of the index, kept inside it so that the file travels alone."""

from boundcheck.report.web.style import BADGES, COLOURS

PAGE = """
*{box-sizing:border-box}
body{margin:0 auto;max-width:68rem;padding:1.5rem 1rem 3rem;color:var(--ink);background:var(--paper);
font:1rem/1.5 "Libertinus Serif",Charter,"Bitstream Charter",Georgia,serif}
h1{font-size:1.7rem;margin:0}h2{font-size:1.2rem;margin:2.2rem 0 .1rem}h3{font-size:1rem;margin:0 .4rem 0 0;display:inline}
a{color:var(--blue)}
p{margin:.2rem 0}sub,sup{font-size:.75em;line-height:0}code{font:.85em ui-monospace,"DejaVu Sans Mono",Menlo,monospace}
.lead,.source,.literal{color:var(--muted)}.source{font-size:.92rem}
ul{list-style:none;margin:0;padding:0}.tally{display:none;flex-wrap:wrap;gap:.4rem 1.2rem;margin:.6rem 0}
.faults{margin:.3rem 0;font-size:.92rem}
.controls{position:sticky;top:0;z-index:1;background:var(--paper);border-bottom:1px solid var(--line);padding:.6rem 0;
display:flex;flex-wrap:wrap;gap:.4rem 1.5rem;align-items:center}
.controls fieldset{border:0;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:.2rem 1rem}
.controls legend{float:left;color:var(--muted);padding:0;margin-right:.8rem}
input[type=search]{font:inherit;color:inherit;background:var(--panel);border:1px solid var(--line);border-radius:4px;
padding:.25rem .5rem;width:16rem;max-width:100%}
#shown{color:var(--muted);margin:0 0 0 auto}
.claims{border-top:1px solid var(--ink);margin-top:.6rem}
.claim{display:grid;grid-template-columns:11rem 1fr 10rem;gap:.2rem 1.4rem;padding:.8rem 0;border-bottom:1px solid var(--line)}
.claim[hidden],.paper[hidden]{display:none}.claim:target{background:var(--panel)}
.name h3{display:block;margin-bottom:.3rem}.title{font-weight:700}.what{overflow-wrap:anywhere}
.links a{color:var(--blue);margin-right:.9rem}.spark{display:block;max-width:100%}.slack{font-size:.85rem;color:var(--muted)}
.spark .base{stroke:var(--line);stroke-width:1}.spark .bound{stroke:var(--ink);stroke-width:1.5}
.spark circle{fill:var(--blue);fill-opacity:.55}.spark .above{stroke:var(--red);stroke-width:2;fill:none}
.problems{border:2px solid var(--red);padding:.2rem 1rem .8rem;margin:1rem 0;overflow-wrap:anywhere}.problems h2{margin-top:.6rem}
footer{margin-top:2.5rem;color:var(--muted);font-size:.92rem}dl{display:grid;grid-template-columns:max-content 1fr;gap:.35rem 1rem}
dd{margin:0}button{font:inherit}.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
:focus-visible{outline:3px solid var(--blue);outline-offset:2px}
@media (max-width:44rem){.claim{grid-template-columns:1fr}.name h3{display:inline}.controls{position:static}
#shown{margin:0}input[type=search]{width:100%}.search{width:100%}.links a{display:inline-block;padding:.35rem 0}}
@media print{body{max-width:none;padding:0;font-size:10pt}.controls,.none{display:none}.tally{display:flex}
.claim,.badge{break-inside:avoid}.claim{grid-template-columns:8rem 1fr 9rem}h2{break-after:avoid}
.links a{color:inherit}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
"""
STYLE = COLOURS + BADGES + PAGE

SCRIPT = """
(() => {
  const search = document.getElementById('search');
  if (!search) return;
  const boxes = [...document.querySelectorAll('input[name=severity]')];
  const claims = [...document.querySelectorAll('.claim')];
  const papers = [...document.querySelectorAll('.paper')];
  const shown = document.getElementById('shown');
  const none = document.querySelector('.none');
  const filter = () => {
    const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
    const wanted = new Set(boxes.filter(box => box.checked).map(box => box.value));
    let count = 0;
    for (const claim of claims) {
      const {severity, text} = claim.dataset;
      const fits = wanted.has(severity) && words.every(word => text.includes(word));
      claim.hidden = !fits;
      count += fits;
    }
    for (const paper of papers) paper.hidden = !paper.querySelector('.claim:not([hidden])');
    shown.textContent = count === claims.length ? '' : count + ' of ' + claims.length;
    none.hidden = count > 0;
  };
  document.getElementById('reset').addEventListener('click', () => {
    search.value = '';
    for (const box of boxes) box.checked = true;
    filter();
  });
  search.addEventListener('input', filter);
  for (const box of boxes) box.addEventListener('change', filter);
  filter();
})();
"""
