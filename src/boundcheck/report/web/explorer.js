// What evaluates a formula as `boundcheck.symbolic.encode` writes it. Numbers are doubles: what overflows is infinite, and is
// shown as that.
const lgamma = x => {
  if (x < 0.5) return Math.log(Math.PI / Math.abs(Math.sin(Math.PI * x))) - lgamma(1 - x);
  let shift = 0;
  for (; x < 12; x += 1) shift += Math.log(x);
  const y = 1 / (x * x);
  return (x - 0.5) * Math.log(x) - x + 0.9189385332046727 - shift
    + (1 / 12 - y * (1 / 360 - y * (1 / 1260 - y * (1 / 1680 - y / 1188)))) / x;
};
const number = text => { const [top, bottom] = text.split('/'); return Number(top) / Number(bottom || 1); };
const FUNCTIONS = {
  '+': (...all) => all.reduce((a, b) => a + b), '*': (...all) => all.reduce((a, b) => a * b),
  '^': (base, power) => power === 0.5 ? Math.sqrt(base) : base ** power,
  exp: Math.exp, log: Math.log, abs: Math.abs, min: Math.min, max: Math.max, sinh: Math.sinh, cosh: Math.cosh,
  tanh: Math.tanh, coth: x => 1 / Math.tanh(x), loggamma: lgamma, gamma: x => Math.exp(lgamma(x)),
  sigmoid: x => x < 0 ? Math.exp(x) / (1 + Math.exp(x)) : 1 / (1 + Math.exp(-x)),
  pi: () => Math.PI, e: () => Math.E,
  '<=': (a, b) => a <= b, '<': (a, b) => a < b, '==': (a, b) => a === b, '>=': (a, b) => a >= b, '>': (a, b) => a > b,
  '!=': (a, b) => a !== b,
};
const value = ([head, ...rest], at) => {
  if (head === 'q') return number(rest[0]);
  if (head === 's') return at[rest[0]];
  if (!Object.hasOwn(FUNCTIONS, head)) return NaN;
  if (head === '*') return product(rest, at);
  const count = head.length > 1 && /[<=>]/.test(head) || head === '<' || head === '>' ? 2 : rest.length;
  return FUNCTIONS[head](...rest.slice(0, count).map(one => value(one, at)));
};
const product = (factors, at) => {
  let [upper, lower] = [1, 1];
  for (const one of factors) {
    const below = one[0] === '^' && one[2][0] === 'q' && one[2][1].startsWith('-');
    if (below) lower *= FUNCTIONS['^'](value(one[1], at), -number(one[2][1]));
    else upper *= value(one, at);
  }
  return upper / lower;
};

// What the sliders do.

const explorers = () => {
  const address = window.address ??= new URL(location.href);
  const remember = () => { try { history.replaceState(null, '', address); } catch { /* a sandbox */ } };
  const told = x => x === Infinity ? '∞' : !Number.isFinite(x) ? 'not defined' : Math.abs(x) >= 1e6 || x !== 0 && Math.abs(x) < 1e-3
    ? x.toExponential(3).replace('e+', 'e') : String(Number(x.toPrecision(4)));
  const most = 15, rungs = 40;
  const start = (data, at, side) => {
    const factor = side === 'printed' ? data.constant ?? 1 : 1;
    const informs = n => factor * value(data[side], {...at, n}) < value(data.trivial, {...at, n});
    let rung = most * rungs;
    if (!informs(10 ** most)) return 'for no n up to 10¹⁵';
    while (rung > 0 && informs(Math.round(10 ** ((rung - 1) / rungs)))) rung -= 1;
    if (rung === 0) return 'from n = 1 on';
    let [low, high] = [Math.round(10 ** ((rung - 1) / rungs)), Math.round(10 ** (rung / rungs))];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (informs(middle)) high = middle; else low = middle;
    }
    return `from n = ${high.toLocaleString('en')} on`;
  };
  const drawn = (data, at) => {
    const [wide, tall, left, below] = [560, 240, 46, 24];
    const letter = data.letters.find(one => one.name === 'n');
    const sizes = [Math.min(at.n, Math.max(letter.low, 1)), Math.max(at.n, letter.high)].map(Math.log10);
    const lines = ['trivial', 'printed', 'explicit'].map(side => Array.from({length: 81}, (_, k) => {
      const size = sizes[0] + (sizes[1] - sizes[0]) * k / 80;
      const factor = side === 'printed' ? data.constant ?? 1 : 1;
      return [size, Math.log10(factor * value(data[side], {...at, n: 10 ** size}))];
    }).filter(([, y]) => Number.isFinite(y)));
    const near = (a, b) => Math.abs(a - b) <= 1e-9 * Math.abs(b);
    const same = one => data.letters.every(({name}) => name === 'n' || near(one.at[name], at[name]));
    const dots = data.measured.filter(same).map(one => [Math.log10(one.at.n), Math.log10(one.quantile)])
      .filter(([x, y]) => x >= sizes[0] && x <= sizes[1] && Number.isFinite(y));
    const heights = [...lines.flat(), ...dots].map(([, y]) => y);
    if (!heights.length || sizes[1] <= sizes[0]) return '';
    const ends = [Math.floor(Math.min(...heights)), Math.ceil(Math.max(...heights))];
    if (ends[0] === ends[1]) ends[1] += 1;
    const x = size => left + (wide - left - 8) * (size - sizes[0]) / (sizes[1] - sizes[0]);
    const y = height => tall - below - (tall - below - 8) * (height - ends[0]) / (ends[1] - ends[0]);
    const ticks = (low, high) => {
      const step = Math.max(1, Math.ceil((high - low) / 6));
      return Array.from({length: Math.floor((high - Math.ceil(low)) / step) + 1}, (_, k) => Math.ceil(low) + k * step);
    };
    const power = k => `10<tspan dy="-4" font-size="8">${k}</tspan>`;
    const parts = ticks(...sizes).map(k => `<text x="${x(k)}" y="${tall - 6}" text-anchor="middle">${power(k)}</text>`);
    parts.push(...ticks(...ends).map(k => `<text x="${left - 6}" y="${y(k) + 4}" text-anchor="end">${power(k)}</text>
      <path class="grid" d="M${left} ${y(k)}H${wide - 8}"/>`));
    ['trivial', 'printed', 'explicit'].forEach((side, place) => parts.push(
      `<path class="${side}" d="M${lines[place].map(([a, b]) => `${x(a).toFixed(1)} ${y(b).toFixed(1)}`).join('L')}"/>`));
    parts.push(`<path class="here" d="M${x(Math.log10(at.n))} 4V${tall - below}"/>`);
    parts.push(...dots.map(([a, b]) => `<circle cx="${x(a).toFixed(1)}" cy="${y(b).toFixed(1)}" r="3"/>`));
    return `<svg viewBox="0 0 ${wide} ${tall}" role="img" aria-label="The three bounds over n">${parts.join('')}</svg>`;
  };
  for (const box of document.querySelectorAll('.explorer')) {
    const data = JSON.parse(box.querySelector('script').textContent);
    const find = name => box.querySelector(`[data-of="${name}"]`);
    const at = Object.fromEntries(data.letters.map(({name, at}) => [name, at]));
    const exact = letter => letter.integer ? Math.round : x => Number(x.toPrecision(3));
    const log = ({low, high}) => low > 0 && high / low >= 50;
    const from = (letter, share) => exact(letter)(log(letter)
      ? letter.low * (letter.high / letter.low) ** share : letter.low + (letter.high - letter.low) * share);
    const to = (letter, x) => log(letter)
      ? Math.log(x / letter.low) / Math.log(letter.high / letter.low) : (x - letter.low) / (letter.high - letter.low || 1);
    const update = () => {
      const printed = value(data.printed, at);
      const explicit = value(data.explicit, at);
      const trivial = value(data.trivial, at);
      find('printed').textContent = told(data.constant === null ? printed : printed * data.constant);
      find('explicit').textContent = told(explicit);
      find('trivial').textContent = told(trivial);
      for (const side of ['printed', 'explicit']) find(`start-${side}`).textContent = start(data, at, side);
      const unmet = [...box.querySelectorAll('[data-condition]')].filter(one => {
        one.hidden = value(data.conditions[Number(one.dataset.condition)], at) !== false;
        return !one.hidden;
      });
      find('unmet').hidden = unmet.length === 0;
      find('drawn').innerHTML = drawn(data, at);
      find('command').textContent = data.command + data.letters.map(({name}) => ` ${name}=${at[name]}`).join('');
    };
    const set = (letter, x, remembered) => {
      if (!Number.isFinite(x)) return;
      at[letter.name] = x;
      find(`slide-${letter.name}`).value = String(Math.round(1000 * Math.min(1, Math.max(0, to(letter, x)))));
      find(`number-${letter.name}`).value = String(x);
      if (remembered) {
        const name = `${data.part}.${letter.name}`;
        if (x === letter.at) address.searchParams.delete(name); else address.searchParams.set(name, String(x));
        remember();
      }
    };
    for (const letter of data.letters) {
      const slide = find(`slide-${letter.name}`);
      slide.addEventListener('input', () => { set(letter, from(letter, slide.valueAsNumber / 1000), true); update(); });
      const typed = find(`number-${letter.name}`);
      const whole = letter.integer ? Math.round : x => x;
      typed.addEventListener('change', () => { set(letter, whole(typed.valueAsNumber), true); update(); });
      const given = address.searchParams.get(`${data.part}.${letter.name}`);
      set(letter, given === null || !Number.isFinite(Number(given)) ? letter.at : Number(given), false);
    }
    find('reset').addEventListener('click', () => { for (const letter of data.letters) set(letter, letter.at, true); update(); });
    box.hidden = false;
    update();
  }
};
if (typeof document !== 'undefined') explorers();
