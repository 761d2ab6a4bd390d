/**
 * Every screen with a catalogue of which each word can be told: what is neither marked nor data was written into the code,
 * or left in English by the server. Two starts; the screens are reached inside of the document, at both promised shapes.
 */
import type { TextId } from '@marigold/texts/ids';
import { say } from '@marigold/texts/say';
import type { Browser } from '@playwright/test';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type Excuse, foreignWords, noteWhatIsDrawn, wordsOfText } from './looks/foreign-words.ts';
import { goInside } from './looks/in-page.ts';
import { marked, markTexts } from './looks/marking.ts';
import { prepareWorld, type ScreenRole, screenRoles, screensOf, type ScreenWorld } from './looks/screens.ts';
import { followRequests, haveTime, stand } from './looks/standing.ts';
import { type App, startApp } from './program/app.ts';
import { keepFigures } from './program/figures.ts';
import { launchBrowser } from './window/browser.ts';
import { startedAt } from './window/started.ts';

/** Parts of addresses and names of roles, for a look at a few screens; empty is all. */
const wantedAddress = process.env['SCREENS_ADDRESS'] ?? '';
const wantedRoles = (process.env['SCREENS_ROLES'] ?? screenRoles.join(',')).split(',');

const shapes = [
  { name: '375 px', width: 375, height: 812, text: '' },
  { name: '1190 px', width: 1190, height: 800, text: '' },
];

let app: App;
let browser: Browser;
let world: ScreenWorld;
let excuses: readonly Excuse[];
const counted = { untranslated: 0, marked: 0 };

beforeAll(async () => {
  [app, browser] = await Promise.all([startApp({ LOCAL_CHAIN: '1', LIQUIDITY: '1' }), launchBrowser()]);
  world = await prepareWorld(app);
  excuses = [...excusesOfForm, ...(await excusesOfData())];
});
afterAll(async () => {
  await browser?.close();
  await app?.end();
  keepFigures('screens', 'marked', counted);
});

/** Data that is known by its form, longest first: what one takes is not looked at by the next. */
const excusesOfForm: readonly Excuse[] = [
  { what: /\b[A-Z2-7]{4}( [A-Z2-7]{4}){7}\b/g, why: 'the key of an authenticator, in groups' },
  { what: /\b0x[0-9a-f]*\u2060?…\u2060?[0-9a-f]+\b/gi, why: 'accounts on chains, shortened' },
  { what: /(https?:\/\/)?localhost:\d+\S*/g, why: 'where this program is' },
  { what: /\S*\*\S*/g, why: 'names that are masked' },
  { what: /^\p{Lu}{1,2}$/gu, why: 'first letters of a name, in place of a picture' },
  { what: /(?<![A-Za-z\d.,])\d[\d.,]*[KMB]\b/g, why: 'large numbers in short, as markets write them' },
  { what: /\b(CSV|XLSX|PDF)\b/g, why: 'names of file formats' },
  { what: /\bMarigold demo\b/g, why: 'who gives demo money; its name is the same for all' },
  { what: /\bindex-[\w-]{8}|\b(Chrome|linux|journey)\b/g, why: 'what a build and a device call themselves' },
  { what: /^Example$/g, why: 'the title that the link of the screen brings' },
  { what: /https?:\/\/\S+|\b[\w-]+(\.[\w-]+)+\b/g, why: 'addresses of pages and of mailboxes, versions' },
  { what: /\bmailto:\S+|\S+@\S+/g, why: 'mailboxes, also hidden in part' },
  { what: /\b0x[0-9a-fA-F…]+\b|\b[0-9a-f]{4,}(…|-)[0-9a-f-]+\b/g, why: 'accounts on chains, ids' },
  { what: /\bMG-\d+\b/g, why: 'numbers of orders' },
  { what: /\bMK-(?:[0-9A-Z]{10}\b)?/g, why: 'numbers of verified identities' },
  { what: /\bDemo (Identity|Cards)\b/g, why: 'names of companies' },
  { what: /\b(Mastercard|Master|MUSE( platinum)?|UTGL( black| elite)?)\b/gi, why: 'names of cards' },
  {
    what: /\bANNA MUSTER\b|\bAnna Muster\b|\b24 Example Avenue\b|\bTbilisi\b/g,
    why: 'what somebody wrote of themselves',
  },
  { what: /\bplatinum|black|elite\b/g, why: 'levels of cards, which their plastic names' },
  { what: /\b(?=[a-f]*\d)[0-9a-f]{4,}\b|^[0-9a-f]{6}$/gi, why: 'parts of accounts on chains' },
  { what: /\bSMS\b/g, why: 'a name that every language writes so' },
  { what: /\bUTC([+-]\d+)?\b/g, why: 'the name of a clock' },
  { what: /\b(MA\d*|BOLL\d*|RSI\d*)\b/g, why: 'names of chart lines, which are formulas' },
  { what: /\b(1|5|15|4)[mHDW]\b/g, why: 'signs of intervals, the same everywhere; readers hear their names' },
  { what: /\bMarigold\b/g, why: 'our name, drawn as a sign' },
];

/** Names that stand in the database: of people, money and networks. */
async function excusesOfData(): Promise<Excuse[]> {
  const client = new pg.Client({ connectionString: app.databaseUrl() });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select username as name from app.person union select nickname from app.person
       union select name from app.payee union select invite_code from app.person
       union select code from app.asset union select name from app.asset
       union select name from app.chain union select standard from app.chain
       union select unnest(array['USD', 'HKD', 'CNY', 'EUR', 'JPY', 'RUB'])`,
    );
    const names = rows.map(({ name }) => name).toSorted((one, other) => other.length - one.length);
    const pattern = names.map((name) => name.replaceAll(/[^\p{L}\p{N} ]/gu, '.')).join('|');
    return [{ what: new RegExp(`\\b(${pattern})\\b`, 'g'), why: 'names that the database holds' }];
  } finally {
    await client.end();
  }
}

describe.each(screenRoles.filter((role) => wantedRoles.includes(role)))(
  'every word for a %s',
  (role: ScreenRole) => {
    it('is marked, or data', { timeout: 600_000 }, async () => {
      const context = await browser.newContext({
        baseURL: app.url,
        locale: 'ru-RU',
        reducedMotion: 'reduce',
        // What a worker has kept would not pass the place where texts are marked.
        serviceWorkers: 'block',
        storageState: role === 'user' ? world.signedIn : startedAt(app.url),
      });
      await noteWhatIsDrawn(context);
      const markedFiles = await markTexts(context);
      await context.addInitScript(haveTime);
      const page = await context.newPage();
      const running = followRequests(page, app.url);
      await page.goto('/pages/none/none');
      const wrong: string[] = [];
      const titleOf = (id: TextId) => `${marked(say('ru', id))} · Marigold`;
      for (const shape of shapes) {
        await page.setViewportSize(shape);
        for (const screen of screensOf(role, world).filter(({ address }) =>
          address.includes(wantedAddress),
        )) {
          const place = { address: screen.address, title: titleOf(screen.title) };
          const found = await goInside(page, place, titleOf('shell.notFound.title'))
            .then(async () => await screen.open?.(page, 'ru'))
            .then(async () => await stand({ page, running }, shape))
            .then(async () => foreignWords(await wordsOfText(page), excuses))
            .catch((error: unknown) => [String(error)]);
          counted.marked += 1;
          counted.untranslated += found.length;
          wrong.push(...found.map((one) => `${role} ${screen.address} at ${shape.name}: ${one}`));
          // A sheet that lies over the page would stand in the way of the next screen.
          if (screen.open !== undefined) await page.reload();
        }
      }
      await context.close();
      expect([...markedFiles]).not.toEqual([]);
      expect(wrong).toEqual([]);
    });
  },
);
