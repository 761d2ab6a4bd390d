/** The form of an identity on a computer, its photos with a phone: by a code that one phone opens once, logged in nowhere. */
import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { fakeCamera } from './people/fake-camera.ts';
import { openApplicant, payCheck } from './people/identity.ts';
import {
  chooseHouse,
  expectStep,
  fillDocument,
  fillLife,
  fillPerson,
  takePhoto,
} from './people/own-check.ts';
import { type App, startApp } from './program/app.ts';
import { launchBrowser } from './window/browser.ts';
import { expectSlow } from './window/expect-slow.ts';
import { openVisit } from './window/visit.ts';

let app: App;
let browser: Browser;
let camera: Awaited<ReturnType<typeof fakeCamera>>;

beforeAll(async () => {
  camera = await fakeCamera();
  [app, browser] = await Promise.all([startApp(), launchBrowser(camera.flags)]);
});
afterAll(async () => {
  await browser?.close();
  await app?.end();
  camera?.remove();
});

it('takes the photos of a form with a phone, which opens once and reads nothing', async () => {
  const person = await openApplicant(app, browser, { profile: 'desktop', language: 'en' });
  const filling = { person, language: 'en' } as const;
  const { page, press, t } = person;
  await payCheck(person);
  await chooseHouse(person);
  await fillPerson(filling);
  await fillLife(filling);
  await fillDocument(filling, '20AB444444');
  await expectStep(person, 4);

  const made = page.waitForResponse(/\/kyc\/phone\/handoff$/);
  await press(page.getByRole('button', { name: t('kycown.phone.offer') }));
  const { data: answer } = (await (await made).json()) as { data: { data: { url: string } } };
  const { url } = answer.data;
  const sheet = page.getByRole('dialog');
  await expectSlow(sheet.getByRole('img', { name: t('kycown.phone.code') })).toBeVisible();

  const phone = { ...person, ...(await openVisit(browser, { profile: 'phone', url: app.url })) };
  await phone.context.grantPermissions(['camera']);
  await phone.page.goto(url);
  await expectSlow(phone.page.getByRole('heading', { name: t('kycown.phone.confirmTitle') })).toBeVisible();
  expect(phone.page.url()).not.toContain('#');
  expect(await phone.page.innerText('body')).not.toMatch(/Anna|Kovaleva|20AB444444/);
  await expectSlow(sheet).toContainText(t('kycown.phone.wanted'));
  await phone.press(phone.page.getByRole('button', { name: t('kycown.phone.begin') }));

  // Whoever reads the code over a shoulder comes too late.
  const other = await openVisit(browser, { profile: 'phone', url: app.url });
  await other.page.goto(url);
  await expectSlow(other.page.getByRole('heading', { name: t('kycown.phone.goneTitle') })).toBeVisible();
  await other.close();

  for (const left of [1, 0]) {
    await phone.press(phone.page.getByRole('button', { name: t('kycown.phone.take'), exact: true }));
    await takePhoto(phone);
    await expectSlow(sheet.getByText(t('kycown.phone.wanted'))).toHaveCount(left);
  }
  // A page that is loaded anew goes on where it was.
  await phone.page.reload();
  await phone.press(phone.page.getByRole('button', { name: t('kycown.phone.begin') }));
  await expectSlow(phone.page.getByRole('heading', { name: t('kycown.phone.doneTitle') })).toBeVisible();
  await phone.press(phone.page.getByRole('button', { name: t('kycown.phone.finish') }));
  await expectSlow(phone.page.getByRole('heading', { name: t('kycown.phone.leftTitle') })).toBeVisible();
  await phone.page.goto(url);
  await expectSlow(phone.page.getByRole('heading', { name: t('kycown.phone.goneTitle') })).toBeVisible();
  expect(phone.complaints).toEqual([]);
  await phone.close();

  await expectSlow(sheet).toContainText(t('kycown.photo.haveTitle'));
  await press(sheet.getByRole('button', { name: t('shell.close') }).last());
  await expectSlow(page.getByRole('heading', { name: t('kycown.photo.haveTitle') })).toBeVisible();
  await press(page.getByRole('button', { name: t('kycown.continue') }));
  await expectStep(person, 5);
  await expectSlow(page.getByText(t('kycown.saved'))).toBeVisible();
  expect(person.complaints).toEqual([]);
  await person.close();
});
