/** Every call there is, by path. A path that is not here does not exist; a row here without a handler does not compile. */
import { appConfig, appPing } from './app.ts';
import { billDetail, billSummary, listBills } from './bill.ts';
import type { Endpoint } from './endpoint.ts';
import { listRates } from './rate.ts';
import { internalTransfer, lookupPayee, transferConfig } from './transfer.ts';
import { login, logout, register, sendCode, setPayPassword, setPreferences, userInfo } from './user.ts';
import { startVerification } from './verify.ts';
import { explainAsset, listAssets } from './wallet.ts';

export const contract = {
  'app/config': appConfig,
  'app/ping': appPing,
  'user/code/send': sendCode,
  'user/register': register,
  'user/login': login,
  'user/logout': logout,
  'user/info': userInfo,
  'user/prefs/set': setPreferences,
  'user/paypwd/set': setPayPassword,
  'verify/start': startVerification,
  'rate/list': listRates,
  'wallet/asset/list': listAssets,
  'wallet/asset/explain': explainAsset,
  'payee/lookup': lookupPayee,
  'transfer/config': transferConfig,
  'transfer/internal': internalTransfer,
  'bill/list': listBills,
  'bill/summary': billSummary,
  'bill/detail': billDetail,
} as const satisfies { readonly [P in string]: Endpoint<P> };

export type Contract = typeof contract;
export type Path = keyof Contract;

/** Every refusal any call declares, plus the one the gateway itself gives for an id it knows. */
export type RefusalCode = Contract[Path]['refusals'][number] | 'already_applied';
