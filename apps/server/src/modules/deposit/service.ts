import type { Handlers } from '../../platform/http/call.ts';
import type { ChainPorts } from '../chain/port.ts';
import { createOwnAddresses } from './address/own-addresses.ts';
import { listDeposits } from './list.ts';

type DepositHandlers = Pick<
  Handlers,
  | 'wallet/address/get'
  | 'wallet/address/new'
  | 'wallet/address/list'
  | 'wallet/address/label'
  | 'wallet/deposit/list'
>;

export function createDeposits({ chains }: { readonly chains: ChainPorts }): DepositHandlers {
  return { ...createOwnAddresses(chains), 'wallet/deposit/list': listDeposits };
}
