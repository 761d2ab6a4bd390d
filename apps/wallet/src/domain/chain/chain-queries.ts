/** What screens read of chains: which there are, what is on its way in and out, and what a rule of risk holds back. */
import type { Contract, Path } from '@marigold/contract/contract';
import type { WireOutput } from '@marigold/contract/endpoint';

import { queryClient, useRead, useReadList } from '../../lib/query/queries.ts';

type Output<P extends Path> = WireOutput<Contract[P]>;

export type ListedChain = Output<'base/chain'>['list'][number];

/** Every chain: confirmations, explorers, how far it was read. */
export function useChains(isEnabled = true) {
  return useRead('base/chain', {}, { isEnabled });
}

export type TransferDetail = Output<'transfer/detail'>;

/** The live channel tells of steps; blocks in between are asked for. */
const detailEveryMs = 3_000;
const reviewEveryMs = 20_000;

const isMoving: Readonly<Record<TransferDetail['state'], boolean>> = {
  waiting: true,
  'no-liquidity': true,
  sending: true,
  stuck: true,
  confirming: true,
  review: false,
  completed: false,
  settled: false,
  cancelled: false,
  rejected: false,
  failed: false,
};

/** How far an on-chain transfer is, by the id of its bill; nothing is asked for while the id is ''. */
export function useTransferDetail(billId: string) {
  return useRead(
    'transfer/detail',
    { id: billId },
    { isEnabled: billId !== '', everyMs: (data) => transferEveryMs(data?.state) },
  );
}

function transferEveryMs(state: TransferDetail['state'] | undefined): number | false {
  if (state === undefined || state === 'review' || state === 'completed') return reviewEveryMs;
  return isMoving[state] ? detailEveryMs : false;
}

export type RiskCase = Output<'risk/list'>['list'][number];
export type RiskDetail = Output<'risk/detail'>;

/** What a rule holds back or held back, the newest first. */
export function useRisks(isEnabled = true) {
  return useReadList('risk/list', { size: 50 }, { isEnabled });
}

/** How many cases wait for an answer of this person; 0 while that is not known. */
export function useOpenRiskCount(): number {
  const open = useRead('risk/list', { state: 'open', size: 100 }).data?.list ?? [];
  return open.length;
}

/** One case; nothing is asked for while the id is ''. */
export function useRisk(id: string) {
  return useRead('risk/detail', { id }, { isEnabled: id !== '' });
}

/** After a case was answered. */
export async function invalidateRisks(): Promise<void> {
  await Promise.all(
    (['risk/list', 'risk/detail', 'transfer/detail'] as const).map((path) =>
      queryClient.invalidateQueries({ queryKey: [path] }),
    ),
  );
}
