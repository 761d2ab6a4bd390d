/** The signature, the agreement and the sending: nothing is sent twice, and only what is asked. */
import { Refusal } from '@marigold/contract/endpoint';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';

import { answers, callsOf, held, noAnswer, type Script } from '../../../testing/answers.ts';
import { broughtImage, choosePhoto, givenPicture } from '../../../testing/kyc-form.ts';
import { openKycForm, wholeKycDraft } from '../../../testing/kyc-form.ts';
import { saying, visibleRows } from '../../../testing/look.ts';
import {
  kycDraftScript,
  kycRecord,
  quietKyc,
  sampleAuthNo,
  sampleKycDraft,
  sampleKycRecord,
  sampleKycStatus,
  typedOfAnna,
} from '../../../testing/sample-kyc.ts';
import { minute, morning } from '../../../testing/samples.ts';
import { openPage, quiet } from '../../../testing/screen.tsx';
import { answersUpload, uploads } from '../../../testing/upload.ts';
import { online } from '../../lib/device/online.ts';
import { paths } from '../../lib/route/paths.ts';

type Step = '6';

const goOn = page.getByRole('button', { name: 'Continue' });
const saveAndExit = page.getByRole('button', { name: 'Save & exit' }).first();
const use = page.getByRole('button', { name: 'Use this photo' });
const send = page.getByRole('button', { name: 'Send for review' });
const agree = page.getByRole('checkbox', { name: /^I agree to the agreement/ });
const typing = page.getByRole('switch', { name: 'Type your name instead' });
const field = (name: string) => page.getByLabelText(name, { exact: true });
const title = (name: string) => page.getByRole('heading', { name });
const alerts = () =>
  page
    .getByRole('alert')
    .elements()
    .map((one) => one.textContent);
const review = paths.kycReview({ record: sampleAuthNo });

const addressOf = (step: Step) => paths.kycDocument({ record: sampleAuthNo, step });
const here = () => window.location.pathname + window.location.search;
const whole = wholeKycDraft;

async function openStep(
  step: Step,
  draft: Parameters<typeof openKycForm>[1] = {},
  how: Parameters<typeof openKycForm>[2] = {},
): Promise<void> {
  await openKycForm(addressOf(step), draft, how);
}

// What is read on the page that a test ends on would be lost in the next one.
afterEach(quiet);

describe('step 6, the signature and the sending', () => {
  const unsigned: typeof wholeKycDraft = {
    ...whole,
    missing: ['signature'],
    pictures: [givenPicture('idFront')],
  };

  it('asks for the signature and the agreement by their names, and sends nothing', async () => {
    await openStep('6', unsigned);
    await send.click();
    await expect.poll(alerts).toEqual(['Please sign', 'Please accept the agreement']);
    expect(callsOf('kyc/submit')).toEqual([]);
  });

  it('brings the signature, seals it, sends everything once, and shows what becomes of it', async () => {
    await openStep('6', unsigned, { more: { 'kyc/submit': { authNo: sampleAuthNo, review: 'submitted' } } });
    answersUpload(broughtImage);
    await typing.click();
    await agree.click();
    await send.click();
    await expect.poll(here).toBe(review);
    expect(uploads()).toMatchObject([{ kind: 'signature' }]);
    expect(callsOf('kyc/save')[0]?.items).toEqual({ signature: { fileId: broughtImage.fileId } });
    expect(callsOf('kyc/submit')).toMatchObject([
      { authNo: sampleAuthNo, agreed: { contentId: 'kyc-house', version: 1 } },
    ]);
    await expect.element(title('A person is looking at it')).toBeVisible();
  });

  it('keeps what was signed when it is left', async () => {
    await openStep('6', unsigned);
    answersUpload(broughtImage);
    await typing.click();
    await expect.element(page.getByRole('img', { name: 'Signature field, signed' })).toBeVisible();
    await saveAndExit.click();
    await expect.poll(here).toBe(paths.kyc());
    expect(callsOf('kyc/save')[0]?.items).toEqual({ signature: { fileId: broughtImage.fileId } });
  });

  it('shows the agreement over the page, which stays as it is', async () => {
    await openStep('6', whole, {
      more: {
        'app/content': {
          id: 'kyc-house',
          kind: 'agreement',
          title: 'Agreement on the identity check by Marigold',
          version: 1,
          time: morning,
          language: 'en',
          blocks: [{ kind: 'paragraph', text: [{ text: 'What is checked.', style: 'plain', link: null }] }],
        },
      },
    });
    await agree.click();
    await page.getByRole('button', { name: 'Read the agreement' }).click();
    await expect.element(page.getByText('What is checked.')).toBeVisible();
    await page.getByRole('button', { name: 'Close' }).last().click();
    await expect.element(agree).toBeChecked();
  });

  it('names what earlier steps lack, leads there, and sends nothing', async () => {
    await openStep('6', {
      ...whole,
      missing: ['birthday'],
      problems: [{ item: 'expiry', problem: 'expires_soon' }],
    });
    await expect
      .poll(() => visibleRows('Still to give'))
      .toEqual(['Date of birthStill to give', 'Expiry dateTo correct']);
    await agree.click();
    await send.click();
    await expect.element(page.getByText(/^Something is still missing or wrong\./)).toBeVisible();
    expect(callsOf('kyc/submit')).toEqual([]);
    await page.getByRole('link', { name: saying('Date of birth') }).click();
    await expect.poll(here).toBe(paths.kycPerson({ record: sampleAuthNo, step: '1' }));
  });

  it('asks for an agreement that changed anew, and says so beneath it', async () => {
    await openStep('6', whole, { more: { 'kyc/submit': new Refusal('agreement_missing') } });
    await agree.click();
    const changed = { contentId: 'kyc-house', version: 2, isAccepted: false };
    const late = held('kyc/draft');
    answers({ 'kyc/draft': late.promise });
    const before = callsOf('kyc/draft').length;
    await send.click();
    await expect.poll(() => callsOf('kyc/draft').length).toBe(before + 1);
    // Nobody is asked to agree once more before what they agree to is on screen.
    expect(alerts()).toEqual([]);
    late.resolve(sampleKycDraft({ ...whole, agreement: changed }));
    await expect.poll(alerts).toEqual([expect.stringMatching(/^The agreement has changed/)]);
    await expect.element(agree).not.toBeChecked();
  });

  it('says that it may be sent once more where no answer came', async () => {
    await openStep('6', whole, { more: { 'kyc/submit': noAnswer } });
    await agree.click();
    await send.click();
    await expect.element(page.getByText(/^No answer came\./)).toBeVisible();
    online.answered(Date.now());
    answers({ 'kyc/submit': { authNo: sampleAuthNo, review: 'submitted' } });
    await send.click();
    await expect.poll(here).toBe(review);
    const [first, second] = callsOf('kyc/submit');
    expect(second).toEqual(first);
  });

  it.for([
    ['provider_unavailable', /^The verification company cannot be used right now\./],
    ['items_wrong', /^Something cannot be sent like this\./],
  ] as const)('says why it is not sent: %s', async ([code, words]) => {
    await openStep('6', whole, { more: { 'kyc/submit': new Refusal(code) } });
    await agree.click();
    await send.click();
    await expect.element(page.getByText(words)).toBeVisible();
  });

  it('leads on where it was sent from elsewhere', async () => {
    await openStep('6', whole, { more: { 'kyc/submit': new Refusal('record_closed') } });
    await agree.click();
    answers({ 'kyc/draft': new Refusal('record_closed') });
    await send.click();
    await expect.poll(here).toBe(review);
  });
});

describe('contacts that are not the account’s', () => {
  const withContacts: typeof wholeKycDraft = {
    ...whole,
    typed: { ...typedOfAnna, phone: '+995555012467', email: 'anna@example.com' },
    proven: ['phone'],
  };
  const code = field('Code for anna@example.com');
  const sent = { masked: 'an***@example.com', channel: 'email', ttl: 300, resendIn: 60 } as const;

  it('are proven by a code, asked for by its name; the account’s own are not asked', async () => {
    await openStep('6', withContacts, {
      more: { 'user/code/send': sent, 'kyc/submit': { authNo: sampleAuthNo, review: 'submitted' } },
    });
    expect(field('Code for +995555012467').elements()).toEqual([]);
    await agree.click();
    await send.click();
    await expect.element(code).toHaveAccessibleDescription(saying('Please enter the email code'));
    expect(callsOf('kyc/submit')).toEqual([]);
    await page.getByRole('button', { name: 'Send code' }).click();
    await expect.element(page.getByText(/^Code sent to an\*\*\*@example\.com\./)).toBeVisible();
    await code.fill('246 810');
    await send.click();
    await expect.poll(here).toBe(review);
    expect(callsOf('kyc/submit')).toMatchObject([{ codes: { email: '246810' } }]);
  });

  it.for([
    [
      'incorrect',
      new Refusal('code_incorrect', { left: 2 }, 'codes.email'),
      'Verification code is incorrect',
    ],
    ['expired', new Refusal('code_expired', {}, 'codes.email'), 'This code has expired'],
  ] as const)('say at the code that it is %s, and keep everything else', async ([, refusal, words]) => {
    await openStep('6', withContacts, { more: { 'kyc/submit': refusal } });
    await agree.click();
    await code.fill('111111');
    await send.click();
    await expect.element(code).toHaveAccessibleDescription(saying(words));
    await expect.element(agree).toBeChecked();
    await code.fill('246810');
    await expect.element(code).not.toHaveAccessibleDescription(saying(words));
  });

  const none = page.getByText(/^No code arrived\?/);

  it('are left out or changed where no code comes, whoever has them', async () => {
    await openStep('6', withContacts, { more: { 'user/code/send': sent } });
    expect(none.elements()).toEqual([]);
    await page.getByRole('button', { name: 'Send code' }).click();
    await expect
      .element(page.getByText(/say why\. Leave this contact out, or give another one/))
      .toBeVisible();
    await page.getByRole('link', { name: 'Change contacts' }).click();
    await expect.poll(here).toBe(paths.kycPerson({ record: sampleAuthNo, step: '2' }));
    await expect.element(field('Email')).toHaveValue('anna@example.com');
  });

  it('that are asked once more cannot be left out', async () => {
    const again: typeof wholeKycDraft = { ...withContacts, review: 'again', open: ['email'] };
    await openStep('6', again, { more: { 'user/code/send': sent } });
    await page.getByRole('button', { name: 'Send code' }).click();
    await expect.element(page.getByText(/say why\. Give another contact of yours\./)).toBeVisible();
  });

  it('say why no code is sent', async () => {
    const soon = new Refusal('code_too_soon', { seconds: minute / 1000 });
    await openStep('6', withContacts, { more: { 'user/code/send': soon } });
    await page.getByRole('button', { name: 'Send code' }).click();
    await expect.element(code).toHaveAccessibleDescription(saying('A code was just sent.'));
  });
});

describe('what is asked once more', () => {
  const items = sampleKycRecord().items.map((one) => {
    if (one.item === 'birthday')
      return { ...one, state: 'again' as const, label: 'birthdayDiffers' as const };
    if (one.item === 'idFront') return { ...one, state: 'again' as const, label: 'blurred' as const };
    return { ...one, state: 'accepted' as const };
  });
  const record = sampleKycRecord({ review: 'again', provider: 'Marigold', items, attemptsLeft: 2 });
  const again: typeof wholeKycDraft = {
    ...whole,
    review: 'again',
    open: ['birthday', 'idFront'],
    missing: ['birthday', 'idFront'],
    attemptsLeft: 2,
  };
  const more: Script = {
    'kyc/detail': record,
    'kyc/resubmit': { authNo: sampleAuthNo, review: 'submitted' },
  };

  it('is shown alone, with the reason in our words and the attempts that are left', async () => {
    answers({ ...quietKyc, ...kycDraftScript(sampleKycDraft(again)), ...more });
    await openPage(paths.kycPerson({ record: sampleAuthNo }));
    await expect.element(page.getByText('Step 1 of 3 · You')).toBeVisible();
    await expect
      .poll(() => visibleRows('Needed again'))
      .toEqual(['Date of birthThe date of birth is not the one on the document']);
    await expect.element(page.getByText('2 attempts left')).toBeVisible();
    expect(field('First name').elements()).toEqual([]);
  });

  it('goes step by step to the sending, which sends it again without an agreement', async () => {
    answers({ ...quietKyc, ...kycDraftScript(sampleKycDraft(again)), ...more });
    await openPage(paths.kycPerson({ record: sampleAuthNo, step: '1' }));
    answersUpload(broughtImage);
    await field('Date of birth').fill('1990-05-16');
    await goOn.click();
    await expect.element(page.getByText('The photo is blurred')).toBeVisible();
    await choosePhoto();
    await use.click();
    await expect.element(page.getByText('Step 3 of 3 · Send')).toBeVisible();
    expect(agree.elements()).toEqual([]);
    answers({ 'kyc/detail': { ...record, review: 'submitted' } });
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect.poll(here).toBe(review);
    expect(callsOf('kyc/resubmit')).toMatchObject([{ authNo: sampleAuthNo }]);
    expect(callsOf('kyc/submit')).toEqual([]);
  });

  it('is reached from the record of the house', async () => {
    answers({
      ...quietKyc,
      ...more,
      'kyc/status': sampleKycStatus({
        nextStep: 'again',
        way: 'own',
        record: kycRecord({ review: 'again', provider: 'Marigold' }),
      }),
    });
    await openPage(paths.myKyc());
    await expect
      .element(page.getByRole('link', { name: 'Give these again' }))
      .toHaveAttribute('href', paths.kycPerson({ record: sampleAuthNo }));
  });
});
