/** The deed of every operation, put together from the modules that own their objects. */
import { enrollOperatorDeed, resumeMoneyDeed } from './modules/audit/operations.ts';
import { setLimitDeed } from './modules/chain/operate/limits.ts';
import type { ChainOf } from './modules/chain/operations.ts';
import {
  createRereadingDeeds,
  haltAssetDeed,
  haltChainDeed,
  resumeAssetDeed,
} from './modules/chain/operations.ts';
import { setConfigDeed } from './modules/config/operations.ts';
import {
  closeDepositDeed,
  recoverDepositDeed,
  retryDepositDeed,
  settleDebtDeed,
} from './modules/deposit/operations.ts';
import { createDepositListener } from './modules/deposit/watch/listener.ts';
import { createMarketDeeds, setFeeDeed, stateDeed } from './modules/market/operations.ts';
import {
  answerTicketDeed,
  publishContentDeed,
  retireAnnouncementDeed,
} from './modules/message/operations.ts';
import { caseFacts } from './modules/operator/case-facts.ts';
import type { Deeds } from './modules/operator/reports.ts';
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
import { joinOwnTransaction } from './modules/payout/views.ts';
import { acceptRateDeed } from './modules/rate/operations.ts';
import { acceptDifferenceDeed, assignSurplusDeed, keepSurplusDeed } from './modules/reconcile/operations.ts';
import { releaseSurplus } from './modules/reconcile/surplus.ts';
import { createDecideDeed, listAccountDeed, unlistAccountDeed } from './modules/risk/operations.ts';
import type { WithExchange } from './modules/trade/operations.ts';
import { createCancelDeed, setFeeGroupDeed } from './modules/trade/operations.ts';
import { findFault } from './modules/trade/rules.ts';
import { hasOpenOrders } from './modules/trade/views.ts';
import type { Log } from './platform/process/log.ts';

export type Reached = {
  readonly log: Log;
  readonly chainOf: ChainOf;
  /** Reaches whoever runs the books. */
  readonly withExchange: WithExchange;
};

export function createDeeds({ log, chainOf, withExchange }: Reached): Deeds {
  const rereading = createRereadingDeeds({
    chainOf,
    listenerOf: (parts) => createDepositListener({ ...parts, log, joinOwnTransaction }),
    releaseMissed: releaseSurplus,
  });
  const market = createMarketDeeds({ findFault, hasOpenOrders });
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
    'risk.decide': createDecideDeed(caseFacts),
    'risk.list': listAccountDeed,
    'risk.unlist': unlistAccountDeed,
    'asset.halt': haltAssetDeed,
    'asset.resume': resumeAssetDeed,
    'asset.limit': setLimitDeed,
    'chain.halt': haltChainDeed,
    'chain.resume': rereading.resumeChain,
    'chain.rescan': rereading.rescanChain,
    'books.accept': acceptDifferenceDeed,
    'books.assign': assignSurplusDeed,
    'books.keep': keepSurplusDeed,
    'deposit.recover': recoverDepositDeed,
    'deposit.retry': retryDepositDeed,
    'deposit.settle': settleDebtDeed,
    'deposit.close': closeDepositDeed,
    'market.create': market.createMarket,
    'market.enable': stateDeed('enabled'),
    'market.hide': stateDeed('hidden'),
    'market.lock': stateDeed('locked'),
    'market.disable': stateDeed('disabled'),
    'market.rule': market.setRule,
    'market.fee': setFeeDeed,
    'market.cancel-orders': createCancelDeed(withExchange),
    'person.fee-group': setFeeGroupDeed,
  };
}
