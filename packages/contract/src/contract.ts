import { listChains, listCountries, listCurrencies } from './base.ts';
/** Every call there is, by path. A path that is not here does not exist; a row here without a handler does not compile. */
import {
  appConfig,
  appContent,
  appPing,
  appVersion,
  lifeInsight,
  listAnnouncements,
  sendFeedback,
} from './calls/app.ts';
import { billDetail, billSummary, listBills } from './calls/bill.ts';
import {
  checkAddress,
  getAddress,
  labelAddress,
  listAddresses,
  listDeposits,
  newAddress,
} from './calls/deposit.ts';
import { exportStatus, listExports, mailExport, previewExport, startExport } from './calls/export.ts';
import type { UploadRefusal } from './calls/file.ts';
import { forgetFind, forgetReset, forgetSend, forgetVerify } from './calls/forget.ts';
import { bindGoogle, offerGoogle, renewRecoveryCodes, unbindGoogle } from './calls/google.ts';
import { inviteInfo, listInvited } from './calls/invite.ts';
import { cancelLimits, getLimits, setLimits } from './calls/limit.ts';
import {
  favorMarket,
  listFavorites,
  listMarkets,
  marketDepth,
  marketKline,
  marketTicker,
  marketTrades,
} from './calls/market.ts';
import { listMessages, messageSummary, readMessages } from './calls/message.ts';
import {
  addPasskey,
  beginPasskey,
  beginPasskeyLogin,
  listPasskeys,
  loginByPasskey,
  removePasskey,
  renamePasskey,
} from './calls/passkey.ts';
import { addPayee, deletePayee, editPayee, listPayees, recentPayees } from './calls/payee.ts';
import { makePuzzle } from './calls/puzzle.ts';
import { listRates } from './calls/rate.ts';
import { listRisks, riskDetail, submitRisk } from './calls/risk.ts';
import { listSessions, revokeSession, securityLog } from './calls/session.ts';
import { liftFreeze, reportNotMe } from './calls/shield.ts';
import {
  allowLoss,
  cancelAllOrders,
  cancelOrder,
  confirmTrading,
  estimateOrder,
  fillDetail,
  listFills,
  openOrders,
  orderDetail,
  orderHistory,
  submitOrder,
  tradeConfig,
} from './calls/trade.ts';
import {
  cancelTransfer,
  internalTransfer,
  lookupPayee,
  quoteTransfer,
  submitTransfer,
  transferConfig,
  transferDetail,
} from './calls/transfer.ts';
import {
  finishLogin,
  login,
  logout,
  register,
  resetPayPassword,
  sendCode,
  sendLoginCode,
  setPassword,
  setPayPassword,
  setPreferences,
  setProfile,
  userInfo,
} from './calls/user.ts';
import { startVerification } from './calls/verify.ts';
import { explainAsset, listAssets } from './calls/wallet.ts';
import type { Endpoint } from './endpoint.ts';

export const contract = {
  'app/config': appConfig,
  'app/ping': appPing,
  'app/version': appVersion,
  'app/content': appContent,
  'app/feedback': sendFeedback,
  'announcement/list': listAnnouncements,
  'base/country': listCountries,
  'base/currency': listCurrencies,
  'base/chain': listChains,
  'user/code/send': sendCode,
  'user/register': register,
  'user/login': login,
  'user/login/send': sendLoginCode,
  'user/login/second': finishLogin,
  'user/logout': logout,
  'user/info': userInfo,
  'user/prefs/set': setPreferences,
  'user/profile/set': setProfile,
  'user/password/set': setPassword,
  'user/paypwd/set': setPayPassword,
  'user/paypwd/reset': resetPayPassword,
  'user/forget/find': forgetFind,
  'user/forget/send': forgetSend,
  'user/forget/verify': forgetVerify,
  'user/forget/reset': forgetReset,
  'user/session/list': listSessions,
  'user/session/revoke': revokeSession,
  'user/security/log': securityLog,
  'user/puzzle': makePuzzle,
  'user/notme': reportNotMe,
  'user/freeze/lift': liftFreeze,
  'user/limit/get': getLimits,
  'user/limit/set': setLimits,
  'user/limit/cancel': cancelLimits,
  'user/google/bind': bindGoogle,
  'user/google/unbind': unbindGoogle,
  'user/google/codes': renewRecoveryCodes,
  'user/google/new': offerGoogle,
  'user/passkey/begin': beginPasskeyLogin,
  'user/passkey/login': loginByPasskey,
  'user/passkey/list': listPasskeys,
  'user/passkey/add/begin': beginPasskey,
  'user/passkey/add': addPasskey,
  'user/passkey/rename': renamePasskey,
  'user/passkey/remove': removePasskey,
  'verify/start': startVerification,
  'rate/list': listRates,
  'wallet/asset/list': listAssets,
  'wallet/asset/explain': explainAsset,
  'wallet/address/get': getAddress,
  'wallet/address/new': newAddress,
  'wallet/address/list': listAddresses,
  'wallet/address/label': labelAddress,
  'wallet/deposit/list': listDeposits,
  'payee/lookup': lookupPayee,
  'payee/check': checkAddress,
  'payee/list': listPayees,
  'payee/recent': recentPayees,
  'payee/add': addPayee,
  'payee/edit': editPayee,
  'payee/delete': deletePayee,
  'transfer/config': transferConfig,
  'transfer/internal': internalTransfer,
  'transfer/quote': quoteTransfer,
  'transfer/submit': submitTransfer,
  'transfer/detail': transferDetail,
  'transfer/cancel': cancelTransfer,
  'risk/list': listRisks,
  'risk/detail': riskDetail,
  'risk/submit': submitRisk,
  'market/list': listMarkets,
  'market/ticker': marketTicker,
  'market/depth': marketDepth,
  'market/trades': marketTrades,
  'market/kline': marketKline,
  'market/favor': favorMarket,
  'market/favorites': listFavorites,
  'trade/config': tradeConfig,
  'trade/estimate': estimateOrder,
  'trade/confirm': confirmTrading,
  'trade/allow': allowLoss,
  'trade/submit': submitOrder,
  'trade/cancel': cancelOrder,
  'trade/cancel/all': cancelAllOrders,
  'trade/open': openOrders,
  'trade/history': orderHistory,
  'trade/detail': orderDetail,
  'trade/fills': listFills,
  'trade/fill': fillDetail,
  'bill/list': listBills,
  'bill/summary': billSummary,
  'bill/detail': billDetail,
  'bill/export/preview': previewExport,
  'bill/export': startExport,
  'bill/export/status': exportStatus,
  'bill/export/list': listExports,
  'bill/export/email': mailExport,
  'message/list': listMessages,
  'message/summary': messageSummary,
  'message/read': readMessages,
  'invite/info': inviteInfo,
  'invite/list': listInvited,
  'life/insight': lifeInsight,
} as const satisfies { readonly [P in string]: Endpoint<P> };

export type Contract = typeof contract;
export type Path = keyof Contract;

/** Every refusal any call declares, plus the one the gateway itself gives for an id it knows, and those of the upload beside them. */
export type RefusalCode = Contract[Path]['refusals'][number] | UploadRefusal | 'already_applied';
