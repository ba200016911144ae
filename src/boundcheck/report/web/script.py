"""What a page does by itself: opens what an address names, keeps filters in it, copies code. Without it all can be read."""

SCRIPT = """
(() => {
  const all = (query, within = document) => [...within.querySelectorAll(query)];
  const address = new URL(location.href);
  const remember = () => { try { history.replaceState(null, '', address); } catch { /* a sandbox */ } };
  for (const row of all('tbody tr')) all('td', row).forEach((cell, place) => { cell.id = row.id + '-' + (place + 1); });
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
    const cell = event.target.closest('tbody td');
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
    for (const part of all('.display, .para, .bullets li, dd, figure, p, pre')) {
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
