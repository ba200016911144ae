// What a letter means, beside the pointer; the same stands under "Parameters".
{
  const source = document.getElementById('letters');
  const meanings = source ? JSON.parse(source.textContent) : {};
  const told = document.createElement('div');
  told.className = 'meaning';
  told.hidden = true;
  told.setAttribute('aria-hidden', 'true');
  document.body.append(told);
  const bare = text => text.normalize('NFKD').replace(/[\s\u200b-\u200f\u2061-\u2064\ufe00-\ufe0f]/g, '');
  const letter = at => {
    let found = null;
    for (; at && at.closest('math') && at.localName !== 'math'; at = at.parentElement) {
      if (Object.hasOwn(meanings, bare(at.textContent))) found = at;
      else if (bare(at.textContent).length > 8) break;
    }
    return found;
  };
  document.addEventListener('pointerover', event => {
    const found = event.target instanceof Element && event.target.closest('math') ? letter(event.target) : null;
    told.hidden = !found;
    if (!found) return;
    told.textContent = meanings[bare(found.textContent)];
    const {left, bottom} = found.getBoundingClientRect();
    told.style.left = `${Math.max(4, Math.min(left, innerWidth - told.offsetWidth - 8))}px`;
    told.style.top = `${Math.min(bottom + 4, innerHeight - told.offsetHeight - 4)}px`;
  });
  addEventListener('scroll', () => { told.hidden = true; }, {passive: true});
}
