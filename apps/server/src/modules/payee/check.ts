import { writeAccount } from '@marigold/chain/account';
import type { ChainAccount, Chain } from '@marigold/chain/port';
import type { checkAddress } from '@marigold/contract/calls/deposit';
import type { InputOf } from '@marigold/contract/endpoint';
import { Refusal } from '@marigold/contract/endpoint';

import type { Call, Handlers } from '../../platform/http/call.ts';
import { readRecipient } from '../chain/address/recipient.ts';
import { askChain } from '../chain/ask.ts';
import { findChainAndAsset } from '../chain/chain-asset.ts';
import type { ChainPorts } from '../chain/port.ts';
import type { ChainRow } from '../chain/registry.ts';
import { findChain } from '../chain/registry.ts';
import { maskedName } from '../person/views.ts';
import { findPayeeLock } from './lock.ts';
import { findByAccount } from './store.ts';
import { findLookAlike } from './views.ts';

/** A form waits for the answer; a chain that is slower than this is as good as away. */
const askMs = 2_500;

/** What is known of an address before anything is sent there. */
export function createCheck(chains: ChainPorts): Handlers['payee/check'] {
  return async (input, call) => {
    const { db, session } = call;
    const chain = await readChain(input, call);
    if (chain instanceof Refusal) return chain;
    const recipient = await readRecipient(db, { chain, typed: input.address, userId: session.userId });
    if (typeof recipient === 'string') return new Refusal(recipient, {}, 'address');
    const { account, isChecked, ownerId } = recipient;
    const { family, code } = chain;
    const address = { userId: session.userId, chain: code, account };
    const [lookAlike, payee, payeeLock, isContract] = await Promise.all([
      findLookAlike(db, { userId: session.userId, family, account }),
      findByAccount(db, { ...address, currency: input.currency }),
      ownerId === undefined ? findPayeeLock(call, { chain: code, account }, undefined) : null,
      // Nothing is ever deployed at an address of ours.
      ownerId === undefined ? isProgram(chains.chain(code), account) : false,
    ]);
    return {
      address: writeAccount(account, family),
      checksum: isChecked ? ('good' as const) : ('missing' as const),
      internal: ownerId === undefined ? null : await maskedName(db, ownerId),
      isContract,
      lookAlike:
        lookAlike === undefined
          ? null
          : { name: lookAlike.name, address: writeAccount(lookAlike.account, family) },
      payee: payee ?? null,
      payeeLock,
    };
  };
}

/** The chain, on which the currency is listed where one is asked for. */
async function readChain(
  { chain: code, currency }: InputOf<typeof checkAddress>,
  { db }: Call<'user'>,
): Promise<ChainRow | Refusal<'asset_unknown' | 'chain_unknown'>> {
  if (currency === undefined) {
    return (await findChain(db, code)) ?? new Refusal('chain_unknown', {}, 'chain');
  }
  const place = await findChainAndAsset(db, { chain: code, currency });
  if (place === 'asset_unknown') return new Refusal(place, { currency }, 'currency');
  if (place === 'chain_unknown') return new Refusal(place, {}, 'chain');
  return place.chain;
}

/** Whether a program lies at an account, as far as the chain says so in time. */
async function isProgram(chain: Chain | undefined, account: ChainAccount): Promise<boolean> {
  if (chain === undefined) return false;
  return (await askChain(async () => await chain.hasCode(account), askMs)) ?? false;
}
