'use strict';
// The script of the phones' pages: it fetches them, follows the event stream, and sends what the
// player presses. The token is sent in a header, never in an address.

const byId = (id) => document.getElementById(id);
const [page, statusBox, message, tabs, camera] =
  ['page', 'status', 'message', 'tabs', 'camera'].map(byId);
const MAX_PICTURE = 40e6;
const KEY = 'founders-ledger-seat';

let token = localStorage.getItem(KEY);
let tab = 'seat';
let query = '';
let vote = '';
let isVoting = false;
let turn = 0;
let stream = null;
let zoom = 1;
let picture = { key: '', url: '' };
const shown = new Map();

// ---- Requests

const headers = () => (token ? { Authorization: `Seat ${token}` } : {});

class Refusal extends Error {}

/** Fetches a path of the laptop; a refusal is an error with its sentence. */
async function ask(path, options = {}) {
  let response;
  try {
    response = await fetch(path, { ...options, headers: headers(), cache: 'no-store' });
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Error('The laptop does not answer. Is the phone in the same network?');
  }
  if (response.status === 401) forgetSeat();
  if (!response.ok) throw new Refusal(await response.text());
  return response;
}

const send = (path, body) => ask(path, { method: 'POST', body });

function show(text) {
  message.textContent = text;
  message.hidden = !text;
}

/** Runs a job of a press; its error is shown. */
async function attempt(job) {
  try {
    show('');
    await job();
  } catch (error) {
    show(error.message);
  }
}

// ---- Pages

/** Puts a page on screen. What the player has entered, opened and focused stays. */
function put(box, text) {
  if (shown.get(box) === text && box.dataset.of === tab) return;
  const isNew = box.dataset.of !== tab;
  const fields = [...box.querySelectorAll('form input')].map((field) => [
    field.name, field.type === 'radio' ? field.value : null, field.value, field.checked,
  ]);
  const ballot = box.querySelector('form')?.dataset.at;
  const unfolded = [...box.querySelectorAll('details')].map((part) => [part.id, part.open]);
  const focus = box.contains(document.activeElement) ? focusOf(document.activeElement) : '';
  const top = window.scrollY;
  const next = document.createElement('template');
  next.innerHTML = text;
  const [from, to] = [box, next.content].map((part) => part.querySelector('[data-result]'));
  const isAsked = document.activeElement?.id === 'search' || query.startsWith('@');
  if (!isNew && from && to && isAsked) {
    from.replaceWith(to);
  } else {
    box.replaceChildren(next.content);
  }
  shown.set(box, text);
  box.dataset.of = tab;
  if (isNew) return;
  if (query === box.dataset.query) {
    for (const [id, open] of unfolded) if (byId(id)) byId(id).open = open;
  }
  const form = box.querySelector('form');
  if (form && form.dataset.at === ballot) {
    for (const [name, choice, value, checked] of fields) {
      const field = choice === null ? form.elements[name]
        : form.querySelector(`input[value="${CSS.escape(choice)}"]`);
      if (field) { field.value = value; field.checked = checked; }
    }
    countStrength(form);
  }
  if (focus) box.querySelector(focus)?.focus({ preventScroll: true });
  window.scrollTo(0, top);
}

/** Returns a selector that finds a control again in a new copy of its page. */
function focusOf(element) {
  if (element.id) return `#${CSS.escape(element.id)}`;
  for (const [name, value] of Object.entries(element.dataset)) {
    const rest = name === 'step' ? `[data-of="${CSS.escape(element.dataset.of)}"]` : '';
    return `[data-${name}="${CSS.escape(value)}"]${rest}`;
  }
  if (element.name) return `[name="${element.name}"][value="${CSS.escape(element.value)}"]`;
  if (element.type === 'submit') return 'form [type=submit]';
  const part = element.closest('details');
  return part ? `#${CSS.escape(part.id)} > summary` : '';
}

/** Fetches the open page and the status, and puts them on screen unless they are outdated. */
async function refresh() {
  turn += 1;
  const mine = turn;
  if (!token) return put(page, await (await ask('/seats')).text());
  const top = await (await ask('/status')).text();
  if (mine !== turn) return;
  if (shown.get(statusBox) !== top) {
    statusBox.innerHTML = top;
    shown.set(statusBox, top);
  }
  const { vote: due = '', voting, game, picture: asked = '' } = statusBox.firstElementChild?.dataset ?? {};
  document.body.dataset.game = game;
  camera.firstElementChild.textContent = asked;
  camera.hidden = !asked;
  tabs.querySelector('[data-tab=vote]').classList.toggle('due', Boolean(due));
  if (due && due !== vote && tab !== 'rules') mark('vote');
  if (isVoting && voting === undefined && tab === 'vote') mark('latest');
  vote = due;
  isVoting = voting !== undefined;
  const search = query ? `?q=${encodeURIComponent(query)}` : '';
  let text;
  try {
    text = await (await ask(`/${tab}${search}`)).text();
  } catch (error) {
    if (!(error instanceof Refusal) || !token) throw error;
    const line = document.createElement('p');
    line.textContent = error.message;
    text = line.outerHTML;
  }
  if (mine !== turn) return;
  put(page, text);
  page.dataset.query = query;
  const { query: found } = page.querySelector('[data-query]')?.dataset ?? {};
  if (found && query.startsWith('@')) byId('search').value = query = found;
  await showPicture();
}

/** Marks a tab as the open one. */
function mark(next) {
  tab = next;
  query = '';
  for (const button of tabs.children) {
    if (button.dataset.tab === tab) button.setAttribute('aria-current', 'page');
    else button.removeAttribute('aria-current');
  }
}

function open(next) {
  mark(next);
  window.scrollTo(0, 0);
  return refresh();
}

// ---- The board

/** Fetches the picture of the board, once for each entry and appearance. */
async function showPicture() {
  const image = byId('picture');
  if (!image) return;
  const look = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const key = `${look} ${page.querySelector('[data-at]').dataset.at}`;
  if (picture.key !== key) {
    const blob = await (await ask(`/${look}.svg`)).blob();
    URL.revokeObjectURL(picture.url);
    picture = { key, url: URL.createObjectURL(blob) };
  }
  if (image.src !== picture.url) image.src = picture.url;
  image.style.width = `${zoom * 100}%`;
}

function useTool(tool) {
  const frame = byId('board');
  const by = { in: 1.5, out: 1 / 1.5 }[tool];
  if (by) {
    const before = zoom;
    zoom = Math.min(8, Math.max(1, zoom * by));
    const scale = zoom / before;
    const center = (at, size) => (at + size / 2) * scale - size / 2;
    const [left, top] = [center(frame.scrollLeft, frame.clientWidth),
      center(frame.scrollTop, frame.clientHeight)];
    byId('picture').style.width = `${zoom * 100}%`;
    frame.scrollTo(left, top);
    return;
  }
  const [x, y] = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] }[tool];
  frame.scrollBy(x * frame.clientWidth * 0.4, y * frame.clientHeight * 0.4);
}

// ---- The secret choice

function countStrength(form) {
  const { fleeting, lasting } = form.elements;
  if (!fleeting) return;
  byId('strength').value = 1 + Number(fleeting.value) + 2 * Number(lasting.value);
}

function step(button) {
  const field = byId(button.dataset.of);
  const by = Number(button.dataset.step);
  const value = Math.trunc(Number(field.value) || 0) + by;
  field.value = Math.min(Number(field.max), Math.max(Number(field.min), value));
  countStrength(field.form);
}

/** Sends the fields of a form in their order, with the button that was pressed. */
async function seal(form, button) {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    const isNumber = form.elements[name].type === 'number' && value;
    fields.append(name, isNumber ? Number(value) : value);
  }
  if (button?.name) fields.set(button.name, button.value);
  await send(form.dataset.path, fields.toString());
  form.reset();
  await refresh();
}

// ---- The camera

async function sendPicture(input) {
  const [file] = input.files;
  // The same picture can be chosen again after a refusal.
  input.value = '';
  if (!file) return;
  if (file.size > MAX_PICTURE) {
    throw new Error('The picture has more than 40 MB. Take it with a lower resolution.');
  }
  await send('/picture', file);
  await refresh();
}

// ---- The seat

async function takeSeat(seat) {
  const response = await send('/join', `seat=${seat}`);
  token = await response.text();
  localStorage.setItem(KEY, token);
  start();
}

function forgetSeat() {
  token = null;
  localStorage.removeItem(KEY);
  stream?.abort();
  stream = null;
  start();
}

async function leaveSeat() {
  if (!window.confirm('Leave this seat? Another phone can then take it.')) return;
  await send('/leave', '');
  forgetSeat();
}

// ---- Events

const wait = (time) => new Promise((done) => { setTimeout(done, time); });

/** Follows the event stream until the phone has no seat; an event asks for new pages. */
async function listen() {
  let pause = 500;
  stream?.abort();
  const own = new AbortController();
  stream = own;
  while (token && stream === own) {
    try {
      const response = await ask('/events', { signal: own.signal });
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      show('');
      pause = 500;
      for (let text = ''; ;) {
        const { value, done } = await reader.read();
        if (done) break;
        text += value;
        const end = text.lastIndexOf('\n\n');
        if (end < 0) continue;
        const events = text.slice(0, end);
        text = text.slice(end + 2);
        if (events.includes('event: removed')) {
          forgetSeat();
          return show('The laptop has given this seat to another phone, or taken it back.');
        }
        if (events.includes('event: elsewhere')) {
          stream = null;
          return show('This seat is open in another tab. Load this page to go on here.');
        }
        await refresh();
      }
    } catch (error) {
      if (stream !== own) return;
      show(error.message);
    }
    if (!token || stream !== own) return;
    await wait(pause);
    pause = Math.min(pause * 2, 8000);
  }
}

// ---- Presses

document.addEventListener('click', (event) => {
  if (event.target.id === 'picture' && tab === 'moves') {
    const { offsetX, offsetY, target } = event;
    query = `@${offsetX / target.offsetWidth},${offsetY / target.offsetHeight}`;
    attempt(refresh);
  }
  const button = event.target.closest('button');
  if (!button) return;
  const { tab: next, seat, move, step: by, tool, leave } = button.dataset;
  if (next) attempt(() => open(next));
  else if (seat) attempt(() => takeSeat(seat));
  else if (by) step(button);
  else if (tool) useTool(tool);
  else if (leave !== undefined) attempt(leaveSeat);
  else if (move) {
    const { entry, at } = button.closest('[data-entry]').dataset;
    attempt(async () => {
      await send('/suggest', `entry=${entry}&move=${move}&step=${at}`);
      await refresh();
    });
  }
});

document.addEventListener('submit', (event) => {
  event.preventDefault();
  attempt(() => seal(event.target, event.submitter));
});

camera.addEventListener('change', (event) => attempt(() => sendPicture(event.target)));

document.addEventListener('input', (event) => {
  if (event.target.form) countStrength(event.target.form);
  if (event.target.id !== 'search') return;
  query = event.target.value;
  attempt(refresh);
});

// A phone that was asleep is brought up to date by a new stream.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState !== 'visible') return;
  if (token) listen();
  else attempt(refresh);
});

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => attempt(showPicture));

function start() {
  tabs.hidden = !token;
  mark('seat');
  if (token) return listen();
  camera.hidden = true;
  statusBox.innerHTML = '<p>Founders Ledger</p>';
  shown.delete(statusBox);
  return attempt(refresh);
}

start();
