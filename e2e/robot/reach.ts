/** Brings the robot to a screen, and back to it as it was after each press. */
import type { LanguageId } from '@marigold/texts/languages';
import { say } from '@marigold/texts/say';
import { vi } from 'vitest';

import { goInside } from '../looks/in-page.ts';
import { settled } from '../looks/screen-checks.ts';
import type { ScreenCase } from '../looks/screens.ts';
import type { Seat } from './press.ts';

/** What is on its way comes by then, or never. */
const restWithin = { timeout: 20_000, interval: 5 };

/** A screen as the robot sits before it. */
export interface RobotDesk extends Seat {
  readonly screen: ScreenCase;
  readonly language: LanguageId;
  /** What the browser keeps for the app when nothing has been pressed. */
  readonly storage: DeviceStorage;
  /** Full loads so far. */
  loads: number;
}

type DeviceStorage = Readonly<
  Record<'localStorage' | 'sessionStorage', readonly (readonly [string, string])[]>
>;

/** Opens a screen by a full load and remembers what the browser keeps then. */
export async function sitDown(seat: Seat, screen: ScreenCase, language: LanguageId): Promise<RobotDesk> {
  const { page } = seat;
  await page.goto(screen.address);
  await settled(page, titleOf(screen, language));
  const storage = await page.evaluate(readStorage);
  await screen.open?.(page, language);
  return { ...seat, screen, language, storage, loads: 1 };
}

/**
 * The screen as it was, by the app's own router; by a full load where a press left more than a page. What earlier
 * presses said is gone.
 */
export async function startOver(desk: RobotDesk): Promise<void> {
  const { page, screen, language, network } = desk;
  // What the last press asked for may still lead to another document (the language page restarts the app).
  await vi.waitUntil(() => network.open() === 0, restWithin);
  const documents = network.documents();
  const isInside = await page
    .evaluate(leaveNothing, desk.storage)
    .then(async (isClean) => {
      if (!isClean) return false;
      await goInside(page, addressOf(screen, language), titleOf(nowhere, language));
      return true;
    })
    .catch(() => false);
  if (!isInside || network.documents() > documents) return await loadAnew(desk);
  await screen.open?.(page, language);
}

/** The screen as it was at first, by a full load. */
export async function loadAnew(desk: RobotDesk): Promise<void> {
  const { page, screen, language } = desk;
  desk.loads += 1;
  // The app ends first, so that it keeps nothing any more.
  await leaveFor(desk, 'about:blank');
  await leaveFor(desk, '/health');
  await page.evaluate(restoreStorage, desk.storage);
  await page.goto(screen.address);
  await settled(page, titleOf(screen, language));
  await screen.open?.(page, language);
}

/** Leads away from a page that may itself be on its way to another document, which then comes first. */
async function leaveFor({ page, network }: RobotDesk, address: string): Promise<void> {
  const waysMax = 3;
  for (let ways = 1; ; ways += 1) {
    try {
      await page.goto(address);
      return;
    } catch (error) {
      const isOvertaken = /interrupted by another navigation|ERR_ABORTED/.test(String(error));
      if (!isOvertaken || ways === waysMax) throw error;
      await vi.waitUntil(() => network.open() === 0, restWithin);
    }
  }
}

const nowhere = { address: '/pages/none/none', title: 'shell.notFound.title' } as const;

function titleOf({ title }: Pick<ScreenCase, 'title'>, language: LanguageId): string {
  return `${say(language, title)} · Marigold`;
}

function addressOf(screen: ScreenCase, language: LanguageId) {
  return { address: screen.address, title: titleOf(screen, language) };
}

/** Runs in the page. */
function readStorage(): DeviceStorage {
  return { localStorage: Object.entries(localStorage), sessionStorage: Object.entries(sessionStorage) };
}

/** Runs in the page. */
function restoreStorage(storage: DeviceStorage): void {
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    window[name].clear();
    for (const [key, value] of storage[name]) window[name].setItem(key, value);
  }
}

/** Runs in the page: what the last press said goes now; answers whether the browser keeps what it kept at first. */
async function leaveNothing(storage: DeviceStorage): Promise<boolean> {
  const isSilent = () => document.querySelector('.toast-list > *') === null;
  if (!(await window.robotClock.hurry(isSilent))) return false;
  // The configuration comes anew with each visit; what was asked for once is remembered for a while.
  const passing = new Set(['app_config', 'intents']);
  const textOf = (entries: readonly (readonly [string, string])[]) =>
    JSON.stringify(
      entries.filter(([key]) => !passing.has(key)).toSorted(([left], [right]) => left.localeCompare(right)),
    );
  return (['localStorage', 'sessionStorage'] as const).every(
    (name) => textOf(Object.entries(window[name])) === textOf(storage[name]),
  );
}
