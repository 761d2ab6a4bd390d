/**
 * A robot that presses the controls of every page and of the sheets that they open, as a visitor and as somebody logged
 * in. A control whose press does nothing that the press alone explains is dead. Each run is made in one language and
 * width, in turn by the commit; ROBOT_LANGUAGE, ROBOT_WIDTH, ROBOT_ROLES and ROBOT_ADDRESS (a regular expression) choose
 * others, or less.
 */
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { pagePaths } from '@marigold/contract/pages';
import { languageIds } from '@marigold/texts/languages';
import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import {
  prepareWorld,
  type ScreenRole,
  screenRoles,
  type ScreenCase,
  screensOf,
  type ScreenWorld,
} from './looks/screens.ts';
import { type App, startApp } from './program/app.ts';
import { keepFigures } from './program/figures.ts';
import { type ChosenControl, chooseControls, type Control } from './robot/controls.ts';
import { listControls, type PressOutcome, pressControl, takeSeat } from './robot/press.ts';
import { type RobotDesk, loadAnew, sitDown, startOver } from './robot/reach.ts';
import { turnOf, turnOfToday, widths } from './robot/turn.ts';
import specification from './spec-routes.json' with { type: 'json' };
import { launchBrowser } from './window/browser.ts';
import { startedAt } from './window/started.ts';
import { windowProfiles } from './window/visit.ts';

const { language, width } = turnOfToday();
const profile = width === windowProfiles.phone.viewport.width ? windowProfiles.phone : windowProfiles.desktop;
const languageTags = { en: 'en-US', 'zh-Hans': 'zh-CN', 'zh-Hant': 'zh-TW', ja: 'ja-JP', ru: 'ru-RU' };
const wantedAddress = new RegExp(process.env['ROBOT_ADDRESS'] ?? '');
const wantedRoles = (process.env['ROBOT_ROLES'] ?? screenRoles.join(',')).split(',');
/** A little more than there are cores: a walk mostly waits. */
const lanes = 3;
const visibleWithinMs = 20_000;
/** A press and the way to it, a page that hangs included. */
const pressedWithinMs = 90_000;
const results = join(import.meta.dirname, '../test-results/robot');

let app: App;
let browser: Browser;
let world: ScreenWorld;

/** What the whole run came to. */
const totals = { pressed: 0, dead: 0, screens: 0, loads: 0, seconds: 0 };

beforeAll(async () => {
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  [app, browser] = await Promise.all([startApp({ LOCAL_CHAIN: '1', LIQUIDITY: '1' }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await app?.end();
  keepFigures('robot', 'robot', totals);
});

/** A window of the role's; nothing outside of the app can be reached from it. */
async function openRole(role: ScreenRole) {
  const context = await browser.newContext({
    ...profile,
    baseURL: app.url,
    locale: languageTags[language],
    reducedMotion: 'reduce',
    // Each context would fetch the whole app for later.
    serviceWorkers: 'block',
    proxy: { server: 'http://127.0.0.1:9', bypass: new URL(app.url).hostname },
    storageState: role === 'user' ? world.signedIn : startedAt(app.url),
  });
  // Without it a control that went away would be waited for without end.
  context.setDefaultTimeout(visibleWithinMs);
  return await takeSeat(context, profile.hasTouch);
}

/** What asks a visitor to log in is one screen wherever it stands; it is pressed once. */
function screensToPress(role: ScreenRole): ScreenCase[] {
  const screens = screensOf(role, world).filter(({ address }) => wantedAddress.test(address));
  if (role === 'user') return screens;
  const guarded = new Set<string>(
    specification.filter(({ access }) => access === 'user').map(({ path }) => path),
  );
  const [first, ...others] = screens.filter(({ address }) => guarded.has(address.split('?', 1)[0] ?? ''));
  return screens.filter((screen) => screen === first || !others.includes(screen));
}

/** Presses everything on one screen, and in the sheets that this opens; answers what is wrong. */
async function pressAll(desk: RobotDesk, role: ScreenRole, known: Set<string>): Promise<string[]> {
  const wrong: string[] = [];
  const listed = await listControls(desk);
  remember(desk, listed, known);
  const ways: Way[] = chooseControls(listed, known).map((control) => ({ control }));
  let isAsItWas = true;
  for (let way = ways.shift(); way !== undefined; way = ways.shift()) {
    const { opener } = way;
    const names = [opener?.name, way.control.name].filter((one) => one !== undefined);
    const name = `${role} ${desk.screen.address}: ${names.join(', then ')}`;
    const pressing = async (): Promise<PressOutcome | undefined> => {
      if (!isAsItWas) await startOver(desk);
      return (await pressOn(desk, way).catch(leftBefore)) ?? (await pressAnew(desk, way));
    };
    const outcome = await within(pressedWithinMs, pressing()).catch((error: unknown) => describeError(error));
    const came = typeof outcome === 'string' ? outcome : (outcome?.effects.join(', ') ?? 'gone');
    appendFileSync(join(results, 'pressed.txt'), `${name}: ${came}\n`);
    if (typeof outcome === 'string') wrong.push(`${name}: ${outcome}`);
    else if (outcome !== undefined) {
      totals.pressed += 1;
      if (outcome.effects.length === 0) wrong.push(await describeDead(desk, name, outcome));
    }
    if (opener !== undefined || typeof outcome !== 'object') {
      isAsItWas = false;
      continue;
    }
    // A field that has got the focus is all that is different.
    isAsItWas = outcome.effects.every((effect) => effect === 'focus');
    if (!isAsItWas) ways.unshift(...(await openedBy(desk, way.control, outcome, known)));
  }
  return wrong;
}

/** How a control is come to: it stands on the page, or in a sheet that another one opens. */
interface Way {
  readonly opener?: ChosenControl;
  readonly control: ChosenControl;
}

async function pressOn(desk: RobotDesk, { opener, control }: Way): Promise<PressOutcome | undefined> {
  if (opener !== undefined) {
    if ((await pressControl(desk, opener)) === undefined) return undefined;
    // The sheet comes to rest.
    await listControls(desk);
  }
  return await pressControl(desk, control);
}

/** The ways to what stands in a sheet that a press has just opened, each kind once for all addresses of a page. */
async function openedBy(
  desk: RobotDesk,
  opener: ChosenControl,
  { effects }: PressOutcome,
  known: Set<string>,
): Promise<Way[]> {
  const leads = ['link', 'load', 'address'];
  if (effects.some((effect) => leads.includes(effect))) return [];
  // What was asked for may lead to another document after all.
  const listed = await listControls(desk).catch((): Control[] => []);
  const fresh = listed.filter((control) => control.isInSheet && !known.has(sheetKindOf(desk, control)));
  remember(desk, fresh, known);
  return chooseControls(fresh, known).map((control) => ({ opener, control }));
}

function remember(desk: RobotDesk, controls: readonly Control[], known: Set<string>): void {
  for (const control of controls.filter(({ isInSheet }) => isInSheet)) known.add(sheetKindOf(desk, control));
}

function sheetKindOf({ screen }: RobotDesk, { kind }: Control): string {
  return `${screen.address.split('?', 1)[0]} ${kind}`;
}

/** What was expected says what is missing: an assertion tells only that something is. */
function describeError(error: unknown): string {
  const actual: unknown = error instanceof Error ? Reflect.get(error, 'actual') : undefined;
  return `${String(error).slice(0, 300)}${actual === undefined ? '' : ` (${JSON.stringify(actual)?.slice(0, 300)})`}`;
}

/** The document was left before the press: that was an earlier press's doing, and this one is still to be made. */
function leftBefore(error: unknown): undefined {
  if (!/context was destroyed/.test(String(error))) throw error;
}

/** Gives up on what does not end. */
async function within<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`not done within ${ms} ms`)), ms);
  return await Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

/** An earlier press may have taken a control away for this visit only. */
async function pressAnew(desk: RobotDesk, way: Way): Promise<PressOutcome | undefined> {
  await loadAnew(desk);
  return await pressOn(desk, way);
}

async function describeDead({ page }: RobotDesk, name: string, { over }: PressOutcome): Promise<string> {
  totals.dead += 1;
  const picture = join(results, `dead-${totals.dead}.png`);
  await page.screenshot({ path: picture });
  const reached = over === '' ? '' : `; the press came to ${over}`;
  return `${name} is dead${reached} (test-results/robot/dead-${totals.dead}.png)`;
}

describe.each(screenRoles.filter((role) => wantedRoles.includes(role)))('every control of a %s', (role) => {
  // Somebody new each time: presses change their world, and look-ups are counted by the hour.
  beforeEach(async () => {
    world = await prepareWorld(app);
  });

  it(`does something in ${language} at ${width} px`, { timeout: 1_800_000 }, async () => {
    const startedAtMs = performance.now();
    const wrong: string[] = [];
    const known = new Set<string>();
    const screens = screensToPress(role);
    async function walk(): Promise<void> {
      for (let screen = screens.shift(); screen !== undefined; screen = screens.shift()) {
        const seat = await openRole(role);
        try {
          const desk = await sitDown(seat, screen, language);
          totals.screens += 1;
          wrong.push(...(await pressAll(desk, role, known)));
          totals.loads += desk.loads;
        } catch (error) {
          wrong.push(`${role} ${screen.address}: ${describeError(error)}`);
        } finally {
          // A page that hangs must not keep the walk; the browser ends with the file.
          void seat.context.close().catch(() => undefined);
        }
      }
    }
    await Promise.all(Array.from({ length: lanes }, walk));
    totals.seconds += Math.round((performance.now() - startedAtMs) / 1000);
    expect(wrong).toEqual([]);
  });
});

it('meets every language at every width within ten commits in a row', () => {
  const turns = Array.from({ length: 10 }, (_, at) => JSON.stringify(turnOf(1_234 + at)));
  expect(new Set(turns).size).toBe(languageIds.length * widths.length);
});

it('counts the pages', () => {
  const built = new Set<string>(pagePaths);
  const pages = specification.filter((row) => !('extension' in row));
  console.log(`robot in ${language} at ${width} px: ${JSON.stringify(totals)}`);
  console.log(`pages built: ${pages.filter(({ path }) => built.has(path)).length}/${pages.length}`);
  // Pages of our own stand in the same list, as extensions.
  expect(specification.map(({ path }) => path)).toEqual(expect.arrayContaining([...pagePaths]));
});
