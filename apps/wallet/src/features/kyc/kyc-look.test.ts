/** What is decided by tables: which step of identity shows what and leads where, and what becomes of an order. */
import { expect, it } from 'vitest';

import {
  kycOrder,
  kycRecord,
  paidKycOrder,
  sampleAuthNo,
  sampleKycOrder,
  sampleKycStatus,
} from '../../../testing/sample-kyc.ts';
import { idOf, morning } from '../../../testing/samples.ts';
import { paths } from '../../lib/route/paths.ts';
import { kycLooks, litOf, nextLevel, kycWayOf } from './kyc-look.ts';
import { clockLeft, faceOf, openOrder, kycOrderSteps, stateNow } from './order-look.ts';

const record = { record: sampleAuthNo };
const order = paths.kycOrder({ id: idOf(1201) });

it.for([
  ['bind', paths.googleAuth({ back: paths.kyc() })],
  ['order', order],
  ['pay', order],
  ['start', paths.kycThird(record)],
  ['continue', paths.kycThird(record)],
  ['wait', paths.kycReview(record)],
  ['again', paths.myKyc()],
  ['person', paths.kycReview(record)],
  ['done', paths.myKyc()],
  ['final', paths.contact()],
  ['disabled', paths.contact()],
] as const)('the one action of the step %s leads to %s', ([nextStep, to]) => {
  expect(kycWayOf({ nextStep, order: kycOrder(), record: kycRecord(), way: null })).toBe(to);
  // Who gives it to a company goes on there.
  expect(kycWayOf({ nextStep, order: kycOrder(), record: kycRecord(), way: 'page' })).toBe(to);
});

it('what is given to the house goes on in its form, and the choice of who checks is over', () => {
  const status = { order: kycOrder(), record: kycRecord(), way: 'own' } as const;
  expect(kycWayOf({ nextStep: 'continue', ...status })).toBe(paths.kycPerson(record));
  expect(kycWayOf({ nextStep: 'wait', ...status })).toBe(paths.kycReview(record));
});

it('a step whose record is not there leads to the order, and without one to a new one', () => {
  expect(kycWayOf({ nextStep: 'start', order: kycOrder(), record: null, way: null })).toBe(order);
  expect(kycWayOf({ nextStep: 'wait', order: null, record: null, way: null })).toBe(paths.kycOrder());
});

it('petals are accepted items while a record is under way, and levels otherwise', () => {
  const half = { items: 8, accepted: 4 };
  expect(litOf(sampleKycStatus({ nextStep: 'continue', ...half }))).toBe(6);
  expect(litOf(sampleKycStatus({ nextStep: 'start', items: 8 }))).toBe(0);
  expect(litOf(sampleKycStatus({ nextStep: 'done', level: 2, ...half }))).toBe(8);
  expect(litOf(sampleKycStatus({ nextStep: 'done', level: 3 }))).toBe(12);
});

it('only a step that waits for a company can tell that it is silent', () => {
  const waiting = Object.entries(kycLooks).flatMap(([step, look]) =>
    look.isCompanyNeeded === true ? [step] : [],
  );
  expect(waiting).toEqual(['start', 'continue', 'wait', 'again', 'person']);
});

it('a further level is offered to whoever is done below the highest', () => {
  expect(nextLevel({ nextStep: 'done', level: 2 })).toBe(3);
  expect(nextLevel({ nextStep: 'done', level: 3 })).toBeUndefined();
  expect(nextLevel({ nextStep: 'wait', level: 1 })).toBeUndefined();
});

it.for([
  ['pending', false, 'pending'],
  ['pending', true, 'overdue'],
  ['paid', true, 'paid'],
  ['overdue', false, 'overdue'],
] as const)('an order that is %s (time up: %s) is shown as %s', ([status, isTimeUp, face]) => {
  expect(stateNow({ status }, isTimeUp)).toBe(face);
  expect(faceOf({ status, result: null, billId: null }, isTimeUp)).toBe(face);
});

it('a completed order says its result, and a cancelled one whether money came back', () => {
  const faces = [
    faceOf({ status: 'completed', result: 'approved', billId: idOf(1) }, false),
    faceOf({ status: 'completed', result: 'final', billId: idOf(1) }, false),
    faceOf({ status: 'completed', result: null, billId: null }, false),
    faceOf({ status: 'cancelled', result: null, billId: null }, false),
    faceOf({ status: 'cancelled', result: null, billId: idOf(1) }, false),
  ];
  expect(faces).toEqual(['approved', 'final', 'completed', 'cancelled', 'refunded']);
});

it('the history of an order ends with what is still to come of it', () => {
  const words = (more: Parameters<typeof sampleKycOrder>[0], isTimeUp = false) =>
    kycOrderSteps(sampleKycOrder(more), isTimeUp).map(({ status, state }) => `${status} ${state}`);
  const pending = { status: 'pending', time: morning } as const;
  expect(words({})).toEqual(['pending now', 'paid todo', 'completed todo']);
  expect(words({}, true)).toEqual(['pending done', 'overdue failed']);
  const paid = { ...paidKycOrder(), timeline: [pending, { status: 'paid', time: morning }] } as const;
  expect(words({ ...paid, timeline: [...paid.timeline] })).toEqual([
    'pending done',
    'paid done',
    'completed todo',
  ]);
  expect(words({ status: 'cancelled', timeline: [pending, { status: 'cancelled', time: morning }] })).toEqual(
    ['pending done', 'cancelled failed'],
  );
});

it('an order is open until it is completed or cancelled', () => {
  expect(openOrder(kycOrder())).toBe(idOf(1201));
  expect(openOrder(kycOrder({ status: 'overdue' }))).toBe(idOf(1201));
  expect(openOrder(kycOrder({ status: 'completed' }))).toBeUndefined();
  expect(openOrder(null)).toBeUndefined();
});

it('the time left is minutes and seconds', () => {
  expect([1800, 61, 9, 0].map(clockLeft)).toEqual(['30:00', '1:01', '0:09', '0:00']);
});
