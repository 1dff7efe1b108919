// The running or next sale, with a countdown by the server's time. Everything comes from the API.
const words = {
  UPCOMING: 'Opens soon',
  OPEN: 'On sale now',
  SOLD_OUT: 'Sold out for now',
  PAUSED: 'Paused',
  CLOSED: 'Over',
};
const place = document.getElementById('sale');
const reloadMillis = 5000;

let aheadMillis = 0;
let shown = null;

const now = () => Date.now() + aheadMillis;

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function price(money) {
  const form = new Intl.NumberFormat(navigator.language, {
    style: 'currency',
    currency: money.currency,
  });
  return form.format(money.amount / 10 ** form.resolvedOptions().maximumFractionDigits);
}

function offer(one) {
  const tag = element('div', { class: 'price' }, price(one.price));
  if (one.listPrice) tag.append(element('s', {}, price(one.listPrice)));
  const item = element('li', {});
  if (one.product.imageUrl) {
    item.append(element('img', { src: one.product.imageUrl, alt: one.product.name }));
  }
  item.append(
    element('div', { class: 'words' },
      element('h2', {}, one.product.name),
      element('div', { class: 'quiet' }, one.product.description),
      tag,
      element('div', { class: 'quiet' },
        `${one.stock} units, at most ${one.perBuyer} for each buyer`),
      element('div', { class: `state ${one.availability}` }, words[one.availability])));
  return item;
}

function countdown() {
  const cells = ['days', 'hours', 'minutes', 'seconds'].map((unit) =>
    element('div', {}, element('b', { 'data-unit': unit }, '00'), element('span', {}, unit)));
  return element('div', { class: 'countdown', role: 'timer' }, ...cells);
}

function show(sale) {
  const text = JSON.stringify(sale);
  if (text === shown) return;
  shown = text;
  place.setAttribute('aria-busy', 'false');
  if (!sale) {
    place.replaceChildren(
      element('h1', {}, 'No sale at the moment'),
      element('p', { class: 'quiet' }, 'An operator can publish one over the API.'));
    return;
  }
  const next = sale.state === 'UPCOMING' ? sale.opensAt : sale.closesAt;
  const line = { UPCOMING: 'Opens', PAUSED: 'Paused; ends' }[sale.state] ?? 'Open until';
  place.replaceChildren(
    element('h1', {}, sale.title),
    element('p', { class: 'quiet' }, `${line} ${new Date(next).toLocaleString()}`),
    countdown(),
    element('ul', { class: 'offers' }, ...sale.offers.map(offer)));
  place.dataset.until = next;
  tick();
}

function tick() {
  if (!place.dataset.until) return;
  const seconds = Math.max(0, Math.ceil((Date.parse(place.dataset.until) - now()) / 1000));
  const parts = {
    days: Math.floor(seconds / 86400),
    hours: Math.floor(seconds / 3600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  };
  for (const cell of place.querySelectorAll('[data-unit]')) {
    cell.textContent = String(parts[cell.dataset.unit]).padStart(2, '0');
  }
  if (seconds === 0) {
    delete place.dataset.until;
    setTimeout(load, 300);
  }
}

async function read(path) {
  const answer = await fetch(path, { headers: { Accept: 'application/json' } });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return answer.json();
}

// The server's time is what the countdown runs by; half of the way there and back is the delay.
async function setClock() {
  const asked = Date.now();
  const { now: server } = await read('/api/v1/time');
  aheadMillis = Date.parse(server) - (asked + Date.now()) / 2;
}

async function load() {
  try {
    const open = (await read('/api/v1/sales?state=open')).sales;
    const sales = open.length ? open : (await read('/api/v1/sales?state=upcoming')).sales;
    show(sales.sort((a, b) => Date.parse(a.opensAt) - Date.parse(b.opensAt))[0] ?? null);
  } catch {
    if (shown) return;
    place.replaceChildren(element('p', { class: 'quiet' }, 'Not reachable; trying again'));
  }
}

await setClock().catch(() => {});
await load();
setInterval(tick, 250);
setInterval(load, reloadMillis);
