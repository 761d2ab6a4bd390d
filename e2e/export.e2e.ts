/** Bills leave the app as files: built while one watches, downloaded, or mailed to somebody who has no account at all. */
import { readFileSync } from 'node:fs';

import type { Browser } from '@playwright/test';
import { parseString } from 'fast-csv';
import { strFromU8, unzipSync } from 'fflate';
import pg from 'pg';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { newPerson } from './people/people.ts';
import type { JourneyPerson } from './people/person.ts';
import { codeIn, sharedApp } from './program/app.ts';
import { launchBrowser } from './window/browser.ts';
import { expectAnnounced } from './window/expect-announced.ts';
import { expectSlow } from './window/expect-slow.ts';
import { openVisit, type WindowProfile, type Visit } from './window/visit.ts';

/** Enough for several announcements while a document is drawn. */
const billsMany = 4_000;
const builtWithin = { timeout: 60_000 };

const app = sharedApp();
let browser: Browser;
let database: pg.Client;
const visits: Visit[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
  database = new pg.Client({ connectionString: app.databaseUrl() });
  await database.connect();
});
afterEach(async () => {
  for (const visit of visits.splice(0)) await visit.close();
});
afterAll(async () => {
  await database?.end();
  await browser?.close();
});

/** Somebody with real bills of both directions, and many more like the last one. */
async function personWithBills(profile: WindowProfile, copies: number): Promise<JourneyPerson> {
  const visit = await openVisit(browser, { profile, url: app.url });
  visits.push(visit);
  const person = await newPerson(app, visit);
  await app.credit(person.username, 'USDT', '120.5');
  await app.credit(person.username, 'BTC', '0.01');
  await database.query(
    `insert into app.bill (id, user_id, type, status, direction, asset, units, note, order_number, pay_type, created_at)
     select gen_random_uuid(), id, 'TRANSFER', 'success', 'out', 'USDT', 1000000 + n, '=1+1', 'MG-copy-' || username || n,
       'internal', now() - make_interval(secs => n)
     from app.person, generate_series(1, $2::int) n where username = $1`,
    [person.username, copies],
  );
  return person;
}

/** Order number and amount of every bill, as the database has them. */
async function billsOf({ username }: JourneyPerson): Promise<string[]> {
  const found = await database.query<{ bill: string }>(
    `select b.order_number || ' ' || trim_scale(b.units / 10::numeric ^ l.scale)::text as bill
     from app.bill b join app.person p on p.id = b.user_id join app.asset a on a.code = b.asset
       join ledger.asset l on l.id = a.ledger_id
     where p.username = $1`,
    [username],
  );
  return found.rows.map(({ bill }) => bill).toSorted();
}

/** The same out of the rows of a file: order number and amount stand in known columns. */
function billsIn(rows: readonly (readonly string[])[]): string[] {
  return rows.map((row) => `${row[9]} ${String(row[4]).replace(/\.?0+$/, '')}`).toSorted();
}

async function rowsOfCsv(content: string): Promise<string[][]> {
  return await new Promise((resolve, reject) => {
    const rows: string[][] = [];
    parseString<string[], string[]>(content.replace(/^\ufeff/, ''))
      .on('error', reject)
      .on('data', (row: string[]) => rows.push(row))
      .on('end', () => resolve(rows.slice(1)));
  });
}

function rowsOfXlsx(content: Buffer): string[][] {
  const part = unzipSync(content)['xl/worksheets/sheet1.xml'];
  const xml = part === undefined ? '' : strFromU8(part);
  return [...xml.matchAll(/<row .*?<\/row>/gs)].slice(1).map(([row]) => {
    const cells: string[] = [];
    for (const [, column = 'A', text = ''] of row.matchAll(/<c r="([A-Z])\d+".*?<t [^>]*>(.*?)<\/t>/gs))
      cells[column.charCodeAt(0) - 65] = text;
    return cells;
  });
}

/** Builds a file of a format and downloads it; answers its bytes and the percentages that were seen on the way. */
async function build(
  { page, press }: JourneyPerson,
  format: string,
): Promise<{ bytes: Buffer; seen: number[] }> {
  await press(page.getByRole('radio', { name: format }).locator('..'));
  await page.evaluate(notePercentages);
  await beforeAnyFileIsDone(async () => {
    await press(page.getByRole('button', { name: 'Create file' }));
    await expectSlow(page.getByRole('progressbar')).toBeVisible();
  });
  const link = page.getByRole('link', { name: new RegExp(`^Download .*\\.${format.toLowerCase()} `) });
  await expectSlow(link).toBeVisible(builtWithin);
  await expectSlow(page.getByRole('progressbar')).toHaveCount(0);
  const seen = await page.evaluate(() => window.percentages);
  const downloading = page.waitForEvent('download');
  await press(link);
  return { bytes: readFileSync(await (await downloading).path()), seen };
}

/** Keeps the program from storing a file meanwhile: a small one is done before anybody sees that it is being built. */
async function beforeAnyFileIsDone(run: () => Promise<void>): Promise<void> {
  await database.query('begin; lock table app.file in share row exclusive mode');
  try {
    await run();
  } finally {
    await database.query('commit');
  }
}

declare global {
  interface Window {
    /** What the bar of a file that is being built has said, each once. */
    percentages: number[];
  }
}

/** Runs in the page. */
function notePercentages(): void {
  window.percentages = [];
  const look = (): void => {
    const bar = document.querySelector('[role="progressbar"]');
    if (bar === null || !bar.checkVisibility()) return;
    const now = Number(bar.getAttribute('aria-valuenow'));
    if (!window.percentages.includes(now)) window.percentages.push(now);
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
}

describe('a person with thousands of bills', () => {
  it('builds each format, watches how far it is, and downloads exactly the bills of the account', async () => {
    const person = await personWithBills('phone', billsMany);
    const { page, press } = person;
    await page.goto('/pages/exchange/bill');
    await press(page.getByRole('link', { name: 'Export bills' }));
    await expectSlow(page).toHaveTitle('Export · Marigold');
    await expectSlow(
      page.getByText(`${(billsMany + 2).toLocaleString('en')} bills in this file`),
    ).toBeVisible();
    const expected = await billsOf(person);
    expect(expected).toHaveLength(billsMany + 2);

    const csv = await build(person, 'CSV');
    const rows = await rowsOfCsv(String(csv.bytes));
    expect(billsIn(rows)).toEqual(expected);
    expect(rows.filter((row) => row[15] === "'=1+1")).toHaveLength(billsMany);

    const xlsx = await build(person, 'XLSX');
    expect(billsIn(rowsOfXlsx(xlsx.bytes))).toEqual(expected);

    const pdf = await build(person, 'PDF');
    expect(pdf.seen.length).toBeGreaterThan(1);
    expect(pdf.seen).toEqual(pdf.seen.toSorted((a, b) => a - b));
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf.bytes)), {
      mergePages: true,
    });
    const packed = text.replaceAll(/\s/g, '');
    expect(expected.filter((bill) => !packed.includes(bill.split(' ')[0] ?? ''))).toEqual([]);

    // The fourth of an hour is one too many, and says when.
    await press(page.getByRole('button', { name: 'Create file' }));
    await expectSlow(page.getByRole('alert')).toContainText('three exports an hour');
    expect(person.complaints).toEqual([]);
  });
});

describe('a link by mail', () => {
  it('reaches somebody without an account after a code, and nobody by a changed or ended link', async () => {
    const person = await personWithBills('desktop', 3);
    const { page, press } = person;
    const friend = `friend-of-${person.username}@mail.example`;
    await page.goto('/pages/exchange/export');
    await press(page.getByRole('link', { name: 'Send by email' }));
    const field = page.getByRole('textbox', { name: 'Email addresses' });
    await field.fill('nobody@');
    await field.press('Enter');
    await expectSlow(page.getByRole('alert')).toContainText('nobody@ is not an email address.');
    await field.fill(`${friend.toUpperCase()},`);
    // The specification's rule has two to four letters behind the last dot.
    await expectSlow(page.getByRole('alert')).toContainText('is not an email address.');
    const short = friend.replace('.example', '.test');
    await field.fill(`${short.toUpperCase()},`);
    await expectSlow(page.getByRole('button', { name: `Remove ${short}` })).toBeVisible();
    await press(page.getByRole('button', { name: 'Send the link' }));

    const sheet = page.getByRole('dialog', { name: 'Confirm the addresses' });
    await expectSlow(sheet).toContainText(short);
    const requestMail = await app.mailAbout(person.email, /confirms your export/);
    expect(requestMail.body).toContain(short);
    await sheet.getByRole('textbox').fill(codeIn(requestMail));
    await expectAnnounced(page, /^We email the link/);
    await expectSlow(page.getByRole('link', { name: /^Download / })).toBeVisible(builtWithin);

    const mail = await app.mail(short);
    expect(await app.mailAbout(person.email, /Bills of/)).toMatchObject({ body: mail.body });
    const link = new RegExp(`${app.url}/files/\\S+`).exec(mail.body)?.[0] ?? '';
    const answer = await fetch(link);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; .*\.csv$/);
    expect(billsIn(await rowsOfCsv(await answer.text()))).toEqual(await billsOf(person));

    const changed = link.slice(0, -5) + (link.at(-5) === 'A' ? 'B' : 'A') + link.slice(-4);
    expect((await fetch(changed)).status).toBe(404);
    await database.query(
      `update app.file set expires_at = now() - interval '1 second'
       where owner_id = (select id from app.person where username = $1)`,
      [person.username],
    );
    expect((await fetch(link)).status).toBe(404);
    expect(person.complaints).toEqual([]);
  });
});
