/** The form of a check by the house, step by step, as somebody with a camera fills it in. */
import type { Locator, Page } from '@playwright/test';

import { expectSlow } from '../window/expect-slow.ts';
import type { JourneyApplicant } from './identity.ts';

export const applicant = {
  firstName: 'Anna',
  lastName: 'Kovaleva',
  birthday: '1990-05-17',
  expiry: '2034-01-01',
} as const;

const regionNames = { en: 'Georgia', ru: 'Грузия', 'zh-Hans': '格鲁吉亚' } as const;
export type OwnLanguage = keyof typeof regionNames;

type Filling = { readonly person: JourneyApplicant; readonly language: OwnLanguage };

const field = (page: Page, name: string): Locator => page.getByLabel(name, { exact: true });

async function onward({ page, press, t }: JourneyApplicant): Promise<void> {
  await press(page.getByRole('button', { name: t('kycown.continue') }));
}

/** The number of the step that is open. */
export async function expectStep({ page }: JourneyApplicant, step: number): Promise<void> {
  await expectSlow(page).toHaveURL(new RegExp(`step=${step}`));
}

async function pickRegion(
  { person: { page, press, t }, language }: Filling,
  name: 'nationality' | 'issuingRegion',
): Promise<void> {
  await press(page.getByRole('link', { name: new RegExp(`^${t(`kycown.field.${name}`)}`) }));
  const region = regionNames[language];
  // One that was picked before is named twice.
  await press(page.getByRole('button', { name: region, exact: true }).first());
  await expectSlow(page.getByRole('link', { name: new RegExp(region) })).toBeVisible();
}

export async function fillPerson(filling: Filling): Promise<void> {
  const { person } = filling;
  const { page, t } = person;
  await expectStep(person, 1);
  await field(page, t('kycown.field.firstName')).fill(applicant.firstName);
  await field(page, t('kycown.field.lastName')).fill(applicant.lastName);
  await field(page, t('kycown.field.birthday')).fill(applicant.birthday);
  await pickRegion(filling, 'nationality');
  await onward(person);
}

export async function fillLife({ person }: Filling): Promise<void> {
  const { page, t } = person;
  await expectStep(person, 2);
  await field(page, t('kycown.field.nickname')).fill('ANNA KOVALEVA');
  await field(page, t('kycown.field.job')).selectOption('engineer');
  await field(page, t('kycown.field.occupation')).fill('Builds bridges');
  await field(page, t('kycown.field.income')).selectOption('to50k');
  await field(page, t('kycown.field.purpose')).selectOption('savings');
  await field(page, t('kycown.field.contact')).fill('By e-mail, in the evening');
  await onward(person);
}

export async function fillDocument(filling: Filling, number: string): Promise<void> {
  const { person } = filling;
  const { page, press, t } = person;
  await expectStep(person, 3);
  await pickRegion(filling, 'issuingRegion');
  await press(page.getByRole('radio', { name: t('kycown.idType.passport') }));
  await field(page, t('kycown.field.idNumber')).fill(number);
  await field(page, t('kycown.field.expiry')).fill(applicant.expiry);
  await onward(person);
}

/** The camera is on where it was allowed; its picture is good. */
export async function takePhoto({ page, press, t }: JourneyApplicant): Promise<void> {
  await expectSlow(page.getByText(t('kycown.verdict.good'))).toBeVisible();
  await press(page.getByRole('button', { name: t('kycown.capture.take') }));
  await press(page.getByRole('button', { name: t('kycown.capture.use'), exact: true }));
}

/** A stroke as a finger draws it. */
export async function sign({ page, t }: JourneyApplicant): Promise<void> {
  const pad = page.getByRole('img', { name: t('kycown.sign.pad') });
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (box === null) throw new Error('there is no place to sign');
  await page.mouse.move(box.x + box.width * 0.2, box.y + box.height * 0.6);
  await page.mouse.down();
  for (let step = 1; step <= 24; step += 1)
    await page.mouse.move(
      box.x + box.width * (0.2 + step * 0.025),
      box.y + box.height * (0.5 + 0.25 * Math.sin(step)),
    );
  await page.mouse.up();
}

export async function sendDraft({ page, press, t }: JourneyApplicant): Promise<void> {
  await page.getByRole('checkbox').check();
  await press(page.getByRole('button', { name: t('kycown.send') }));
  await expectSlow(page).toHaveURL(/\/pages\/kyc\/inreview/);
}

/** From the choice of who checks to the first step of the form. */
export async function chooseHouse({ page, press, t }: JourneyApplicant): Promise<void> {
  await page.getByRole('radio', { name: new RegExp(t('kycreview.own.title')) }).check();
  await press(page.getByRole('button', { name: t('kycreview.own.start') }));
}
