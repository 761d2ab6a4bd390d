/** One look at one screen: everything that can be wrong with it in one language, each told with its place and a picture. */
import { mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';

import { type LanguageId, languages } from '@marigold/texts/languages';
import { say } from '@marigold/texts/say';
import type { BrowserContext, Page } from '@playwright/test';

import { repository } from '../program/program.ts';
import { findCrowding } from './crowding.ts';
import { goInside } from './in-page.ts';
import { axeFindings, untranslated } from './screen-checks.ts';
import type { ScreenRole, ScreenCase } from './screens.ts';
import { followRequests, giveShape, haveTime, type Shape, stand } from './standing.ts';

/** `other`: a screen that does not come, an error that the page complains of, a wrong language of the document. */
export const findingKinds = ['cut', 'overlaps', 'overflows', 'untranslated', 'axe', 'other'] as const;
export type FindingKind = (typeof findingKinds)[number];

export interface LookFinding {
  readonly kind: FindingKind;
  /** What is wrong, where, and the picture of it. */
  readonly text: string;
}

const phone = { name: '375 px', width: 375, height: 812, text: '' };
const desk = { name: '1190 px', width: 1190, height: 800, text: '' };
const narrow = { name: '320 px', width: 320, height: 640, text: '' };
const twice = { name: '375 px, twice the text', width: 375, height: 812, text: '200%' };

const pictures = join(repository, 'test-results', 'screens');
/** Where everything is red, some pictures say it all. */
const picturesMax = 60;
let picturesTaken = 0;

/** Looks at one screen and answers everything that is wrong with it; whatever happens, the next one can be looked at. */
export type LookAt = (screen: ScreenCase) => Promise<LookFinding[]>;

/** Opens a document of the app in one language, in which screen after screen can be looked at. */
export async function beginLooking(
  context: BrowserContext,
  { role, language, url }: { readonly role: ScreenRole; readonly language: LanguageId; readonly url: string },
): Promise<LookAt> {
  await context.addInitScript(haveTime);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
  const running = followRequests(page, url);
  const nowhere = `${say(language, 'shell.notFound.title')} · Marigold`;
  let isOpen = false;

  return async (screen) => {
    const found: LookFinding[] = [];
    const { address, title, open } = screen;
    const note = async (kind: FindingKind, shape: Shape, texts: readonly string[]) => {
      if (texts.length === 0) return;
      const picture = await keepPicture(page, `${role} ${language} ${address} ${shape.name}`);
      for (const text of texts)
        found.push({ kind, text: `${role} ${language} ${address} at ${shape.name}: ${text}${picture}` });
    };
    try {
      if (!isOpen) await page.goto('/pages/none/none');
      isOpen = true;
      // The screen begins in this shape: its bar measures itself as it comes, and letters alone do not tell it to again.
      await giveShape(page, phone, 'light');
      await goInside(page, { address, title: `${say(language, title)} · Marigold` }, nowhere);
      await open?.(page, language);
      await lookAround({ page, language, running, note });
    } catch (error) {
      await note('other', phone, [String(error)]);
      // What the screen left behind is not the next one's.
      isOpen = false;
    }
    await note('other', phone, complaints.splice(0));
    return found;
  };
}

interface Look {
  readonly page: Page;
  readonly language: LanguageId;
  readonly running: ReadonlySet<unknown>;
  readonly note: (kind: FindingKind, shape: Shape, texts: readonly string[]) => Promise<void>;
}

/**
 * Words and the room they take depend on language and size, the names that are read aloud on the language and on what a
 * wide window shows beside, colours on theme and width: each is looked at in the shapes it depends on and in no others.
 */
async function lookAround(look: Look): Promise<void> {
  const { page, language, note } = look;
  const hasColours = language === 'en';
  await stand(look, phone);
  await note('untranslated', phone, await untranslated(page));
  const lang = await page.evaluate(() => document.documentElement.lang);
  if (lang !== languages[language].lang) await note('other', phone, [`lang is ${lang}`]);
  await lookAtWords(look, phone);
  await stand(look, await asHighAsThePage(page, phone));
  await note('axe', phone, await axeFindings(page));
  if (hasColours) await lookAtDark(look, phone);
  if (hasColours) await lookAtDark(look, desk);
  await stand(look, desk);
  await lookAtWords(look, desk);
  if (hasColours) {
    await stand(look, await asHighAsThePage(page, desk));
    await note('axe', desk, await axeFindings(page));
  }
  for (const shape of [narrow, twice]) {
    await stand(look, shape);
    await lookAtWords(look, shape);
  }
}

/** A window as high as its page: what a fixed bar lies over, and makes too small to press, would be chance. */
async function asHighAsThePage(page: Page, shape: Shape): Promise<Shape> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  return { ...shape, height: Math.max(shape.height, height) };
}

async function lookAtWords({ page, note }: Look, shape: Shape): Promise<void> {
  const { overflows, cut, overlaps } = await findCrowding(page, shape.text !== '');
  await note('overflows', shape, overflows);
  await note('cut', shape, cut);
  await note('overlaps', shape, overlaps);
}

async function lookAtDark(look: Look, shape: Shape): Promise<void> {
  await stand(look, shape, 'dark');
  await look.note(
    'axe',
    { ...shape, name: `${shape.name}, dark` },
    await axeFindings(look.page, 'color-contrast'),
  );
}

/** Keeps what is seen, and answers where, to stand behind a finding. */
async function keepPicture(page: Page, name: string): Promise<string> {
  if (picturesTaken >= picturesMax) return '';
  picturesTaken += 1;
  const path = join(pictures, `${name.replaceAll(/[^\w.=-]+/g, '-')}.png`);
  mkdirSync(pictures, { recursive: true });
  try {
    await page.screenshot({ path, fullPage: true });
  } catch {
    // The finding is told in any case.
    return '';
  }
  return ` (${relative(repository, path)})`;
}
