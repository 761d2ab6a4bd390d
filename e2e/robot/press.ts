/** One press, and what comes of it. */
import type { BrowserContext, Page } from '@playwright/test';
import { vi } from 'vitest';

import { bringChanges } from './changes.ts';
import { bringClock } from './clock.ts';
import { type Aim, bringControls, type Control, type Which } from './controls.ts';
import { bringNotes } from './notes.ts';

/** A press that has done nothing by then does nothing. */
export const effectWithinMs = 400;

/** What a page asks for comes by then, or never. */
const calmWithin = { timeout: 20_000, interval: 5 };

/** A page with the robot's eyes in it. */
export interface Seat {
  readonly context: BrowserContext;
  readonly page: Page;
  /** A finger on phones, a mouse on desktops. */
  readonly hasTouch: boolean;
  readonly network: Network;
}

/** What a page asks the network for. */
interface Network {
  /** How much of it is on its way. */
  readonly open: () => number;
  /** How much of it has ended. */
  readonly ended: () => number;
  /** How often another document was asked for or has come. */
  readonly documents: () => number;
}

/** Opens a page whose own time can be held and that notes what a press does; nothing is loaded yet. */
export async function takeSeat(context: BrowserContext, hasTouch: boolean): Promise<Seat> {
  await bringClock(context, effectWithinMs);
  await bringChanges(context);
  await bringNotes(context);
  await bringControls(context);
  const page = await context.newPage();
  return { context, page, hasTouch, network: followNetwork(page) };
}

function followNetwork(page: Page): Network {
  const open = new Set<unknown>();
  let ended = 0;
  let documents = 0;
  const end = (request: unknown) => void (open.delete(request) && (ended += 1));
  page.on('request', (request) => {
    open.add(request);
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) documents += 1;
  });
  page.on('domcontentloaded', () => void (documents += 1));
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return { open: () => open.size, ended: () => ended, documents: () => documents };
}

/** What came of a press. */
export interface PressOutcome {
  /** What it did, in words; nothing: the control is dead. */
  readonly effects: readonly string[];
  /** What it came to in place of the control; empty where it came to the control. */
  readonly over: string;
}

/** The press has left the document, and what that noted with it. */
const anotherDocument: PressOutcome = { effects: ['load'], over: '' };

/** Everything on the page that can be pressed, once the page has done what it does by itself. */
export async function listControls(seat: Seat): Promise<Control[]> {
  const found = await whenCalm(seat, async () => await seat.page.evaluate(() => window.robotControls.list()));
  await seat.page.evaluate(goOn);
  return found;
}

/**
 * Presses a control of the page that is open; afterwards the page's own time goes on. Undefined when none of its kind
 * stands there any more: an earlier press took it away ("Mark all read").
 */
export async function pressControl(seat: Seat, which: Which): Promise<PressOutcome | undefined> {
  const { page, network } = seat;
  let documents: number | undefined;
  try {
    const aim = await aimAt(seat, which);
    if (aim === undefined) return undefined;
    // Only a document that is left from here on was left because of the press.
    documents = network.documents();
    await strike(seat, aim);
    const outcome = await outcomeOf(seat);
    return network.documents() > documents ? anotherDocument : outcome;
  } catch (error) {
    if (documents === undefined) throw error;
    const isLeft = network.documents() > documents || /context was destroyed/.test(String(error));
    if (isLeft) return anotherDocument;
    throw error;
  } finally {
    await page.evaluate(goOn).catch(() => undefined);
  }
}

/** Where the control stands, with the page's own time held; undefined when there is none. */
async function aimAt(seat: Seat, which: Which): Promise<Aim | undefined> {
  // What a list draws anew once time is held may move the control away, or another into its place.
  const triesMax = 4;
  for (let tries = 1; ; tries += 1) {
    if (!(await seat.page.evaluate(bringIntoSight, which))) return undefined;
    const found = await whenCalm(seat, async () => await seat.page.evaluate(aimAnew, which));
    if (found === undefined || found.isReached || tries === triesMax) return found?.aim;
    await seat.page.evaluate(goOn);
  }
}

/**
 * Runs in the page, while its own time goes on: a long list draws its rows as they come into sight, and takes no press as
 * long as it rolls. What does not come to be reached is pressed all the same; what lies over it is told.
 */
async function bringIntoSight(which: Which): Promise<boolean> {
  const { robotClock: clock, robotControls: controls } = window;
  const stillFor = 2;
  const patience = 60;
  let stood = '';
  for (let still = 0, moments = 0; still < stillFor && moments < patience; moments += 1) {
    if (!controls.take(which)) return false;
    const before = controls.taken();
    await clock.moment();
    const { left, top, width, height } = before.getBoundingClientRect();
    const stands = [left, top, width, height].join(' ');
    still = before.isConnected && stands === stood && controls.isReached() ? still + 1 : 0;
    stood = stands;
  }
  return true;
}

/** Waits until nothing is on its way, holds the page's own time and does something in it; whoever calls lets time go on. */
async function whenCalm<Value>(seat: Seat, work: () => Promise<Value>): Promise<Value> {
  const { page, network } = seat;
  for (const startedAt = performance.now(); ;) {
    await vi.waitUntil(() => network.open() === 0, calmWithin);
    await page.evaluate(holdStill);
    const value = await work();
    if (network.open() === 0) return value;
    await page.evaluate(goOn);
    if (performance.now() - startedAt > calmWithin.timeout) throw new Error('the page never comes to rest');
  }
}

/** Runs in the page: its own time stands still, and what was on its way in it has come. */
async function holdStill(): Promise<void> {
  const { robotClock: clock, robotChanges: changes } = window;
  clock.hold();
  changes.watch();
  const stillFor = 3;
  const patience = 60;
  for (let still = 0, moments = 0; still < stillFor && moments < 2 * patience; moments += 1) {
    await clock.moment();
    still = changes.stirred() === 0 ? still + 1 : 0;
    // What moves even now has a clock of its own.
    if (moments > patience) changes.leaveOut();
  }
}

/** Runs in the page. The control may be another one of its kind than a moment ago: lists live. */
async function aimAnew(which: Which): Promise<{ aim: Aim; isReached: boolean } | undefined> {
  const { robotClock: clock, robotControls: controls } = window;
  if (!controls.take(which)) return undefined;
  await clock.moment();
  return { aim: controls.aim(), isReached: controls.isReached() };
}

/** Runs in the page. */
function goOn(): void {
  window.robotChanges.end();
  window.robotClock.release();
}

/** Presses as a person does. */
async function strike({ page, hasTouch }: Seat, aim: Aim): Promise<void> {
  // What a mouse does on its way is not what the press does.
  if (aim.by === 'finger' && !hasTouch) await page.mouse.move(aim.x, aim.y);
  const now = await page.evaluate(arm);
  if (now.by === 'key') await page.keyboard.press(now.key);
  if (now.by !== 'finger') return;
  if (hasTouch) await page.touchscreen.tap(now.x, now.y);
  else await page.mouse.click(now.x, now.y);
}

/** Runs in the page: what happens from here on is the press's doing. Answers where the control is at this moment. */
async function arm(): Promise<Aim> {
  const { robotClock: clock, robotControls: controls, robotNotes: notes } = window;
  const control = controls.taken();
  const atFirst = controls.aim();
  if (atFirst.by === 'key' && control instanceof HTMLElement) control.focus();
  await clock.moment();
  const aim = atFirst.by === 'key' ? atFirst : controls.aim();
  const isClick = aim.by === 'finger' || (aim.by === 'key' && aim.key === 'Enter');
  notes.begin(control, isClick);
  clock.arm();
  if (aim.by === 'choice') controls.choose();
  return aim;
}

/** Looks until something has come of the press, or everything that it asked for has come and nothing has. */
async function outcomeOf({ page, network }: Seat): Promise<PressOutcome> {
  for (;;) {
    const ended = network.ended();
    const outcome = await page.evaluate(lookForEffects);
    const isOver = network.open() === 0 && network.ended() === ended;
    if (outcome.effects.length > 0 || isOver) return outcome;
    await vi.waitUntil(() => network.open() === 0, calmWithin);
  }
}

/**
 * Runs in the page. It looks for a number of its own frames, 400 ms of them: a page that gets no processor has as much
 * time as one that does.
 */
async function lookForEffects(): Promise<PressOutcome> {
  const { robotClock: clock, robotNotes: notes } = window;
  const moments = 25;
  const momentsMax = 125;
  for (let moment = 0, landedAt = 0; ; moment += 1) {
    const [effects, over] = [notes.effects(), notes.landed()];
    if (over === '' && effects.length > 0) return { effects, over };
    // What lies over a control answers for itself.
    if (over !== undefined && over !== '') return { effects: [], over };
    if (over === undefined) landedAt = moment;
    const isOver = moment - landedAt > moments && clock.pending() === 0;
    if (isOver || moment > momentsMax) return { effects, over: over ?? 'nothing at all' };
    await clock.moment();
  }
}
