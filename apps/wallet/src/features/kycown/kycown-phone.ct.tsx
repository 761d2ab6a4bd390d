import type { openKycPhone } from '@marigold/contract/calls/kyc/phone';
/** The photos of a form on a computer, taken with a phone: a code that opens once, and a phone that can do nothing else. */
import { Refusal, type WireOutput } from '@marigold/contract/endpoint';
import { addressOfPage } from '@marigold/contract/pages';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';

import { answers, callsOf, noAnswer, UnservedAnswer } from '../../../testing/answers.ts';
import { broughtImage, choosePhoto, givenPicture, openKycForm } from '../../../testing/kyc-form.ts';
import { publish } from '../../../testing/line.ts';
import { visibleRows } from '../../../testing/look.ts';
import { sampleAuthNo, sampleKycDraft, typedOfAnna } from '../../../testing/sample-kyc.ts';
import { minute, morning } from '../../../testing/samples.ts';
import { openPage, pass } from '../../../testing/screen.tsx';
import { answersUpload, uploadBearers, uploads } from '../../../testing/upload.ts';
import { online } from '../../lib/device/online.ts';
import { session } from '../../lib/device/session.ts';
import { paths } from '../../lib/route/paths.ts';
import { clockText } from '../../lib/text/format.ts';

type Photos = WireOutput<typeof openKycPhone>;

const phonePage = addressOfPage('/pages/kyc/signup', { phone: 'on' });
const secret = 's'.repeat(43);
const link = `${phonePage}#${secret}`;
const over = new Refusal('phone_link_over');
const title = (name: string) => page.getByRole('heading', { name, exact: true });
const begin = page.getByRole('button', { name: 'It is my account' });
const take = page.getByRole('button', { name: 'Take photo' });
const use = page.getByRole('button', { name: 'Use this photo' });

function photos(given: readonly string[] = [], more: Partial<Photos> = {}): Photos {
  const wanted = (['idFront', 'idBack', 'addressProof'] as const).map((item) => ({
    item,
    isGiven: given.includes(item),
  }));
  return { account: 'a***a', idType: 'idCard', photos: wanted, expires: morning + 30 * minute, ...more };
}

async function openPhone(address = link): Promise<void> {
  answers({ 'kyc/phone/open': photos() });
  await openPage(address, { as: 'visitor' });
}

describe('a phone that opens the code', () => {
  it('asks first whose account it is, and leaves no secret in the address bar', async () => {
    await openPhone();
    await expect.element(title('Is this your account?')).toBeVisible();
    await expect
      .element(
        page.getByText(
          `For the account a***a, whose form is open on a computer. This phone can bring photos until ${clockText(morning + 30 * minute)}, and shows nothing of the form.`,
        ),
      )
      .toBeVisible();
    await expect.element(page.getByText(/^Did somebody send you this link\?/)).toBeVisible();
    expect(window.location.href).not.toContain(secret);
    expect(callsOf('kyc/phone/open')).toEqual([
      { link: secret, key: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/) },
    ]);
    await begin.click();
    await expect.element(title('3 photos to take')).toBeVisible();
    expect(visibleRows('Photos')).toEqual([
      'Front of your ID cardStill to take',
      'Back of your ID cardStill to take',
      'Proof of your addressStill to take',
    ]);
  });

  it('brings photos by its own key, the back after the front', async () => {
    await openPhone();
    await begin.click();
    const [opened] = callsOf('kyc/phone/open');
    answersUpload(broughtImage);
    answers({ 'kyc/phone/save': photos(['idFront']) });
    await take.click();
    await choosePhoto();
    await use.click();
    await expect.element(page.getByRole('heading', { name: 'Back of your ID card' })).toBeVisible();
    expect(uploads()).toMatchObject([{ kind: 'identity' }]);
    expect(uploadBearers()).toEqual([`Phone ${opened?.key}`]);
    expect(callsOf('kyc/phone/save')).toMatchObject([
      { key: opened?.key, item: 'idFront', fileId: broughtImage.fileId },
    ]);
    answers({ 'kyc/phone/save': photos(['idFront', 'idBack']) });
    await choosePhoto();
    await use.click();
    await expect.element(title('1 photo to take')).toBeVisible();
  });

  it('does not bring a photo twice whose saving got no answer', async () => {
    await openPhone();
    await begin.click();
    answersUpload(broughtImage);
    answers({ 'kyc/phone/save': noAnswer });
    await take.click();
    await choosePhoto();
    await use.click();
    await expect.element(page.getByText(/^No answer came\./)).toBeVisible();
    online.answered(Date.now());
    answers({ 'kyc/phone/save': photos(['idFront', 'idBack']) });
    await use.click();
    await expect.element(title('1 photo to take')).toBeVisible();
    expect(uploads()).toHaveLength(1);
    const [first, second] = callsOf('kyc/phone/save');
    expect(second).toEqual(first);
  });

  it('that is over in the middle says so, and logs nobody out', async () => {
    answers({ 'kyc/phone/open': photos() });
    await openPage(link);
    await begin.click();
    await take.click();
    await choosePhoto();
    answersUpload(new UnservedAnswer(401, 'unauthorised'));
    answers({ 'kyc/phone/open': over });
    await use.click();
    await expect.element(title('This link no longer works')).toBeVisible();
    expect(session.state.get().token).toBeDefined();
  });

  it('goes on after it was loaded anew, with the key of before', async () => {
    const before = { link: secret, key: 'k'.repeat(43) };
    sessionStorage.setItem('kycPhone', JSON.stringify(before));
    await openPhone(phonePage);
    await expect.element(begin).toBeVisible();
    expect(callsOf('kyc/phone/open')).toEqual([before]);
  });

  it('takes a newer code that is opened in the same tab', async () => {
    await openPhone();
    const newer = 'n'.repeat(43);
    window.location.hash = newer;
    await expect.poll(() => callsOf('kyc/phone/open').at(-1)?.link).toBe(newer);
    expect(window.location.href).not.toContain(newer);
    await expect.element(begin).toBeVisible();
  });

  it('ends when its person is done, and keeps nothing', async () => {
    answers({ 'kyc/phone/open': photos(['idFront', 'idBack', 'addressProof']), 'kyc/phone/leave': {} });
    await openPage(link, { as: 'visitor' });
    await begin.click();
    await expect.element(title('All photos are saved')).toBeVisible();
    expect(take.elements()).toEqual([]);
    await page.getByRole('button', { name: 'Finish' }).click();
    await expect.element(title('This phone is done')).toBeVisible();
    expect(callsOf('kyc/phone/leave')).toHaveLength(1);
    expect(Object.values(sessionStorage).join(' ')).not.toContain(secret);
  });

  it.for([
    ['that is over', link],
    ['that was cut off', `${phonePage}#short`],
    ['that is none', phonePage],
  ] as const)('by a code %s says what to do', async ([, address]) => {
    answers({ 'kyc/phone/open': over });
    await openPage(address, { as: 'visitor' });
    await expect.element(title('This link no longer works')).toBeVisible();
    await expect.element(page.getByText(/What was saved is kept\./)).toBeVisible();
  });

  it('without an answer says that the link still works', async () => {
    answers({ 'kyc/phone/open': noAnswer });
    await openPage(link, { as: 'visitor' });
    await expect.element(page.getByText(/^The link could not be opened\./)).toBeVisible();
    answers({ 'kyc/phone/open': photos() });
    online.answered(Date.now());
    await expect.element(begin).toBeVisible();
  });
});

describe('a form on a computer', () => {
  const step = paths.kycDocument({ record: sampleAuthNo, step: '4' });
  const bare = { typed: typedOfAnna, missing: ['idFront', 'signature'] as const };
  const offer = page.getByRole('button', { name: 'Take the photos with your phone' });
  const sheet = page.getByRole('dialog');
  const code = sheet.getByRole('img', { name: 'QR code of the link for your phone' });
  const made = { url: `https://wallet.example${link}`, expires: morning + 10 * minute };
  const opened = { isOpened: true, expires: morning + 30 * minute };
  const draftWith = (more: Partial<ReturnType<typeof sampleKycDraft>>) =>
    sampleKycDraft({ ...bare, missing: [...bare.missing], ...more });

  async function openStep(): Promise<void> {
    answers({ 'kyc/phone/handoff': made });
    const draft = { ...bare, missing: [...bare.missing] };
    await openKycForm(step, draft, { setup: { size: 'desktop' }, more: { 'kyc/phone/handoff': made } });
  }

  it('offers the phone on wide screens alone', async () => {
    await openKycForm(step, { ...bare, missing: [...bare.missing] }, {});
    await expect.element(title('Photo of your passport')).toBeVisible();
    expect(offer.elements()).toEqual([]);
  });

  it('makes one code, and shows what the phone brings as it comes', async () => {
    await openStep();
    await offer.click();
    await expect.element(code).toBeVisible();
    await expect.element(sheet.getByText(`Can be opened until ${clockText(made.expires)}.`)).toBeVisible();
    expect(callsOf('kyc/phone/handoff')).toEqual([{ authNo: sampleAuthNo }]);
    answers({ 'kyc/draft': draftWith({ phone: opened }) });
    publish('kyc');
    await expect.element(sheet.getByRole('heading', { name: 'Your phone is connected' })).toBeVisible();
    await expect
      .element(sheet.getByText(new RegExp(`^Take the photos there, until ${clockText(opened.expires)}\\.`)))
      .toBeVisible();
    answers({
      'kyc/draft': draftWith({ phone: opened, missing: ['signature'], pictures: [givenPicture('idFront')] }),
    });
    publish('kyc');
    await expect
      .poll(() => visibleRows('Photos'))
      .toEqual(['Photo of your passportSaved, encrypted', 'Proof of your addressStill to take']);
    await sheet.getByRole('button', { name: 'Close' }).last().click();
    await expect.element(title('Your photos are saved')).toBeVisible();
  });

  it('hears of the phone where the live line tells nothing', async () => {
    await openStep();
    await offer.click();
    await expect.element(code).toBeVisible();
    answers({ 'kyc/draft': draftWith({ phone: opened }) });
    await pass(6000);
    await expect.element(sheet.getByRole('heading', { name: 'Your phone is connected' })).toBeVisible();
  });

  it('makes a new code for another phone, or after the first has run out', async () => {
    await openStep();
    answers({ 'kyc/phone/handoff': { ...made, expires: morning + minute } });
    await offer.click();
    await expect.element(code).toBeVisible();
    await pass(minute);
    await expect.element(sheet.getByText(/^This code has run out\./)).toBeVisible();
    expect(code.elements()).toEqual([]);
    answers({ 'kyc/phone/handoff': { ...made, expires: morning + 25 * minute } });
    await sheet.getByRole('button', { name: 'Make a new code' }).click();
    await expect
      .element(sheet.getByText(`Can be opened until ${clockText(morning + 25 * minute)}.`))
      .toBeVisible();
    answers({ 'kyc/draft': draftWith({ phone: opened }) });
    publish('kyc');
    await expect.element(sheet.getByText(/^Take the photos there/)).toBeVisible();
    answers({ 'kyc/draft': draftWith({ phone: { isOpened: false, expires: morning + 25 * minute } }) });
    await sheet.getByRole('button', { name: 'Make a new code' }).click();
    await expect.element(code).toBeVisible();
    expect(callsOf('kyc/phone/handoff')).toHaveLength(3);
  });

  it.for([
    [noAnswer, /^The code could not be made\./],
    [new Refusal('record_closed'), /^This check is already over or is being reviewed\./],
  ] as const)('says why there is no code: %#', async ([answer, words]) => {
    await openStep();
    answers({ 'kyc/phone/handoff': answer });
    await offer.click();
    await expect.element(sheet.getByText(words)).toBeVisible();
    online.answered(Date.now());
    answers({ 'kyc/phone/handoff': made });
    await sheet.getByRole('button', { name: 'Make a new code' }).click();
    await expect.element(code).toBeVisible();
  });
});
