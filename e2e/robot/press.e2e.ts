/** What the robot takes for an answer and what not, on pages that are nothing but one control and its surroundings. */
import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { launchBrowser } from '../window/browser.ts';
import { windowProfiles } from '../window/visit.ts';
import { chooseControls, type Control } from './controls.ts';
import { listControls, pressControl, type Seat, takeSeat } from './press.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
});

/** A page with one control; `said` is where answers appear. */
async function open(content: string, hasTouch: boolean): Promise<Seat> {
  const context = await browser.newContext(hasTouch ? windowProfiles.phone : windowProfiles.desktop);
  const seat = await takeSeat(context, hasTouch);
  const html = `<!doctype html><meta name="viewport" content="width=device-width"><main><p id="said">-</p>${content}</main>`;
  await seat.page.goto(`data:text/html,${encodeURIComponent(html)}`);
  return seat;
}

/** Presses the only control; answers what came of it. */
async function press(seat: Seat): Promise<readonly string[]> {
  const [control] = chooseControls(await listControls(seat), new Set());
  if (control === undefined) throw new Error('there is no control');
  const outcome = await pressControl(seat, control);
  return outcome?.effects ?? ['gone'];
}

const say = `said.textContent = performance.now()`;
const script = (code: string) => `<script>${code}</script>`;

/** By what is shown to be dead. */
const dead = {
  'nothing at all': `<button>Go</button>`,
  'prices that move by themselves': `<button>Go</button>${script(`setInterval(() => { ${say} }, 5)`)}`,
  'a picture that moves by itself': `<button>Go</button>${script(`(function draw() { ${say}; requestAnimationFrame(draw) })()`)}`,
  'late work of the page': `<button>Go</button>${script(`for (let at = 0; at < 60; at += 1) setTimeout(() => { ${say} }, at * 50)`)}`,
  'requests that the page makes by itself': `<button>Go</button>${script(`setInterval(() => fetch('data:,x'), 20)`)}`,
  'news that go away by themselves': `<button>Go</button><div role="status">Copied</div>${script(`setTimeout(() => document.querySelector('[role=status]').remove(), 300)`)}`,
  'an answer that comes too late': `<button onclick="setTimeout(() => { ${say} }, 900)">Go</button>`,
  'a ring around itself': `<button onclick="this.className = 'ring'; this.style.outline = '1px solid'">Go</button>`,
  'a frame that notices every touch': `<div onclick="this.style.top = '1px'"><button>Go</button></div>`,
  'a focus of its own': `<button onclick="this.focus()">Go</button>`,
  'a change that is taken back': `<button onclick="said.hidden = true; said.hidden = false">Go</button>`,
  'a switch that falls back': `<input type="checkbox" onclick="event.preventDefault()">`,
  'a slider that falls back': `<input type="range" value="7" oninput="this.value = 7">`,
  'a choice that falls back': `<select onchange="this.value = 'a'"><option>a<option>b</select>`,
  'being brought into sight': `<p style="height: 4000px"></p><button>Go</button><p style="height: 4000px"></p>`,
  'a part that lies over it': `<button onclick="${say}">Go</button><div style="position: fixed; inset: 0"></div>`,
};

const alive = {
  'a word': `<button onclick="${say}">Go</button>`,
  'a part that comes after a while': `<button onclick="setTimeout(() => said.append('x'), 350)">Go</button>`,
  'a step after another': `<button onclick="setTimeout(() => setTimeout(() => { ${say} }, 150), 150)">Go</button>`,
  'an answer on a machine that is busy': `<button onclick="setTimeout(() => { ${say} }, 300); for (const at = performance.now(); performance.now() - at < 900;);">Go</button>`,
  'code that is fetched first': `<button onclick="import('data:text/javascript,').then(() => setTimeout(() => { ${say} }, 100))">Go</button>`,
  'an answer beside prices that move': `<button onclick="said.hidden = true">Go</button>${script(`setInterval(() => { ${say} }, 5)`)}`,
  'a request': `<button onclick="fetch('data:,x')">Go</button>`,
  'a link': `<a href="https://example.com/">Go</a>`,
  'a download': `<button onclick="const a = document.createElement('a'); a.href = 'data:,x'; a.download = 'x'; a.click()">Go</button>`,
  'a file to choose': `<input type="file">`,
  'a question': `<button onclick="confirm('Sure?')">Go</button>`,
  'a window': `<button onclick="window.open('https://example.com/')">Go</button>`,
  'a field': `<input>`,
  'a switch': `<input type="checkbox">`,
  'a radio button under its label': `<label style="position: relative"><input type="radio" style="position: absolute; opacity: 0; z-index: -1">One</label>`,
  'a slider with marks on its middle': `<div style="position: relative"><input type="range"><button disabled style="position: absolute; inset: 0"></button></div>`,
  'a row that takes no press while the list rolls': `<style>main { pointer-events: none }</style><p style="height: 4000px"></p><button onclick="${say}">Go</button>${script(`document.addEventListener('scroll', () => setTimeout(() => { document.querySelector('main').style.pointerEvents = 'auto' }, 150), { once: true })`)}`,
  'a choice': `<select><option>a<option>b</select>`,
  'a new document': `<button onclick="window.location.href = 'about:blank'">Go</button>`,
  'a way down the page': `<p style="height: 4000px"></p><button onclick="window.scrollTo(0, 0)">Go</button>`,
};

describe.each([
  ['a finger', true],
  ['a mouse', false],
] as const)('with %s', (_, hasTouch) => {
  it.concurrent.each(Object.entries(dead))('takes %s for no answer', async (_name, content) => {
    const seat = await open(content, hasTouch);
    expect(await press(seat)).toEqual([]);
    await seat.context.close();
  });

  it.concurrent.each(Object.entries(alive))('takes %s for an answer', async (_name, content) => {
    const seat = await open(content, hasTouch);
    expect(await press(seat)).not.toEqual([]);
    await seat.context.close();
  });
});

it('lets the page go on after a press', async () => {
  const seat = await open(`<button>Go</button>${script(`setInterval(() => { ${say} }, 5)`)}`, true);
  await press(seat);
  const before = await seat.page.textContent('#said');
  await expect.poll(async () => await seat.page.textContent('#said')).not.toBe(before);
  await seat.context.close();
});

it('presses the first and the last of a kind, and once what every page has', () => {
  const rows = ['a', 'b', 'c'].map((name): Control => ({
    kind: 'row',
    name,
    isShell: false,
    isInSheet: false,
  }));
  const bell: Control = { kind: 'bell', name: 'bell', isShell: true, isInSheet: false };
  const known = new Set<string>();
  const namesOf = (found: readonly Control[]) => chooseControls(found, known).map(({ name }) => name);
  expect(namesOf([bell, ...rows])).toEqual(['bell', 'a', 'c']);
  expect(namesOf([bell, ...rows])).toEqual(['a', 'c']);
});
