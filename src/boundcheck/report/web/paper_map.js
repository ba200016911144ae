// What a chosen result rests on, and a walk along the uses.
for (const box of document.querySelectorAll('.map')) {
  const svg = box.querySelector('.drawn > svg');
  const nodes = [...svg.querySelectorAll('a[data-claim]')];
  const uses = [...svg.querySelectorAll('.use')];
  const told = box.querySelector('.told');
  const texts = box.querySelector('template').content;
  const of = claim => nodes.find(node => node.dataset.claim === claim);
  const at = node => { const {x, y, width, height} = node.querySelector('rect').getBBox(); return [x + width / 2, y + height / 2]; };
  const address = window.address ??= new URL(location.href);
  const remember = () => { try { history.replaceState(null, '', address); } catch { /* a sandbox */ } };
  let chosen = null;
  const below = claim => {
    const found = new Set([claim]);
    for (const name of found) for (const use of uses) if (use.dataset.from === name) found.add(use.dataset.to);
    return found;
  };
  const choose = node => {
    chosen = node;
    const found = node ? below(node.dataset.claim) : new Set();
    svg.classList.toggle('chosen-one', Boolean(node));
    for (const one of nodes) {
      one.classList.toggle('near', found.has(one.dataset.claim));
      one.classList.toggle('chosen', one === node);
      one.tabIndex = one === (node ?? nodes[0]) ? 0 : -1;
    }
    for (const use of uses) use.classList.toggle('near', found.has(use.dataset.from));
    told.hidden = !node;
    told.replaceChildren();
    const text = node && texts.querySelector(`[data-of="${node.dataset.claim}"]`);
    if (text) told.append(text.cloneNode(true));
    address.hash = node ? node.id : 'map';
    remember();
  };
  const walk = (from, key) => {
    const [x, y] = at(from);
    const along = key === 'ArrowUp' ? uses.filter(use => use.dataset.from === from.dataset.claim).map(use => of(use.dataset.to))
      : key === 'ArrowDown' ? uses.filter(use => use.dataset.to === from.dataset.claim).map(use => of(use.dataset.from))
      : nodes.filter(node => Math.abs(at(node)[1] - y) < 1 && (key === 'ArrowLeft' ? at(node)[0] < x : at(node)[0] > x));
    return along.sort((a, b) => Math.hypot(at(a)[0] - x, at(a)[1] - y) - Math.hypot(at(b)[0] - x, at(b)[1] - y))[0];
  };
  svg.addEventListener('click', event => {
    const node = event.target.closest('a[data-claim]');
    if (!node || event.ctrlKey || event.metaKey || event.shiftKey || chosen === node) return;
    event.preventDefault();
    choose(node);
    node.focus({preventScroll: true});
  });
  svg.addEventListener('keydown', event => {
    const node = event.target.closest('a[data-claim]');
    if (!node) return;
    if (event.key === 'Escape') { choose(null); return; }
    if (event.key === ' ') { event.preventDefault(); choose(node); return; }
    if (!['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'].includes(event.key)) return;
    event.preventDefault();
    const next = walk(node, event.key);
    if (next) { choose(next); next.focus(); }
  });
  svg.addEventListener('focusin', event => {
    const node = event.target.closest('a[data-claim]');
    if (node && node.matches(':focus-visible') && node !== chosen) choose(node);
  });
  const named = () => {
    const node = nodes.find(one => '#' + one.id === location.hash);
    if (node) { choose(node); node.scrollIntoView({block: 'center', inline: 'center'}); }
  };
  for (const [place, node] of nodes.entries()) node.tabIndex = place ? -1 : 0;
  addEventListener('hashchange', named);
  named();
}
