/** Identity: what its home shows on each step and where that leads, and what Me and Home show of it. */
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';

import { answers, callsOf, lost } from '../../../testing/answers.ts';
import { publish } from '../../../testing/line.ts';
import { linksOf, mainActions, timeLeft, valueOf, visibleRows } from '../../../testing/look.ts';
import {
  kycOrder,
  kycRecord,
  paidKycOrder,
  sampleAuthNo,
  sampleKycConfig,
  sampleKycRecord,
  sampleKycStatus,
} from '../../../testing/sample-kyc.ts';
import { hour, idOf, morning } from '../../../testing/samples.ts';
import { openPage } from '../../../testing/screen.tsx';
import { paths } from '../../lib/route/paths.ts';

const record = { record: sampleAuthNo };
const orderPage = paths.kycOrder({ id: idOf(1201) });

describe('the home of identity', () => {
  it.for([
    [
      'bind',
      'Two-step verification first',
      'Set up two-step verification',
      paths.googleAuth({ back: paths.kyc() }),
    ],
    ['order', 'Verify your identity', 'Verify identity', paths.kycOrder()],
    ['pay', 'Your order waits for payment', 'Go to payment', orderPage],
    ['start', 'Ready to start', 'Start the check', paths.kycThird(record)],
    ['continue', 'Go on where you stopped', 'Continue', paths.kycThird(record)],
    ['wait', 'Your identity is being checked', 'See the review', paths.kycReview(record)],
    ['again', 'Some items are needed again', 'Give these again', paths.myKyc()],
    ['person', 'A person is looking', 'See the review', paths.kycReview(record)],
    ['done', 'Your identity is verified', 'See my verification', paths.myKyc()],
    ['final', 'Your identity could not be verified', 'Contact us', paths.contact()],
    ['disabled', 'Your verification is disabled', 'Contact us', paths.contact()],
  ] as const)('on the step %s has one thing to do', async ([nextStep, title, words, to]) => {
    const isBegun = !['bind', 'order', 'pay'].includes(nextStep);
    answers({
      'kyc/status': sampleKycStatus({
        nextStep,
        level: nextStep === 'done' ? 2 : 1,
        order: nextStep === 'pay' ? kycOrder() : isBegun ? paidKycOrder() : null,
        record: isBegun ? kycRecord() : null,
        items: isBegun ? 8 : 0,
        accepted: isBegun ? 4 : 0,
      }),
    });
    await openPage(paths.kyc());
    await expect.element(page.getByRole('heading', { name: title })).toBeVisible();
    expect(mainActions()).toEqual([[words, to]]);
  });

  it('says what each level opens, which one is reached, and what a check takes', async () => {
    await openPage(paths.kyc());
    await expect
      .poll(() => visibleRows('What each level opens'))
      .toEqual([
        'Level 1Your levelPhone or email linked$1,000 a day · $5,000 in 30 days',
        'Level 2Identity document checked$50,000 a day · $500,000 in 30 days',
        'Level 3Document and address checked$200,000 a day · $2,000,000 in 30 days',
      ]);
    expect(valueOf('Cost')).toBe('10.00 USDT / 10.00 USDC / 10.00 USD');
    expect(valueOf('Time')).toBe('Mostly within 24 hours');
    expect(valueOf('Checked by')).toBe('Verify Demo');
    await expect.element(page.getByRole('img', { name: 'Level 1 of 3' })).toBeVisible();
    expect(linksOf('Records and orders')).toEqual([
      ['My KYC list', paths.kycRecords()],
      ['My orders', paths.kycOrder()],
    ]);
  });

  it('says where a check is free', async () => {
    answers({ 'kyc/config': sampleKycConfig({ prices: [] }) });
    await openPage(paths.kyc());
    await expect.poll(() => valueOf('Cost')).toBe('Free');
  });

  it('counts the time that is left to pay', async () => {
    answers({ 'kyc/status': sampleKycStatus({ nextStep: 'pay', order: kycOrder() }) });
    await openPage(paths.kyc());
    await expect.poll(timeLeft).toMatch(/^(30:00|29:5\d)$/);
  });

  it('counts the items that were accepted, and leads to my verification', async () => {
    const under = { order: paidKycOrder(), record: kycRecord(), items: 8, accepted: 6 };
    answers({ 'kyc/status': sampleKycStatus({ nextStep: 'continue', ...under }) });
    await openPage(paths.kyc());
    await expect.element(page.getByRole('img', { name: '6 of 8 items accepted' })).toBeVisible();
    expect(linksOf('Records and orders')[0]).toEqual(['My KYC', paths.myKyc()]);
  });

  it('names each item that is needed again with its reason', async () => {
    answers({
      'kyc/status': sampleKycStatus({ nextStep: 'again', record: kycRecord(), items: 2, accepted: 1 }),
      'kyc/detail': sampleKycRecord({
        review: 'again',
        items: [
          { item: 'names', state: 'accepted', label: null, words: null },
          { item: 'idFront', state: 'again', label: 'glare', words: null },
          { item: 'liveness', state: 'again', label: null, words: null },
        ],
      }),
    });
    await openPage(paths.kyc());
    await expect
      .poll(() => visibleRows('Needed again'))
      .toEqual([
        'Front of the documentGlare covers part of the photo',
        'Live face checkPlease send this once more',
      ]);
  });

  it('says since when the company is silent, and that this is a demonstration where it answers', async () => {
    const waiting = { nextStep: 'wait', record: kycRecord() } as const;
    answers({
      'kyc/status': sampleKycStatus({ ...waiting, silentSince: morning - 2 * hour }),
      'kyc/config': sampleKycConfig({ isDemo: true }),
    });
    await openPage(paths.kyc());
    await expect
      .element(page.getByText(/^The company has not answered since 08:00.* comes back/))
      .toBeVisible();
    answers({ 'kyc/status': sampleKycStatus(waiting) });
    publish('kyc', { authNo: sampleAuthNo });
    await expect.element(page.getByText(/^This is a demonstration: nothing real is checked/)).toBeVisible();
    expect(page.getByText(/has not answered/).elements()).toEqual([]);
  });

  it.for([
    [2, true],
    [3, false],
  ] as const)('done at level %i offers a further level: %s', async ([level, isFurther]) => {
    answers({ 'kyc/status': sampleKycStatus({ nextStep: 'done', level, record: kycRecord() }) });
    await openPage(paths.kyc());
    await expect.element(page.getByText(`You are at level ${level}, and its limits hold now.`)).toBeVisible();
    const more = page.getByRole('link', { name: 'Order a check for level 3' });
    expect(more.elements()).toHaveLength(isFurther ? 1 : 0);
  });

  it('that did not come says so, and comes with another try', async () => {
    answers({ 'kyc/status': lost });
    await openPage(paths.kyc());
    await expect
      .element(page.getByText('Your verification could not be loaded. Nothing was changed.'))
      .toBeVisible();
    expect(mainActions()).toEqual([['tap to retry', null]]);
    answers({ 'kyc/status': sampleKycStatus() });
    await page.getByRole('button', { name: 'tap to retry' }).click();
    await expect.element(page.getByRole('heading', { name: 'Verify your identity' })).toBeVisible();
  });

  it('asks a visitor in', async () => {
    await openPage(paths.kyc(), { as: 'visitor' });
    await expect.element(page.getByRole('link', { name: 'Log in', exact: true })).toBeVisible();
    expect(callsOf('kyc/status')).toEqual([]);
  });
});

describe('what Me shows of identity', () => {
  it.for([
    ['order', 1, 'Level 1'],
    ['again', 1, 'Needed again'],
    ['done', 2, 'Level 2'],
  ] as const)('on the step %s', async ([nextStep, level, words]) => {
    answers({ 'kyc/status': sampleKycStatus({ nextStep, level }) });
    await openPage(paths.me());
    await expect.poll(() => visibleRows('Account')).toContain(`Identity verification${words}`);
    expect(linksOf('Account').map(([, to]) => to)).toContain(paths.kyc());
  });
});

describe('what Home shows of identity', () => {
  it('is a row while there is something to do or under way', async () => {
    answers({ 'kyc/status': sampleKycStatus({ nextStep: 'again', record: kycRecord() }) });
    await openPage(paths.home());
    await expect
      .poll(() => linksOf('Identity verification'))
      .toEqual([['Identity verificationSome items are needed again', paths.kyc()]]);
  });

  it.for(['bind', 'order', 'done'] as const)('is gone on the step %s', async (nextStep) => {
    answers({ 'kyc/status': sampleKycStatus({ nextStep: 'again', record: kycRecord() }) });
    await openPage(paths.home());
    await expect.poll(() => linksOf('Identity verification')).toHaveLength(1);
    answers({ 'kyc/status': sampleKycStatus({ nextStep }) });
    publish('kyc', { authNo: sampleAuthNo });
    await expect.poll(() => page.getByRole('list', { name: 'Identity verification' }).elements()).toEqual([]);
  });
});
