/**
 * The fiat currency that worths and prices are shown in: a person's is kept with the account, a visitor's in this
 * browser. Whoever logs in sees their own again.
 */
import type { Contract } from '@marigold/contract/contract';
import type { WireInput } from '@marigold/contract/endpoint';

import { useSession } from '../../lib/device/session.ts';
import { storage, storageKeys, type TextStorage } from '../../lib/device/storage.ts';
import { createStore, useStore } from '../../lib/device/store.ts';

export type Fiat = NonNullable<WireInput<Contract['rate/list']>['fiat']>;

/** domain.md B.12, in the order in which they are offered. */
export const fiats: readonly Fiat[] = ['USD', 'EUR', 'CNY', 'HKD', 'JPY', 'RUB'];

const otherwise: Fiat = 'USD';

/** What the visitor of this browser chose; dollars when nothing was, or nothing that we know. */
export function visitorFiat(from: TextStorage = storage): Fiat {
  const chosen = from.getItem(storageKeys.fiat);
  return fiats.find((fiat) => fiat === chosen) ?? otherwise;
}

const visitors = createStore<Fiat>(visitorFiat());

/** Keeps the choice of a visitor; every screen follows at once. */
export function keepVisitorFiat(fiat: Fiat, from: TextStorage = storage): void {
  from.setItem(storageKeys.fiat, fiat);
  visitors.set(fiat);
}

export function useFiat(): Fiat {
  const { user } = useSession();
  const visitor = useStore(visitors);
  return user?.fiat ?? visitor;
}
