// Pages in a real browser: what it says of them, what axe-core says, where their links lead, and what mouse and keyboard do.
//
//   node bench/browser.mjs SITE MODULES [PAGE ...]
//
// SITE is a folder that `boundcheck site` wrote, MODULES one in which puppeteer-core and axe-core are installed (`make browser`
// does both). Every page, or those that are named, is opened at 390 and 1280 pixels, in light and dark. Exit status 1 where anything was found.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const [site, modules] = process.argv.slice(2, 4).map(one => resolve(one));
const named = process.argv.slice(4);
const require = createRequire(join(modules, 'x.js'));
const puppeteer = require('puppeteer-core');
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const BROWSER = process.env.BROWSER || ['chromium', 'chromium-browser', 'google-chrome']
  .map(name => `/usr/bin/${name}`).find(path => existsSync(path));

const REPORTS = ['unified', 'kl', 'aup', 'square', 'reward'];
const RESULTS = ['unified/theorem_5_4', 'unified/theorem_5_7', 'unified/table_1', 'kl/theorem_4_2', 'kl/theorem_5_2',
  'kl/lemma_b_1', 'aup/theorem_4', 'aup/lemma_5', 'square/theorem_3_7', 'reward/theorem_3_2'];
const PAGES = (named.length ? named : ['index', ...REPORTS, ...RESULTS]).filter(name => existsSync(join(site, `${name}.html`)));
const WIDTHS = [390, 1280];
const SCHEMES = ['light', 'dark'];
const found = [];
const told = (page, what) => { found.push(`${page}: ${what}`); console.log(`  ${page}: ${what}`); };
const pause = ms => new Promise(done => setTimeout(done, ms));

const ids = new Map();
const idsOf = path => {
  if (!ids.has(path)) {
    const text = readFileSync(path, 'utf8');
    ids.set(path, new Set([...text.matchAll(/ id="([^"]+)"/g)].map(match => match[1])));
  }
  return ids.get(path);
};

const open = async (browser, name, width, scheme, hash = '') => {
  const page = await browser.newPage();
  await page.setViewport({width, height: 900});
  await page.emulateMediaFeatures([{name: 'prefers-color-scheme', value: scheme}]);
  page.said = [];
  page.on('console', message => ['error', 'warn'].includes(message.type()) && page.said.push(message.text()));
  page.on('pageerror', error => page.said.push(error.message));
  await page.goto(pathToFileURL(join(site, `${name}.html`)).href + hash, {waitUntil: 'load'});
  return page;
};

const shown = async (browser, name) => {
  let rules = 0;
  for (const width of WIDTHS) for (const scheme of SCHEMES) {
    const page = await open(browser, name, width, scheme);
    const at = `${name} (${width}, ${scheme})`;
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (wide > 0) told(at, `${wide} pixels wider than the window`);
    await page.evaluate(() => { for (const one of document.querySelectorAll('details')) one.open = true; });
    await pause(150);  // what a page does once something is unfolded
    await page.evaluate(axe);
    const {violations} = await page.evaluate(() => axe.run(document, {resultTypes: ['violations']}));
    rules += violations.length;
    for (const {id, nodes} of violations) told(at, `axe ${id}: ${nodes.length}, first ${nodes[0].html.slice(0, 120)}`);
    for (const text of page.said) told(at, text);
    if (width === WIDTHS[0] && scheme === SCHEMES[0]) {
      const links = await page.evaluate(() => [...document.querySelectorAll('a[href]')].map(one => one.href.baseVal === undefined
        ? one.href : new URL(one.href.baseVal, location.href).href));
      for (const link of new Set(links.filter(link => link.startsWith('file:')))) {
        const url = new URL(link);
        const path = fileURLToPath(url.origin === 'null' ? `file://${url.pathname}` : url);
        const hash = decodeURIComponent(url.hash.slice(1));
        if (!existsSync(path)) told(name, `a link to ${relative(site, path)}, which is not there`);
        else if (hash && path.endsWith('.html') && !idsOf(path).has(hash)) told(name, `no ${hash} in ${relative(site, path)}`);
      }
    }
    await page.close();
  }
  return rules;
};

const expect = (what, good) => { if (!good) told('driven', what); else console.log(`  ✓ ${what}`); };

const explorer = async browser => {
  const page = await open(browser, 'unified/theorem_5_4', 1280, 'light');
  const of = name => page.$eval(`.explorer [data-of="${name}"]`, one => one.localName === 'input' ? one.value : one.textContent);
  const slide = await page.$('.explorer [data-of="slide-n"]');
  await slide.scrollIntoView();
  const before = [await of('number-n'), await of('explicit')];
  await slide.focus();
  for (let k = 0; k < 60; k += 1) await page.keyboard.press('ArrowLeft');
  const keyed = [await of('number-n'), await of('explicit')];
  expect('a slider moved by keys makes n smaller', Number(keyed[0]) < Number(before[0]));
  expect('and the bound larger', Number(keyed[1]) > Number(before[1]));
  const box = await slide.boundingBox();
  await page.mouse.click(box.x + box.width * 0.3, box.y + box.height / 2);
  const clicked = await of('number-n');
  expect('a slider moved by the mouse makes it smaller still', Number(clicked) < Number(keyed[0]));
  const command = await of('command');
  expect('the command has the value', command.includes(`n=${clicked}`));
  const again = await browser.newPage();
  await again.goto(page.url());
  const kept = await again.$eval('.explorer [data-of="number-n"]', one => one.value);
  expect('the address keeps the point', kept === clicked);
  await again.close();
  await page.click('.explorer [data-of="reset"]');
  expect('and the button takes it back', await of('number-n') === before[0]);
  for (const text of page.said) told('explorer', text);
  await page.close();
};

const letters = async browser => {
  const page = await open(browser, 'unified/theorem_5_4', 1280, 'light', '#statement');
  const at = await page.evaluateHandle(() => [...document.querySelectorAll('#statement mi')].find(one => one.textContent === 'ε'));
  await at.hover();
  expect('a letter is explained', (await page.$eval('.meaning:not([hidden])', one => one.textContent)).includes('privacy'));
  for (const text of page.said) told('letters', text);
  await page.close();
};

const map = async browser => {
  const page = await open(browser, 'unified', 1280, 'light');
  const chosen = () => page.$eval('.map', one => one.querySelector('a.chosen')?.dataset.claim ?? '');
  const near = () => page.$$eval('.map a.near', all => all.length);
  const node = claim => `.map a[data-claim="unified/${claim}"]`;
  await (await page.$(node('theorem_6_2'))).scrollIntoView();
  await page.click(node('theorem_6_2'));
  expect('a click chooses a result', await chosen() === 'unified/theorem_6_2');
  const [few, all] = [await near(), await page.$$eval('.map a', every => every.length)];
  expect('and shows what it rests on', few > 1 && few < all);
  expect('the text below is its own', (await page.$eval('.map .told', one => one.textContent)).includes('Theorem 6.2'));
  await page.keyboard.press('ArrowUp');
  expect('the arrow up walks to what it uses', await chosen() !== 'unified/theorem_6_2' && (await chosen()) !== '');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowLeft');
  expect('others to its neighbours', (await chosen()) !== '');
  expect('the address keeps it', page.url().includes('#map-unified-'));
  await page.keyboard.press('Escape');
  expect('Escape shows the whole map', await chosen() === '' && await near() === 0);
  await page.keyboard.press(' ');
  const last = await chosen();
  await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
  expect('Enter opens its page', page.url().endsWith(`${last}.html`));
  await page.close();
  const named = await open(browser, 'unified', 390, 'dark', '#map-unified-theorem-5-4');
  await pause(100);
  expect('an address names a result', await named.$eval('.map a.chosen', one => one.dataset.claim) === 'unified/theorem_5_4');
  for (const text of [...page.said, ...named.said]) told('map', text);
  await named.close();
};

const index = async browser => {
  const page = await open(browser, 'index', 1280, 'light');
  await page.type('#search', '5.4');
  const left = await page.$$eval('.claim:not([hidden])', all => all.map(one => one.id));
  expect('the search finds Theorem 5.4', left.includes('unified/theorem_5_4') && left.length < 40);
  expect('and keeps it in the address', page.url().includes('search=5.4'));
  await page.close();
};

const browser = await puppeteer.launch({
  executablePath: BROWSER, args: ['--no-sandbox', '--disable-gpu', '--allow-file-access-from-files'],
});
let rules = 0;
for (const name of PAGES) rules += await shown(browser, name);
console.log(`${PAGES.length} pages at ${WIDTHS.join(' and ')} pixels, ${SCHEMES.join(' and ')}: ${rules} findings of axe`);
for (const drive of [explorer, letters, map, index]) await drive(browser);
await browser.close();
console.log(found.length ? `${found.length} found` : 'nothing found');
process.exit(found.length ? 1 : 0);
