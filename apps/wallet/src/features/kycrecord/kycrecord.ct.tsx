/** The records of a verification: how far each is, what is asked again and why, what is kept, and what nobody else sees. */
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';

import { answers, callsOf, lost, type Script, UnservedAnswer } from '../../../testing/answers.ts';
import { publish } from '../../../testing/line.ts';
import { linksOf, valueOf, visibleRows } from '../../../testing/look.ts';
import {
  kycRecord,
  quietKyc,
  sampleAuthNo,
  sampleKycRecord,
  sampleKycStatus,
} from '../../../testing/sample-kyc.ts';
import { day, hour, idOf, minute, morning } from '../../../testing/samples.ts';
import { openPage, type ScreenSetup } from '../../../testing/screen.tsx';
import { paths } from '../../lib/route/paths.ts';

const title = (words: string | RegExp) => page.getByRole('heading', { name: words });
const link = (name: string) => page.getByRole('main').getByRole('link', { name });
const here = () => window.location.pathname + window.location.search;
const notLoaded = page.getByText('This could not be loaded. Your money is not affected.');

const made = { review: 'draft', time: morning - hour } as const;
const taken = { review: 'review', time: morning - 40 * minute } as const;
const accepted = sampleKycRecord().items.map((one) => ({ ...one, state: 'accepted' as const }));

const waiting = sampleKycRecord({
  review: 'review',
  provider: 'Verify Demo',
  maskedName: 'A***ova',
  timeline: [made, taken],
});
const approved = sampleKycRecord({
  review: 'approved',
  status: 'normal',
  use: 'system',
  provider: 'Verify Demo',
  maskedName: 'A***ova',
  items: accepted,
  document: {
    idType: 'passport',
    maskedNumber: 'N•••••417',
    issuingRegion: 'KZ',
    nationality: 'KZ',
    birthYear: '1990',
    expiry: null,
  },
  timeline: [made, taken, { review: 'approved', time: morning - 30 * minute }],
});
const again = sampleKycRecord({
  review: 'again',
  provider: 'Verify Demo',
  attemptsLeft: 2,
  items: accepted.map((one) =>
    one.item === 'idFront'
      ? { ...one, state: 'again' as const, label: 'glare' as const, words: 'Please avoid the flash' }
      : one,
  ),
  timeline: [made, taken, { review: 'again', time: morning - 30 * minute }],
});

type Detail = NonNullable<Script['kyc/detail']>;

const nobody = new UnservedAnswer(404, 'not_found');

async function openReview(detail: Detail, more: Script = {}): Promise<void> {
  answers({ ...quietKyc, ...more, 'kyc/detail': detail });
  await openPage(paths.kycReview({ record: sampleAuthNo }));
}

async function openMine(detail: typeof approved, setup: ScreenSetup = {}): Promise<void> {
  const record = kycRecord({ review: detail.review });
  answers({ ...quietKyc, 'kyc/status': sampleKycStatus({ record }), 'kyc/detail': detail });
  await openPage(paths.myKyc(), setup);
}

async function openRecord(detail: Detail): Promise<void> {
  answers({ ...quietKyc, 'kyc/detail': detail });
  await openPage(paths.kycRecord({ record: sampleAuthNo }));
}

const steps = () =>
  page
    .getByRole('list', { name: 'Steps of the check' })
    .getByRole('listitem')
    .elements()
    .map((row) => row.textContent);

describe('a review', () => {
  it('says what is done, what is now, when most are done, and what may be done meanwhile', async () => {
    await openReview(waiting);
    await expect.element(title('We are checking your identity')).toBeVisible();
    await expect.element(page.getByText(/^Most checks finish within 24 hours\./)).toBeVisible();
    expect(steps()).toEqual([
      'Done: Documents received09:20',
      'Now: Automatic checksnow',
      'Upcoming: Review by a person, if needed',
    ]);
    await expect.element(page.getByRole('img', { name: '4 of 12 shares done' })).toBeVisible();
    await expect.element(page.getByText('Meanwhile you can receive, hold and trade.')).toBeVisible();
    await expect.element(link('Back to home')).toHaveAttribute('href', paths.home());
  });

  it('follows what the company finds while it is looked at', async () => {
    await openReview(waiting);
    answers({
      'kyc/detail': approved,
      'kyc/status': sampleKycStatus({ level: 2, nextStep: 'done' }),
    });
    publish('kyc', { authNo: sampleAuthNo });
    await expect.element(title('Your identity is verified')).toBeVisible();
    await expect
      .element(page.getByText('You are at level 2 and can send up to $50,000 a day and $500,000 in 30 days.'))
      .toBeVisible();
  });

  it.for([
    ['submitted', 'We have your documents'],
    ['held', 'A person is looking at it'],
    ['draft', 'Your documents are not sent yet'],
  ] as const)('that is %s says so: %s', async ([review, words]) => {
    await openReview({ ...waiting, review, timeline: [made, { review, time: morning }] });
    await expect.element(title(words)).toBeVisible();
  });

  it('takes silence for no refusal', async () => {
    await openReview({ ...waiting, silentSince: morning - 2 * hour });
    await expect.element(title('Still with the company')).toBeVisible();
    await expect.element(page.getByText(/since 08:00\. That is no refusal: we keep asking\./)).toBeVisible();
  });

  it('that asks for something again leads to what that is', async () => {
    await openReview(again);
    await expect.element(title('1 item is needed again')).toBeVisible();
    await expect.element(page.getByText(/2 attempts left\.$/)).toBeVisible();
    await expect.element(link('See what is needed')).toHaveAttribute('href', paths.myKyc());
  });

  it.for([
    [{ review: 'final', reason: 'attempts_used' }, /^All attempts are used up\./],
    [{ review: 'approved', reason: 'withdrawn' }, /^The company withdrew its approval\./],
    [{ review: 'draft', reason: 'provider_away' }, /What you paid has come back\.$/],
    [{ review: 'final', reason: null }, /^Contact us if you think this is a mistake\./],
  ] as const)('that does not hold says why, and where help is: %o', async ([more, words]) => {
    await openReview({ ...waiting, ...more, status: 'disabled' });
    await expect.element(page.getByText(words)).toBeVisible();
    await expect.element(link('Contact support')).toHaveAttribute('href', paths.contact());
    expect(page.getByText('Meanwhile you can receive, hold and trade.').elements()).toEqual([]);
  });

  it('of nobody here is not found', async () => {
    await openReview(nobody);
    await expect.element(title('No such record')).toBeVisible();
  });

  it('that did not come says so', async () => {
    await openReview(lost);
    await expect.element(notLoaded).toBeVisible();
  });
});

describe('the own verification', () => {
  it('that never was leads to where it begins', async () => {
    answers(quietKyc);
    await openPage(paths.myKyc());
    await expect.element(title('Not verified yet')).toBeVisible();
    await expect.element(link('Identity verification')).toHaveAttribute('href', paths.kyc());
    expect(callsOf('kyc/detail')).toEqual([]);
  });

  it('shows what was read off the document, masked', async () => {
    await openMine(approved);
    await expect.poll(() => valueOf('Document number')).toBe('N•••••417');
    expect(valueOf('Kind of document')).toBe('Passport');
    expect(valueOf('Issuing region')).toBe('Kazakhstan');
    expect(valueOf('Year of birth')).toBe('1990');
    expect(valueOf('Expiry date')).toBe('Does not expire');
  });

  it('names what is asked again first, in our words and in those of the company, and goes on there', async () => {
    await openMine(again);
    await expect
      .poll(() => visibleRows('What is checked')[0])
      .toBe(
        'Front of the documentGlare covers part of the photoPlease avoid the flashVerify Demo wrote this',
      );
    expect(document.querySelector('blockquote p')?.textContent).toBe('Please avoid the flash');
    await expect.element(page.getByText(/2 attempts left\.$/)).toBeVisible();
    await expect
      .element(link('Continue at Verify Demo'))
      .toHaveAttribute('href', paths.kycThird({ record: sampleAuthNo }));
  });

  it('says what is kept, how, and until when', async () => {
    await openMine({ ...approved, termYears: 7 });
    await expect
      .element(page.getByText('It is kept while this verification is in use, and erased 7 years after that.'))
      .toBeVisible();
    await expect.element(page.getByText(/Each time one of our people opens it/)).toBeVisible();
  });

  it('leads to its review while somebody looks at it', async () => {
    await openMine(waiting);
    await expect
      .element(link('See how far it is'))
      .toHaveAttribute('href', paths.kycReview({ record: sampleAuthNo }));
  });

  it('that did not come says so, and comes with another try', async () => {
    answers({ ...quietKyc, 'kyc/status': lost });
    await openPage(paths.myKyc());
    await expect.element(notLoaded).toBeVisible();
    answers({ 'kyc/status': sampleKycStatus() });
    await page.getByRole('button', { name: 'tap to retry' }).click();
    await expect.element(title('Not verified yet')).toBeVisible();
  });
});

const own = kycRecord({ status: 'normal', use: 'system', review: 'approved', maskedName: 'A***ova' });
const other = kycRecord({ authNo: 'MK-8Q2M9XH4T0', purpose: 'card', created: morning - 3 * day });

describe('the list of records', () => {
  it('names each with its number, its status and its use, and leads to it', async () => {
    answers({ ...quietKyc, 'kyc/list': { list: [own, other], next: null } });
    await openPage(paths.kycRecords());
    await expect
      .poll(() => visibleRows('Records of verification'))
      .toEqual([
        'A***ovaMK-7Q2M9XH4T0 · TodayNormalAccount verification',
        'For a cardMK-8Q2M9XH4T0 · 2026-11-20Not linkedNot usable yet',
      ]);
    expect(linksOf('Records of verification').map(([, to]) => to)).toEqual([
      paths.kycRecord({ record: own.authNo }),
      paths.kycRecord({ record: other.authNo }),
    ]);
  });

  it('is filtered by status and use, in its address', async () => {
    answers({ ...quietKyc, 'kyc/list': { list: [own], next: null } });
    await openPage(paths.kycRecords());
    await page.getByRole('button', { name: 'Status: Any status' }).click();
    answers({ 'kyc/list': { list: [], next: null } });
    await page.getByRole('button', { name: 'Disabled' }).click();
    await expect.poll(here).toBe(paths.kycRecords({ status: 'disabled' }));
    await expect.element(title('No records here')).toBeVisible();
    expect(callsOf('kyc/list').at(-1)).toMatchObject({ status: 'disabled' });
    await link('Clear filters').click();
    await expect.poll(here).toBe(paths.kycRecords());
  });

  it('that is empty says what makes a record', async () => {
    answers(quietKyc);
    await openPage(paths.kycRecords());
    await expect.element(title('No records yet')).toBeVisible();
  });

  it('reads on where it is long', async () => {
    answers({
      ...quietKyc,
      'kyc/list': ({ cursor }) =>
        cursor === undefined ? { list: [own], next: 'more' } : { list: [other], next: null },
    });
    await openPage(paths.kycRecords());
    await expect.poll(() => visibleRows('Records of verification').length).toBe(2);
  });

  it('has the record that is chosen beside it on a wide screen', async () => {
    answers({ ...quietKyc, 'kyc/list': { list: [own, other], next: null } });
    await openPage(paths.kycRecords(), { size: 'desktop' });
    await expect.poll(() => valueOf('KYC number')).toBe(own.authNo);
    await page.getByRole('link', { name: /^For a card/ }).click();
    await expect.poll(() => valueOf('KYC number')).toBe(other.authNo);
    expect(here()).toBe(paths.kycRecords({ record: other.authNo }));
  });

  it('that did not come says so', async () => {
    answers({ ...quietKyc, 'kyc/list': lost });
    await openPage(paths.kycRecords());
    await expect.element(notLoaded).toBeVisible();
  });
});

describe('a record', () => {
  it('stands with everything that is known of it', async () => {
    await openRecord(approved);
    await expect.poll(() => valueOf('KYC number')).toBe(sampleAuthNo);
    expect(valueOf('Status')).toBe('Normal');
    expect(valueOf('Use')).toBe('Account verification');
    expect(valueOf('Review')).toBe('Approved');
    expect(valueOf('Company')).toBe('Verify Demo');
    expect(valueOf('Created')).toBe('2026-11-23 09:00:00');
    expect(valueOf('Card')).toBeUndefined();
    await expect.element(page.getByRole('button', { name: 'Copy: KYC number' })).toBeVisible();
    await expect.element(link('See the order')).toHaveAttribute('href', paths.kycOrder({ id: idOf(1201) }));
  });

  it('for a card says that none is linked', async () => {
    await openRecord({ ...approved, purpose: 'card', status: 'notBound', use: 'notUsed' });
    await expect.poll(() => valueOf('Card')).toBe('No card linked');
  });

  it('that is disabled says why, and where help is', async () => {
    await openRecord({ ...approved, status: 'disabled', reason: 'operator' });
    await expect.element(page.getByText(/^It was disabled by Marigold\./)).toBeVisible();
    await expect.element(link('Contact support')).toHaveAttribute('href', paths.contact());
  });

  it('that ended says until when it is kept', async () => {
    const keptUntil = Date.UTC(2031, 10, 23, 12);
    await openRecord({ ...approved, status: 'disabled', reason: 'expired', keptUntil });
    await expect
      .element(page.getByText('It is erased after 2031-11-23, unless the law requires us to keep it longer.'))
      .toBeVisible();
  });

  it('that was erased says when, and what is left', async () => {
    const erasedAt = Date.UTC(2031, 10, 24, 12);
    const gone = { maskedName: null, document: null, status: 'disabled', reason: 'expired' } as const;
    await openRecord({ ...approved, ...gone, erasedAt });
    const erased =
      'What was read off your document was erased on 2031-11-24, and Verify Demo was asked to erase it too.';
    await expect.element(page.getByText(erased)).toBeVisible();
    await expect
      .element(page.getByText('The number of this verification, its steps and their dates stay.'))
      .toBeVisible();
    expect(page.getByText(/It is encrypted/).elements()).toEqual([]);
    expect(valueOf('Document number')).toBeUndefined();
  });

  it('of somebody else is not found, like one that is none', async () => {
    await openRecord(nobody);
    await expect.element(title('No such record')).toBeVisible();
    await expect.element(link('All records')).toHaveAttribute('href', paths.kycRecords());
  });

  it('without a number is not asked for', async () => {
    answers(quietKyc);
    await openPage(paths.kycRecord({}));
    await expect.element(title('No such record')).toBeVisible();
    expect(callsOf('kyc/detail')).toEqual([]);
  });
});
