/** Every operation and every look of the house, in the order in which the usage tells them. */
import type { Look, Operation } from './operation.ts';
import { acceptDifference, assignSurplus, keepSurplus } from './rows/books.ts';
import {
  haltCardProduct,
  judgeCardUnsent,
  listCardsWaiting,
  moveCardParcel,
  resumeCardProduct,
  shipCard,
  showCardApplication,
} from './rows/card.ts';
import {
  chainStatus,
  haltAsset,
  haltChain,
  rescanChain,
  resumeAsset,
  resumeChain,
  setLimit,
} from './rows/chain.ts';
import { closeDeposit, recoverDeposit, retryDeposit, settleDebt } from './rows/deposit.ts';
import { acceptRate, enrollOperator, moneyAudit, moneyStatus, resumeMoney, setConfig } from './rows/house.ts';
import {
  acceptKycItem,
  askKycItemAgain,
  decideKyc,
  disableKyc,
  enableKyc,
  holdKyc,
  judgeBinding,
  judgeHit,
  judgeKyc,
  listKycHeld,
  readKycLines,
  readTypedKyc,
  openKycPicture,
  refundKyc,
  showKyc,
} from './rows/kyc.ts';
import { adoptLane, pauseLane, resumeLane } from './rows/lane.ts';
import {
  cancelOrders,
  createMarket,
  disableMarket,
  enableMarket,
  hideMarket,
  listAllMarkets,
  lockMarket,
  setFee,
  setFeeGroup,
  setRule,
} from './rows/market.ts';
import {
  approvePayout,
  bumpPayout,
  cancelPayout,
  holdRestored,
  judgePayout,
  recognisePayout,
  rejectPayout,
  releasePayout,
  requeuePayout,
} from './rows/payout.ts';
import { freezePerson, unfreezePerson } from './rows/person.ts';
import { decideCase, listAccount, unlistAccount } from './rows/risk.ts';
import { answerTicket, listTickets, publishContent, retireAnnouncement } from './rows/words.ts';

const rows = [
  moneyStatus,
  moneyAudit,
  resumeMoney,
  enrollOperator,
  setConfig,
  acceptRate,
  publishContent,
  retireAnnouncement,
  listTickets,
  answerTicket,
  chainStatus,
  approvePayout,
  rejectPayout,
  requeuePayout,
  bumpPayout,
  cancelPayout,
  judgePayout,
  pauseLane,
  resumeLane,
  adoptLane,
  holdRestored,
  recognisePayout,
  releasePayout,
  decideCase,
  haltAsset,
  resumeAsset,
  haltChain,
  resumeChain,
  rescanChain,
  acceptDifference,
  assignSurplus,
  keepSurplus,
  recoverDeposit,
  retryDeposit,
  settleDebt,
  closeDeposit,
  listAccount,
  unlistAccount,
  setLimit,
  listAllMarkets,
  createMarket,
  enableMarket,
  hideMarket,
  lockMarket,
  disableMarket,
  setRule,
  setFee,
  setFeeGroup,
  cancelOrders,
  freezePerson,
  unfreezePerson,
  listKycHeld,
  showKyc,
  readTypedKyc,
  acceptKycItem,
  askKycItemAgain,
  readKycLines,
  decideKyc,
  openKycPicture,
  refundKyc,
  judgeKyc,
  disableKyc,
  enableKyc,
  holdKyc,
  judgeHit,
  judgeBinding,
  listCardsWaiting,
  showCardApplication,
  shipCard,
  moveCardParcel,
  judgeCardUnsent,
  haltCardProduct,
  resumeCardProduct,
] as const;

type Row = (typeof rows)[number];

/** By name. */
export type Operations = {
  readonly [One in Extract<Row, { readonly persons: 1 | 2 }> as One['name']]: One;
};
export type Looks = { readonly [One in Extract<Row, { readonly persons: 0 }> as One['name']]: One };
export type OperationName = keyof Operations;
export type LookName = keyof Looks;

export const commands: readonly (Operation<OperationName> | Look<LookName>)[] = rows;
