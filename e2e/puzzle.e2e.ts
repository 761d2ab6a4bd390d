/** A flood of registrations: a newcomer's browser does the work for them, and whose browser cannot is told what to do. */
import { randomUUID } from 'node:crypto';

import { sayWith } from '@marigold/texts/say';
import type { Browser, Request } from '@playwright/test';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { floodRule } from '../apps/server/src/modules/human/rules.ts';
import { callApi } from './people/calls.ts';
import { expectInputs } from './people/inputs.ts';
import { newIdentity, registerPerson, somebody } from './people/person.ts';
import { type App, startApp } from './program/app.ts';
import { launchBrowser } from './window/browser.ts';
import { expectSlow } from './window/expect-slow.ts';
import { openVisit } from './window/visit.ts';

const cannotCheck = sayWith('en', 'refusal.puzzle_needed', {});
const workerScript = /\/assets\/puzzle-worker-[\w-]+\.js$/;

let app: App;
let browser: Browser;

beforeAll(async () => {
  [app, browser] = await Promise.all([startApp({ HUMAN_CHECK: 'altcha' }), launchBrowser()]);
  // As many from the browsers' own network as are no flood yet: the next one is.
  const flood = { url: app.url, network: '127.0.0.9' };
  for (let count = 0; count < floodRule.perNetwork; count += 1) {
    await callApi({ ...flood, deviceId: randomUUID() }, 'user/code/send', {
      scene: 'register',
      email: newIdentity().email,
    });
  }
});
afterAll(async () => {
  await browser?.close();
  await app?.end();
});

it('a newcomer registers on a phone with the same fields as ever: the browser works, and nobody is asked', async () => {
  const person = somebody(await openVisit(browser, { profile: 'phone', url: app.url }));
  const calls: string[] = [];
  person.page.on('request', (request: Request) => void calls.push(new URL(request.url()).pathname));
  await expectInputs(person, 'register', async () => await registerPerson(app, person));
  const ofCode = calls.filter((path) => ['/api/user/code/send', '/api/user/puzzle'].includes(path));
  // Whoever presses before it is known that work is wanted is refused once, unseen.
  expect(ofCode.filter((path) => path === '/api/user/puzzle')).toHaveLength(1);
  expect([2, 3]).toContain(ofCode.length);
  expect(ofCode.at(-1)).toBe('/api/user/code/send');
  expect(person.complaints.filter((words) => !words.includes('422'))).toEqual([]);
  await person.close();
});

it('whose browser cannot work is told so at the field, keeps what was typed, and goes on once it can', async () => {
  const person = somebody(await openVisit(browser, { profile: 'desktop', url: app.url }));
  const { page, press, context, username, email, password } = person;
  await context.route(workerScript, async (route) => await route.abort());
  await page.goto('/pages/login/login?type=register');
  await press(page.getByRole('button', { name: 'Use email instead' }));
  const typed = [
    [page.getByRole('textbox', { name: 'Username' }), username],
    [page.getByRole('textbox', { name: 'Email' }), email],
    [page.getByLabel('Password', { exact: true }), password],
    [page.getByLabel('Confirm password'), password],
  ] as const;
  for (const [field, text] of typed) await field.fill(text);
  await press(page.getByRole('button', { name: 'Send code' }));
  await expectSlow(page.getByRole('textbox', { name: 'Verification code' })).toHaveAccessibleDescription(
    cannotCheck,
  );
  for (const [field, text] of typed) await expectSlow(field).toHaveValue(text);
  await context.unroute(workerScript);
  await press(page.getByRole('button', { name: 'Send code' }));
  await expectSlow(page.getByText('Code sent to')).toBeVisible();
  expect((await app.mail(email)).body).toMatch(/\b\d{6}\b/);
  await person.close();
});
