/** Binding by number: one's own at once, somebody else's by their word, and what is answered to whom. */
import { Refusal } from '@marigold/contract/endpoint';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';

import { answers, callsOf, held, lost, noAnswer, type Script } from '../../../testing/answers.ts';
import { publish } from '../../../testing/line.ts';
import { valueOf, visibleRows } from '../../../testing/look.ts';
import {
  kycBindingMade,
  kycBindingReceived,
  kycRecord,
  quietKyc,
  sampleAuthNo,
  sampleKycRecord,
} from '../../../testing/sample-kyc.ts';
import { hour, idOf, morning } from '../../../testing/samples.ts';
import { openPage, type ScreenSetup } from '../../../testing/screen.tsx';
import { paths } from '../../lib/route/paths.ts';

const title = (words: string | RegExp) => page.getByRole('heading', { name: words });
const number = page.getByRole('textbox', { name: 'KYC number' });
const purpose = page.getByRole('textbox', { name: 'Purpose' });
const contact = page.getByRole('textbox', { name: 'Contact' });
const link = page.getByRole('button', { name: 'Link', exact: true });
const ownRow = page.getByRole('button', { name: new RegExp(sampleAuthNo) });
const dialog = page.getByRole('dialog');
const password = dialog.getByLabelText('Payment password', { exact: true });
const inAWeek = morning + 7 * 24 * hour;

const own = kycRecord({ review: 'approved', use: 'notUsed', maskedName: 'A***ova' });
const bound = { status: 'normal', use: 'card', needsOwner: false, bindingId: null, expires: null } as const;
const waits = {
  status: 'notBound',
  use: 'notUsed',
  needsOwner: true,
  bindingId: idOf(1301),
  expires: inAWeek,
} as const;

const nobodys = new Refusal('record_unknown', { left: 3 }, 'authNo');

async function openAuth(script: Script = {}, setup: ScreenSetup = {}, record?: string): Promise<void> {
  answers({ ...quietKyc, ...script });
  await openPage(paths.kycAuth(record === undefined ? undefined : { record }), setup);
}

async function fill(typed = 'mk-7q2m 9xh4 t0'): Promise<void> {
  await number.fill(typed);
  await purpose.fill('A card for my work');
  await contact.fill('ann@example.com');
}

async function approve(): Promise<void> {
  await link.click();
  await expect.element(password).toBeVisible();
  await password.fill('246810');
}

describe('the form of a number', () => {
  it('asks by name for what is missing, one after the other', async () => {
    await openAuth();
    const hint = (words: string) => page.getByText(words, { exact: true });
    await expect.element(hint('Please enter the KYC number')).toBeVisible();
    await expect.element(link).toBeDisabled();
    await number.fill('7Q2M9');
    await expect.element(hint('A KYC number has ten letters or digits')).toBeVisible();
    await number.fill('7Q2M9XH4T0');
    await expect.element(hint('Please enter the purpose')).toBeVisible();
    await purpose.fill('A card for my work');
    await expect.element(hint('Please enter the contact')).toBeVisible();
    await contact.fill('ann@example.com');
    await expect.element(link).toBeEnabled();
  });

  it('takes a number as it was pasted, and shows it in capitals', async () => {
    await openAuth();
    await number.fill('mk-7q2m 9xh4 to');
    await expect.element(number).toHaveValue('7Q2M9XH4T0');
  });

  it('offers the own identities, and one that the address names is filled in', async () => {
    await openAuth({ 'kyc/list': { list: [own], next: null } }, {}, sampleAuthNo);
    await expect.element(number).toHaveValue('7Q2M9XH4T0');
    expect(callsOf('kyc/list')).toMatchObject([{ status: 'notBound', use: 'notUsed' }]);
    await number.fill('');
    await ownRow.click();
    await expect.element(number).toHaveValue('7Q2M9XH4T0');
    expect(visibleRows('Your identities')).toEqual([`${sampleAuthNo}A***ova`]);
  });

  it('waits while there is no network, and says so', async () => {
    await openAuth();
    await fill();
    window.dispatchEvent(new Event('offline'));
    await expect.element(link).toBeDisabled();
    await expect.element(page.getByText('You can do this when you are back online.')).toBeVisible();
  });

  it('stands before nobody who has no payment password', async () => {
    await openAuth({}, { as: { hasPayPassword: false } });
    expect(link.elements()).toEqual([]);
    await expect.element(title(/payment password/i)).toBeVisible();
  });

  it('says that it could not be loaded', async () => {
    await openAuth({ 'kyc/bind/list': lost });
    await expect
      .element(page.getByText('This could not be loaded. Your identity is not affected.'))
      .toBeVisible();
  });
});

describe('a number that is bound', () => {
  it('of one’s own says what follows, sends everything once, and shows where it is', async () => {
    const late = held('kyc/bind');
    await openAuth({ 'kyc/list': { list: [own], next: null }, 'kyc/bind': late.promise });
    await ownRow.click();
    await fill();
    await page.getByRole('textbox', { name: 'Description' }).fill('For the office.');
    await link.click();
    await expect.element(dialog.getByText(/^It is linked at once/)).toBeVisible();
    await password.fill('246810');
    late.resolve(bound);
    await expect.element(title('Linked')).toBeVisible();
    await expect.element(page.getByText(`${sampleAuthNo} can now be used for a card.`)).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'See the record' }))
      .toHaveAttribute('href', paths.kycRecord({ record: sampleAuthNo }));
    expect(callsOf('kyc/bind')).toMatchObject([
      {
        authNo: sampleAuthNo,
        use: 'card',
        purpose: 'A card for my work',
        contact: 'ann@example.com',
        description: 'For the office.',
        payPassword: '246810',
      },
    ]);
  });

  it('for the own account is sent so', async () => {
    await openAuth({ 'kyc/bind': { ...bound, use: 'system' } });
    await fill();
    await page.getByRole('radio', { name: /^My account/ }).click({ force: true });
    await approve();
    await expect.element(page.getByText(`${sampleAuthNo} is now linked to your account.`)).toBeVisible();
    expect(callsOf('kyc/bind')).toMatchObject([{ use: 'system' }]);
  });

  it('of somebody else waits for them, says until when, and not whether it exists', async () => {
    await openAuth({ 'kyc/bind': waits });
    await fill();
    await link.click();
    await expect.element(dialog.getByText(/^Its owner is asked first and sees your purpose/)).toBeVisible();
    await password.fill('246810');
    await expect.element(title('Waiting for the owner')).toBeVisible();
    await expect
      .element(
        page.getByText(/they can allow this until 2026-11-30 .*We do not show whether a number exists/),
      )
      .toBeVisible();
    await expect.poll(() => dialog.elements()).toEqual([]);
    await page.getByRole('button', { name: 'Link another number' }).click();
    await expect.element(number).toHaveValue('');
    await expect.element(purpose).toHaveValue('');
  });
});

describe('a number that is refused', () => {
  it('as a wrong one says how many tries are left, at its field', async () => {
    await openAuth({ 'kyc/bind': nobodys });
    await fill();
    await approve();
    await expect
      .element(page.getByRole('alert').getByText(/a character is wrong\. .*You have 3 tries left today\.$/))
      .toBeVisible();
    await expect.element(number).toHaveAttribute('aria-invalid', 'true');
    await expect.poll(() => dialog.elements()).toEqual([]);
    await number.fill('7Q2M9XH4T1');
    expect(page.getByRole('alert').elements()).toEqual([]);
  });

  it.for([
    ['try_later', { until: morning + hour }, /^You have entered too many numbers that are not yours/],
    ['record_used', {}, /^This identity is linked already or was linked before/],
    ['record_disabled', {}, /^This identity is disabled/],
    ['record_unready', {}, /^This identity is not approved yet/],
    ['not_agent', {}, /^Only your own identity can verify your account/],
    ['card_frozen', { ends: 'time', until: morning + hour }, /^Your cards are paused until/],
  ] as const)('says why: %s', async ([code, facts, words]) => {
    await openAuth({ 'kyc/bind': new Refusal(code, facts) });
    await fill();
    await approve();
    await expect.element(page.getByRole('alert').getByText(words)).toBeVisible();
    await expect.poll(() => dialog.elements()).toEqual([]);
  });

  it('with a wrong password asks for it again, and takes none once it is locked', async () => {
    await openAuth({ 'kyc/bind': new Refusal('payment_password_incorrect', { left: 4 }) });
    await fill();
    await approve();
    await expect.element(dialog.getByText(/your payment password is incorrect.*4 tries left/)).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Forgot it?' })).toBeVisible();
    answers({ 'kyc/bind': new Refusal('payment_password_locked', { until: morning + hour }) });
    await password.fill('135791');
    await expect.element(dialog.getByText(/^Too many wrong tries/)).toBeVisible();
    expect(password.elements()).toEqual([]);
  });

  it('without an answer is sent again as the same one', async () => {
    await openAuth({ 'kyc/bind': noAnswer });
    await fill();
    await approve();
    await expect.element(dialog.getByText(/^No answer came, so it may have gone through/)).toBeVisible();
    answers({ 'kyc/bind': waits });
    await password.fill('246810');
    await expect.element(title('Waiting for the owner')).toBeVisible();
    const ids = callsOf('kyc/bind').map(({ requestId }) => requestId);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });
});

describe('a wish of somebody else', () => {
  const received = { made: [], received: [kycBindingReceived({ description: 'For a trip.' })] };

  it.for([
    ['Allow', true, 'Allow this use?', 'Allowed. The identity is linked.'],
    ['Refuse', false, 'Refuse this request?', 'Refused. Nothing was linked.'],
  ] as const)('is answered with the payment password: %s', async ([words, accept, head, done]) => {
    const status = accept ? 'accepted' : 'refused';
    await openAuth({ 'kyc/bind/list': received, 'kyc/bind/answer': { status } });
    await expect.element(title('B***s wants to use your identity for a card')).toBeVisible();
    expect(valueOf('Purpose')).toBe('A card for my work');
    expect(valueOf('Contact')).toBe('ann@example.com');
    expect(valueOf('Description')).toBe('For a trip.');
    await page.getByRole('button', { name: words, exact: true }).click();
    await expect.element(dialog.getByRole('heading', { name: head })).toBeVisible();
    answers({
      'kyc/bind/list': { made: [], received: [kycBindingReceived({ status })] },
    });
    await password.fill('246810');
    await expect.element(page.getByText(done)).toBeVisible();
    expect(callsOf('kyc/bind/answer')).toMatchObject([
      { bindingId: idOf(1302), accept, payPassword: '246810' },
    ]);
    await expect.poll(() => visibleRows('Earlier requests to you')).toHaveLength(1);
    expect(page.getByRole('button', { name: words, exact: true }).elements()).toEqual([]);
  });

  it('that is over meanwhile says so and is gone', async () => {
    await openAuth({ 'kyc/bind/list': received, 'kyc/bind/answer': new Refusal('binding_over', {}) });
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await expect.element(password).toBeVisible();
    answers({ 'kyc/bind/list': { made: [], received: [kycBindingReceived({ status: 'expired' })] } });
    await password.fill('246810');
    await expect.element(page.getByText(/^This request was answered already or has expired/)).toBeVisible();
    await expect.poll(() => visibleRows('Earlier requests to you')).toHaveLength(1);
  });

  it('comes in while the page stands', async () => {
    await openAuth();
    answers({ 'kyc/bind/list': received });
    publish('kyc', { authNo: sampleAuthNo });
    await expect.element(title('B***s wants to use your identity for a card')).toBeVisible();
  });
});

it('lists what was asked before with what became of it', async () => {
  const made = [
    kycBindingMade(),
    kycBindingMade({ bindingId: idOf(1303), status: 'accepted', use: 'system' }),
    kycBindingMade({ bindingId: idOf(1304), status: 'expired' }),
  ];
  await openAuth({ 'kyc/bind/list': { made, received: [] } });
  await expect.poll(() => visibleRows('My requests')).toHaveLength(3);
  const [open, accepted, expired] = visibleRows('My requests');
  expect(open).toMatch(/^MK-7Q2M9XH4T0A card · Until 2026-11-30 .*Waiting$/);
  expect(accepted).toMatch(/My account · .*Linked$/);
  expect(expired).toMatch(/Expired$/);
});

describe('an identity that is linked', () => {
  const linked = sampleKycRecord({ review: 'approved', status: 'normal', use: 'card' });

  it('is unlinked with the payment password, and its page says what it is now', async () => {
    await openAuth({ 'kyc/detail': linked }, {}, sampleAuthNo);
    await expect.element(title('This identity is linked')).toBeVisible();
    expect(valueOf('Used for')).toBe('Card binding');
    await page.getByRole('button', { name: 'Unlink', exact: true }).click();
    await expect.element(password).toBeVisible();
    const after = sampleKycRecord({ review: 'approved', status: 'notBound', use: 'unusable' });
    answers({ 'kyc/unbind': { status: 'notBound', use: 'unusable' }, 'kyc/detail': after });
    await password.fill('246810');
    await expect.element(page.getByText('Unlinked. Your identity stays verified.')).toBeVisible();
    await expect
      .poll(() => window.location.pathname + window.location.search)
      .toBe(paths.kycRecord({ record: sampleAuthNo }));
    expect(callsOf('kyc/unbind')).toMatchObject([{ authNo: sampleAuthNo, payPassword: '246810' }]);
  });

  it.for([
    ['notUsed', 'notBound', 'Link this identity'],
    ['card', 'normal', 'Unlink'],
  ] as const)('or could be has its way here on its own page: %s', async ([use, status, words]) => {
    answers({ ...quietKyc, 'kyc/detail': sampleKycRecord({ review: 'approved', status, use }) });
    await openPage(paths.kycRecord({ record: sampleAuthNo }));
    await expect
      .element(page.getByRole('main').getByRole('link', { name: words }))
      .toHaveAttribute('href', paths.kycAuth({ record: sampleAuthNo }));
  });
});
