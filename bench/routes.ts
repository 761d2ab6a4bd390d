/**
 * How long a person waits between a tap and the next page, on the built app with its data present, 375 px wide; and
 * whether lists of 10,000 rows have rows wherever they are scrolled to.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import type { Browser, BrowserContext, Page } from '@playwright/test';
import pg from 'pg';

import { demoPeople } from '../apps/server/src/modules/demo/people.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/postgres/embedded-postgres.ts';
import { startProgram } from '../e2e/program/program.ts';
import { launchBrowser } from '../e2e/window/browser.ts';
import type { Measurement } from './main.ts';

const changesWanted = 120;
/** Addresses that are walked to before anything is measured: their code and data are here afterwards. */
const warmChanges = 60;
const rowsInList = 10_000;
/** The endless lists: where they are, and what is a row of them. */
const lists = [
  { name: 'bills', address: '/pages/exchange/bill', rows: 'a.list-row[href*="billdetail"]' },
  { name: 'messages', address: '/pages/message/message', rows: '.page li > .list-row' },
  { name: 'friends', address: '/pages/building/building', rows: '.page li > .list-row' },
  {
    name: 'securityLog',
    address: '/pages/user/profile',
    rows: 'section:last-of-type li > .list-row, .page li > .list-row',
  },
];
const viewport = { width: 375, height: 812 };
const settledWithinMs = 60_000;

type Scrolled = { readonly steps: number; readonly rows: number; readonly blankSteps: number };

export async function run(): Promise<Measurement> {
  const parent = join(import.meta.dirname, '../.cache/bench');
  mkdirSync(parent, { recursive: true });
  const directory = mkdtempSync(join(parent, 'routes-'));
  const server = await startEmbeddedPostgres({ directory: join(directory, 'postgres') });
  const program = await startProgram({
    env: {
      DATABASE_URL: server.appUrl,
      DATABASE_OWNER_URL: server.ownerUrl,
      DEMO: '1',
      LOCAL_CHAIN: '0',
      LIQUIDITY: '0',
      DATA_DIR: join(directory, 'data'),
      PORT: '0',
    },
  });
  const browser = await launchBrowser();
  try {
    await fillLists(server.ownerUrl);
    const context = await logIn(browser, program.url);
    const page = await context.newPage();
    const changes = await walk(page, program.url);
    const scrolled = await scrollLists(page, program.url);
    return {
      name: 'routes',
      figures: { ...changes, ...scrolled },
      ratios: {},
    };
  } finally {
    await browser.close();
    await program.end();
    await server.destroy();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Ten thousand rows for each list of the first demo person, beside the real ones. */
async function fillLists(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const fill = async (statement: string) =>
    await owner.query(statement, [firstPerson().username, rowsInList]);
  await fill(
    `insert into app.bill (id, user_id, type, status, direction, asset, units, counterparty, order_number, pay_type, created_at)
     select uuidv7(make_interval(hours => -n)), id, 'TRANSFER', 'success', case when n % 3 = 0 then 'in' else 'out' end,
       'USDT', 1000000 + n, 'B***s', 'MG-bench-' || n, 'internal', now() - make_interval(hours => n)
     from app.person, generate_series(1, $2::int) n where username = $1`,
  );
  await fill(
    `insert into app.notice (id, user_id, topic, kind, facts, path, created_at)
     select uuidv7(make_interval(hours => -n)), id, 'money', 'received',
       jsonb_build_object('amount', n::text, 'currency', 'USDT', 'from', 'B***s', 'billId', gen_random_uuid()),
       '/pages/exchange/billdetail?id=' || gen_random_uuid(), now() - make_interval(hours => n)
     from app.person, generate_series(1, $2::int) n where username = $1`,
  );
  await fill(
    `insert into app.person (id, username, nickname, uid, email, password_hash, invite_code, invited_by, language, created_at)
     select uuidv7(make_interval(hours => -n)), 'friend' || n, n || 'f' || n, (200000000 + n)::text,
       'friend' || n || '@mail.example', '-', 'B' || lpad(n::text, 5, '0'), p.id, 'en', now() - make_interval(hours => n)
     from app.person p, generate_series(1, $2::int) n where username = $1`,
  );
  await fill(
    `insert into app.security_event (id, user_id, event, device, at)
     select uuidv7(make_interval(hours => -n)), id, 'login', 'Device ' || n, now() - make_interval(hours => n)
     from app.person, generate_series(1, $2::int) n where username = $1`,
  );
  await owner.end();
}

function firstPerson() {
  const [person] = demoPeople;
  if (person === undefined) throw new Error('Broken: there are no demo people');
  return person;
}

async function logIn(browser: Browser, url: string): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport,
    locale: 'en-US',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    storageState: {
      cookies: [],
      origins: [{ origin: new URL(url).origin, localStorage: [{ name: 'started', value: '1' }] }],
    },
  });
  await context.addInitScript({ path: join(import.meta.dirname, 'routes/in-page.js') });
  const page = await context.newPage();
  await page.goto(`${url}/pages/login/login`);
  await page.getByLabel('Username, phone or email').fill(firstPerson().username);
  await page.getByLabel('Password', { exact: true }).fill(firstPerson().password);
  await page.keyboard.press('Enter');
  await page.waitForURL((address) => address.pathname === '/');
  await page.close();
  return context;
}

/** Follows the links of the pages as they are, the least visited first, and goes back where there is none. */
async function walk(page: Page, url: string): Promise<Record<string, number>> {
  await page.goto(`${url}/`);
  await page.waitForLoadState('networkidle');
  const visits = new Map<string, number>();
  const times: number[] = [];
  let depth = 0;
  const slowest: [number, string][] = [];
  for (let count = 0; count < warmChanges + changesWanted; count += 1) {
    const links = (await page.evaluate<string[]>('bench.addresses()')).filter(
      (href) => (href === '/' || href.startsWith('/pages/')) && !/outlink|webpage/.test(href),
    );
    const visitsOf = (href: string): number => visits.get(pathOf(href)) ?? 0;
    const next = links.toSorted((left, right) => visitsOf(left) - visitsOf(right))[0];
    // Every third change is a way back, as with people, but never behind the door.
    const isBack = depth > 0 && (next === undefined || count % 3 === 2);
    depth += isBack ? -1 : 1;
    if (next !== undefined && !isBack) visits.set(pathOf(next), visitsOf(next) + 1);
    const took = await page.evaluate<number>(
      isBack ? 'bench.goBack()' : `bench.changePage(${JSON.stringify(next)})`,
    );
    await page.waitForLoadState('networkidle');
    if (count < warmChanges) continue;
    times.push(took);
    slowest.push([Math.round(took), new URL(page.url()).pathname]);
  }
  slowest.sort(([left], [right]) => right - left);
  console.log(
    `slowest: ${slowest
      .slice(0, 8)
      .map(([took, path]) => `${took} ms ${path}`)
      .join(', ')}`,
  );
  const sorted = times.toSorted((left, right) => left - right);
  const at = (share: number): number => Math.round(sorted[Math.floor(sorted.length * share)] ?? Number.NaN);
  return { changes: times.length, pages: visits.size, p50Ms: at(0.5), p75Ms: at(0.75), p95Ms: at(0.95) };
}

function pathOf(address: string): string {
  return address.split('?', 1)[0] ?? address;
}

/** Down to the last row of each list, looking at every step whether rows fill the screen. */
async function scrollLists(page: Page, url: string): Promise<Record<string, number>> {
  let steps = 0;
  let blank = 0;
  for (const { name, address, rows } of lists) {
    const startedAt = performance.now();
    await page.goto(url + address);
    await page.waitForLoadState('networkidle');
    const result = await page.evaluate<Scrolled>(
      `bench.scrollThrough(${JSON.stringify(rows)}, ${settledWithinMs})`,
    );
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    console.log(
      `${name}: ${result.rows} rows met in ${result.steps} steps, ${result.blankSteps} blank, ${seconds} s`,
    );
    if (result.rows < rowsInList) throw new Error(`Only ${result.rows} of ${rowsInList} ${name} were met.`);
    steps += result.steps;
    blank += result.blankSteps;
  }
  if (blank > 0) throw new Error(`Blank in ${blank} of ${steps} steps.`);
  return { lists: lists.length, rowsPerList: rowsInList, scrollSteps: steps, blankSteps: blank };
}
