/** What screens read of identity: how far it is, what a check costs, its orders, its records and the company's page. */
import type { Contract, Path } from '@marigold/contract/contract';
import type { WireOutput } from '@marigold/contract/endpoint';

import { invalidateFor, useRead, useReadList } from '../../lib/query/queries.ts';

type Output<P extends Path> = WireOutput<Contract[P]>;

export type KycStatusNow = Output<'kyc/status'>;
export type KycStep = KycStatusNow['nextStep'];
export type KycConfig = Output<'kyc/config'>;
export type KycOrderItem = Output<'kyc/order/list'>['list'][number];
export type KycOrderDetail = Output<'kyc/order/detail'>;
export type KycRecordItem = Output<'kyc/list'>['list'][number];
export type KycRecordDetail = Output<'kyc/detail'>;
export type KycLink = Output<'kyc/third/link'>;
export type KycCompany = Output<'kyc/third/desc'>;
export type KycBindings = Output<'kyc/bind/list'>;

/** The live channel tells of steps; what it missed is asked for meanwhile. */
const movingEveryMs = 20_000;
/** The company's page is being opened: somebody waits for it on this screen. */
const openingEveryMs = 2_000;

const isMoving: Readonly<Record<KycStep, boolean>> = {
  bind: false,
  order: false,
  pay: true,
  start: false,
  continue: true,
  wait: true,
  again: false,
  person: true,
  done: false,
  final: false,
  disabled: false,
};

/** The level of this person, what is under way, and the one next step. */
export function useKycStatus(isEnabled = true) {
  return useRead(
    'kyc/status',
    {},
    {
      isEnabled,
      everyMs: (data) => (data !== undefined && isMoving[data.nextStep] ? movingEveryMs : false),
    },
  );
}

/** What a check of one's own account costs, who does it, and what each level opens. */
export function useKycConfig(isEnabled = true) {
  return useRead('kyc/config', { purpose: 'system' }, { isEnabled });
}

/** Orders of checks, the newest first. */
export function useKycOrders(isEnabled = true) {
  return useReadList('kyc/order/list', { size: 20 }, { isEnabled });
}

/** One order with what happened to it; nothing is asked for while the id is ''. */
export function useKycOrder(orderId: string) {
  return useRead('kyc/order/detail', { orderId }, { isEnabled: orderId !== '' });
}

export type KycRecordFilter = Pick<Partial<KycRecordItem>, 'status' | 'use'>;

/** Records by status and use, the newest first. */
export function useKycRecords(filter: KycRecordFilter = {}, isEnabled = true) {
  return useReadList('kyc/list', { ...filter, size: 20 }, { isEnabled });
}

/** One record, item by item; nothing is asked for while the number is ''. */
export function useKycRecord(authNo: string) {
  return useRead(
    'kyc/detail',
    { authNo },
    {
      isEnabled: authNo !== '',
      everyMs: (data) => (data !== undefined && isUnderReview[data.review] ? movingEveryMs : false),
    },
  );
}

const isUnderReview: Readonly<Record<KycRecordDetail['review'], boolean>> = {
  draft: false,
  submitted: true,
  review: true,
  held: true,
  again: false,
  approved: false,
  final: false,
};

/** Where the company's page for a record is; asked again while it is being opened, seldom once that takes long. */
export function useKycLink(authNo: string, isSlow = false) {
  const waitMs = isSlow ? movingEveryMs : openingEveryMs;
  return useRead(
    'kyc/third/link',
    { authNo },
    {
      isEnabled: authNo !== '',
      everyMs: (data) => (data?.state === 'opening' ? waitMs : false),
    },
  );
}

/** What a company checks and what its agreement is; nothing is asked for while the id is ''. */
export function useKycCompany(provider: string) {
  return useRead('kyc/third/desc', { provider }, { isEnabled: provider !== '' });
}

/** What this person has bound or asked others for, and what others ask of them. */
export function useKycBindings() {
  return useRead('kyc/bind/list', {}, { everyMs: movingEveryMs });
}

/** After an order was made, paid or cancelled, a check began, or a number was bound. */
export async function invalidateKyc(): Promise<void> {
  await invalidateFor('kyc');
}
