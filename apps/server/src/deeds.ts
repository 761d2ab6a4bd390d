/** The deed of every operation, put together from the modules that own their objects. */
import { enrollOperatorDeed, resumeMoneyDeed } from './modules/audit/operations.ts';
import { createCardDeeds } from './modules/card/operations.ts';
import type { ChainOf } from './modules/chain/operations.ts';
import { haltAssetDeed, haltChainDeed, resumeAssetDeed, setLimitDeed } from './modules/chain/operations.ts';
import { setConfigDeed } from './modules/config/operations.ts';
import {
  closeDepositDeed,
  recoverDepositDeed,
  retryDepositDeed,
  settleDebtDeed,
} from './modules/deposit/operations.ts';
import { depositCaseFacts } from './modules/deposit/views.ts';
import type { PictureReader } from './modules/file/service.ts';
import { createKycDeeds } from './modules/kyc/operations.ts';
import { setFeeDeed, stateDeed } from './modules/market/operations.ts';
import {
  answerTicketDeed,
  publishContentDeed,
  retireAnnouncementDeed,
} from './modules/message/operations.ts';
import type { Deeds } from './modules/operator/service.ts';
import {
  adoptLaneDeed,
  approvePayoutDeed,
  bumpPayoutDeed,
  cancelPayoutDeed,
  createRecogniseDeed,
  holdRestoredDeed,
  judgePayoutDeed,
  pauseLaneDeed,
  rejectPayoutDeed,
  releasePayoutDeed,
  requeuePayoutDeed,
  resumeLaneDeed,
} from './modules/payout/operations.ts';
import { payoutCaseFacts } from './modules/payout/views.ts';
import { acceptRateDeed } from './modules/rate/operations.ts';
import {
  acceptDifferenceDeed,
  assignSurplusDeed,
  createReadAgainDeeds,
  keepSurplusDeed,
} from './modules/reconcile/operations.ts';
import { createDecideDeed, listAccountDeed, unlistAccountDeed } from './modules/risk/operations.ts';
import { freezePersonDeed, unfreezePersonDeed } from './modules/shield/operations.ts';
import type { WithExchange } from './modules/trade/operations.ts';
import { createCancelDeed, setFeeGroupDeed, tradedMarketDeeds } from './modules/trade/operations.ts';
import type { IdentityKeeping } from './platform/process/identity-keys.ts';
import type { Log } from './platform/process/log.ts';

export type Reached = {
  readonly log: Log;
  readonly chainOf: ChainOf;
  /** Reaches whoever runs the books. */
  readonly withExchange: WithExchange;
  /** Asked for when an identity is opened. */
  readonly secretKey: () => string;
  readonly keeping: IdentityKeeping;
  /** Whether people are compared with a list of sanctioned persons here. */
  readonly screens: () => boolean;
  /** Where pictures of people lie. */
  readonly pictures: () => PictureReader;
};

export function createDeeds({ log, chainOf, withExchange, ...kycParts }: Reached): Deeds {
  const readAgain = createReadAgainDeeds({ chainOf, log });
  const kyc = createKycDeeds(kycParts);
  return {
    'money.resume': resumeMoneyDeed,
    'operator.enroll': enrollOperatorDeed,
    'config.set': setConfigDeed,
    'rate.accept': acceptRateDeed,
    'content.publish': publishContentDeed,
    'content.retire': retireAnnouncementDeed,
    'ticket.answer': answerTicketDeed,
    'payout.approve': approvePayoutDeed,
    'payout.reject': rejectPayoutDeed,
    'payout.requeue': requeuePayoutDeed,
    'payout.bump': bumpPayoutDeed,
    'payout.cancel': cancelPayoutDeed,
    'payout.judge': judgePayoutDeed,
    'payout.recognise': createRecogniseDeed(chainOf),
    'payout.release': releasePayoutDeed,
    'payout.restore': holdRestoredDeed,
    'lane.pause': pauseLaneDeed,
    'lane.resume': resumeLaneDeed,
    'lane.adopt': adoptLaneDeed,
    'risk.decide': createDecideDeed({ deposits: depositCaseFacts, payouts: payoutCaseFacts }),
    'risk.list': listAccountDeed,
    'risk.unlist': unlistAccountDeed,
    'asset.halt': haltAssetDeed,
    'asset.resume': resumeAssetDeed,
    'asset.limit': setLimitDeed,
    'chain.halt': haltChainDeed,
    'chain.resume': readAgain.resumeChain,
    'chain.rescan': readAgain.rescanChain,
    'books.accept': acceptDifferenceDeed,
    'books.assign': assignSurplusDeed,
    'books.keep': keepSurplusDeed,
    'deposit.recover': recoverDepositDeed,
    'deposit.retry': retryDepositDeed,
    'deposit.settle': settleDebtDeed,
    'deposit.close': closeDepositDeed,
    'market.create': tradedMarketDeeds.createMarket,
    'market.enable': stateDeed('enabled'),
    'market.hide': stateDeed('hidden'),
    'market.lock': stateDeed('locked'),
    'market.disable': stateDeed('disabled'),
    'market.rule': tradedMarketDeeds.setRule,
    'market.fee': setFeeDeed,
    'market.cancel-orders': createCancelDeed(withExchange),
    'person.fee-group': setFeeGroupDeed,
    'person.freeze': freezePersonDeed,
    'person.unfreeze': unfreezePersonDeed,
    ...createCardDeeds(kycParts),
    'kyc.show': kyc.show,
    'kyc.read': kyc.read,
    'kyc.accept-item': kyc.acceptItem,
    'kyc.again': kyc.again,
    'kyc.mrz': kyc.mrz,
    'kyc.decide': kyc.decide,
    'kyc.picture': kyc.picture,
    'kyc.refund': kyc.refund,
    'kyc.judge': kyc.judge,
    'kyc.disable': kyc.disable,
    'kyc.enable': kyc.enable,
    'kyc.hold': kyc.hold,
    'kyc.hit': kyc.hit,
    'kyc.bind': kyc.bind,
  };
}
