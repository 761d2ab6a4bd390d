import { createCheckGoogleCode } from '../../apps/server/src/modules/identity/google-code.ts';
import { createProofs } from '../../apps/server/src/modules/security/proof.ts';
import { createCheckVerification } from '../../apps/server/src/modules/security/verification.ts';
import type { SpendingOperation } from '../../apps/server/src/modules/spending/operation.ts';
/** A right code for ten to A, shown for an operation that differs in one of its seven fields. */
import type { Call } from '../../apps/server/src/platform/http/call.ts';
import type { TestApi } from '../../apps/server/testing/api.ts';
import { codeOfApp } from '../../apps/server/testing/authenticator.ts';
import { testSecretKey } from '../../apps/server/testing/session-cookies.ts';
import { bindSeed, challengeFor, forgetGuesses } from './authenticator.ts';

/** Of seven fields: more than five hundred in all. */
const changesOfAField = 72;

type Change = Partial<SpendingOperation> & { readonly user?: string };
const kinds = [
  'transfer/submit',
  'bill/export/email',
  'trade/allow',
  'user/password/set',
  'user/paypwd/reset',
] as const;
const assets = ['USDC', 'BTC', 'ETH', 'TRX', null] as const;

/** The `nth` change of each field: user, kind, asset, amount, fee, payee, chain. */
const changes: readonly ((nth: number, others: readonly string[]) => Change)[] = [
  (nth, others) => ({ user: others[nth % others.length] ?? '' }),
  (nth) => ({ kind: kinds[nth % kinds.length] ?? kinds[0] }),
  (nth) => ({ asset: nth < assets.length ? (assets[nth] ?? null) : `X${nth}` }),
  (nth) => ({ amount: nth % 2 === 0 ? `10.${String(nth + 1).padStart(8, '0')}` : String(10 + nth) }),
  (nth) => ({ fee: `0.${String(nth + 1).padStart(8, '0')}` }),
  (nth, others) => ({ payee: nth === 0 ? null : (others[nth] ?? `0x${nth}`) }),
  (nth) => ({ chain: ['eth', 'tron', 'btc'][nth] ?? `chain-${nth}` }),
];

/** `unchangedAccepted`: the same code for its own operation, at the end; without it nothing was proven. */
export async function changeOneField(
  api: TestApi,
): Promise<{ singleChanges: number; accepted: number; unchangedAccepted: number }> {
  const holder = await bindSeed(api);
  const payee = await api.person();
  const others = [payee.id, (await api.person()).id, (await api.person()).id];
  const checkGoogleCode = createCheckGoogleCode(testSecretKey);
  const check = createCheckVerification(
    createProofs({
      secretKey: testSecretKey,
      checkGoogleCode,
      relyingParty: () => ({ id: 'localhost', origins: ['http://localhost'], topOrigin: undefined }),
    }),
  );
  const payment = { to: payee.username, amount: '10' };
  const operation: SpendingOperation = {
    kind: 'transfer/internal',
    asset: 'USDT',
    amount: '10.00000000',
    fee: '0.00000000',
    payee: payee.id,
    chain: null,
  };
  const isTaken = async ({ user, ...change }: Change): Promise<boolean> => {
    const challengeId = await challengeFor(api, holder, payment);
    const code = codeOfApp(holder.seed, api.clock.now());
    return await api.databases.main.transaction().execute(async (db) => {
      const call = callOf(api, user ?? holder.person.id, db);
      return (await check(call, { ...operation, ...change }, { challengeId, code })) === undefined;
    });
  };
  let singleChanges = 0;
  let accepted = 0;
  for (const change of changes) {
    for (let nth = 0; nth < changesOfAField; nth += 1) {
      const changed = change(nth, others);
      singleChanges += 1;
      if (!(await isTaken(changed))) continue;
      accepted += 1;
      console.error(`a code for (A, 10) is taken for ${JSON.stringify(changed)}`);
    }
  }
  await forgetGuesses(api);
  const unchangedAccepted = Number(await isTaken({}));
  return { singleChanges, accepted, unchangedAccepted };
}

/** A call of somebody who is signed in, as a handler has it. */
function callOf(api: TestApi, userId: string, db: Call['db']): Call<'user'> {
  return {
    db,
    aside: api.databases.aside,
    session: { id: userId, userId, deviceId: 'any-device', mayTrade: false, tradeFrozenUntil: undefined },
    deviceId: '',
    deviceCookie: undefined,
    outgoing: {},
    deviceName: '',
    deviceFamily: '',
    address: '',
    country: undefined,
    language: 'en',
    now: api.clock.now(),
  };
}
