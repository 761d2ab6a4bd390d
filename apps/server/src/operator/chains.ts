/** What operators do with chains, deposits and on-chain transfers: the services of the modules, told in sentences. */
import { readAccount } from '@marigold/chain/account';
import type { Account, Chain, ChainCode } from '@marigold/chain/port';
import { ChainUnavailable, WrongChain } from '@marigold/chain/port';

import { sayUnits } from '../modules/asset/asset.ts';
import type { Decision } from '../modules/audit/decision.ts';
import { appendEvent } from '../modules/audit/event.ts';
import { askChain } from '../modules/chain/ask.ts';
import { haltAsset, haltChain, resumeAsset } from '../modules/chain/state/halt.ts';
import { findFamily, isListed } from '../modules/chain/store.ts';
import { rescan, resumeChain } from '../modules/chain/watch/recover.ts';
import { createDepositListener } from '../modules/deposit/watch/listener.ts';
import { findPayer, adoptTransaction } from '../modules/payout/operate/adopt-transaction.ts';
import type { OperatorAnswer } from '../modules/payout/operate/operate.ts';
import {
  adoptSender,
  approvePayout,
  bumpPayout,
  cancelByReplacement,
  judgePayout,
  pauseSender,
  rejectPayout,
  requeuePayout,
  resumeSender,
} from '../modules/payout/operate/operate.ts';
import { holdRestored, releaseNonce } from '../modules/payout/operate/restore.ts';
import { findChainOfPayout, joinOwnTransaction } from '../modules/payout/views.ts';
import { releaseSurplus } from '../modules/reconcile/surplus.ts';
import { decide } from '../modules/risk/decide.ts';
import { deleteRiskAccount, upsertRiskAccount } from '../modules/risk/store.ts';
import type { Database } from '../platform/database.ts';
import { queryable } from '../platform/database.ts';
import { isId } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import { caseFacts } from './case-facts.ts';
import type { ChainCommand, ChainCommandName } from './chain-arguments.ts';
import { acceptOne, assignOne } from './chain-differences.ts';
import { setAssetLimit } from './chain-limits.ts';
import { showChains } from './chain-status.ts';
import type { Outcome } from './commands.ts';
import { actorOf, firstStranger, refused } from './commands.ts';
import { aboutDeposit } from './deposits.ts';
import type { AskKey } from './keys.ts';

export type ChainCommandDependencies = {
  /** With the owner's login; every command runs in transactions of its own. */
  readonly db: Database;
  readonly ask: AskKey;
  readonly now: number;
  readonly log: Log;
  /** A node of the chain; undefined where none is configured. */
  readonly chainOf: (code: ChainCode) => Chain | undefined;
};

type Given = ChainCommandDependencies & { readonly command: ChainCommand; readonly decision: Decision };

const sentences: Readonly<Record<OperatorAnswer, string>> = {
  done: 'Done; the next pass of the program acts on it.',
  not_found: 'There is no such transfer or lane.',
  wrong_state: 'Its state does not allow that.',
  undecided_case: 'A case of risk about it is open: decide that one.',
  refused_case: 'A case of risk about it was refused: it can only be given back.',
  not_lowest: 'It waits behind a lower nonce: that one is to be replaced.',
  mined: 'It is in a block already.',
  open_nonces: 'Slots below would never be used: they must be mined first.',
  nonce_too_low: 'The lane is further already.',
  sender_paused:
    'The account that pays is paused, so it may have been paid: resume the lane, or give "restored" and look.',
  signed: 'A transaction may be on its way for it.',
  not_last: 'Other nonces were given after its own.',
  not_paid: 'That transaction did not move exactly this out of an account of ours.',
  not_final: 'That transaction is not final yet: wait.',
  nonce_unused: 'Our account has not used that nonce on the chain.',
  nonce_taken: 'That nonce belongs to another payment, or this transfer has another one.',
  transaction_taken: 'That transaction belongs to another payment.',
};

export async function runChainCommand(
  dependencies: ChainCommandDependencies,
  command: ChainCommand,
): Promise<Outcome> {
  const { db, ask, now } = dependencies;
  const { by, second, reason } = command;
  const persons = [by, second].filter((name) => name !== undefined);
  const stranger = await firstStranger(queryable(db), persons, ask);
  if (stranger !== undefined) return refused(stranger);
  const decision: Decision = { by: by ?? 'nobody', second: second ?? '', reason, now };
  try {
    return await carryOut({ ...dependencies, command, decision });
  } catch (error) {
    if (error instanceof ChainUnavailable || error instanceof WrongChain) return refused(error.message);
    throw error;
  }
}

async function carryOut(given: Given): Promise<Outcome> {
  const { command } = given;
  const [first = '', second = ''] = command.words;
  switch (command.name) {
    case 'chain-status':
      return await showChains(given.db, given.now, given.chainOf);
    case 'decide-case':
      return await decideCase(given, first, second === 'clear');
    case 'halt-asset':
      return await haltOne(given, first, second);
    case 'halt-chain':
      return await haltAll(given, first);
    case 'resume-asset':
      return await resumeOne(given, first, second);
    case 'resume-chain':
    case 'rescan':
      return await withNode(given, first);
    case 'accept-difference':
      return await acceptOne(given);
    case 'assign-suspense':
    case 'keep-suspense':
      return await assignOne(given);
    case 'recover-deposit':
    case 'retry-deposit':
    case 'settle-debt':
    case 'close-deposit':
      return await aboutDeposit(given);
    case 'list-risk':
    case 'unlist-risk':
      return await aboutRiskList(given);
    case 'asset-limits':
      return await setAssetLimit(given.db, command);
    case 'restored':
      return await holdAll(given);
    case 'recognise-transfer':
      return await adoptOne(given);
    default:
      return await aboutPayout(given, command.name);
  }
}

type PayoutCommand = Exclude<
  ChainCommandName,
  | 'chain-status'
  | 'decide-case'
  | 'halt-asset'
  | 'halt-chain'
  | 'resume-asset'
  | 'resume-chain'
  | 'rescan'
  | 'accept-difference'
  | 'assign-suspense'
  | 'keep-suspense'
  | 'recover-deposit'
  | 'retry-deposit'
  | 'settle-debt'
  | 'close-deposit'
  | 'list-risk'
  | 'unlist-risk'
  | 'asset-limits'
  | 'restored'
  | 'recognise-transfer'
>;

/** What the audit log calls each deed. */
const actions: Readonly<Record<PayoutCommand, string>> = {
  'approve-transfer': 'payout.approved',
  'reject-transfer': 'payout.rejected',
  'requeue-transfer': 'payout.requeued',
  'bump-transfer': 'payout.bumped',
  'cancel-transfer': 'payout.cancelled',
  'judge-transfer': 'payout.judged',
  'release-transfer': 'payout.released',
  'pause-lane': 'lane.paused',
  'resume-lane': 'lane.resumed',
  'adopt-lane': 'lane.adopted',
};

/** Everything that works on a payout or a sender by rows alone: one transaction with its audit row. */
async function aboutPayout({ db, command, now }: Given, name: PayoutCommand): Promise<Outcome> {
  const [first = '', second = '', third = ''] = command.words;
  const on = { payoutId: first, now };
  const withSender = async (use: (account: Account) => Promise<OperatorAnswer>) => {
    const read = readAccount(second, 'evm');
    return typeof read === 'string' ? 'not_found' : await use(read.account);
  };
  const deeds: Readonly<Record<PayoutCommand, (inside: Database) => Promise<OperatorAnswer>>> = {
    'approve-transfer': async (inside) => await approvePayout(inside, on),
    'reject-transfer': async (inside) => await rejectPayout(inside, on),
    'requeue-transfer': async (inside) => await requeuePayout(inside, on),
    'bump-transfer': async (inside) => await bumpPayout(inside, on),
    'cancel-transfer': async (inside) => await cancelByReplacement(inside, on),
    'judge-transfer': async (inside) => await judgePayout(inside, { ...on, isPaid: second === 'paid' }),
    'release-transfer': async (inside) => await releaseNonce(inside, on),
    'pause-lane': async (inside) =>
      await withSender(
        async (account) => await pauseSender(inside, { chain: first, account, reason: command.reason, now }),
      ),
    'resume-lane': async (inside) =>
      await withSender(async (account) => await resumeSender(inside, { chain: first, account })),
    'adopt-lane': async (inside) =>
      await withSender(
        async (account) => await adoptSender(inside, { chain: first, account, nonce: BigInt(third) }),
      ),
  };
  if (name === 'adopt-lane' && !/^\d{1,18}$/.test(third)) return refused('The nonce is a number.');
  if (name.endsWith('-transfer') && !isId(first)) return refused(sentences.not_found);
  const answer = await db.transaction().execute(async (inside) => {
    const said = await deeds[name](inside);
    if (said === 'done') await tell(inside, command, actions[name], first);
    return said;
  });
  return { isDone: answer === 'done', lines: [sentences[answer]] };
}

/** What stands on the chain is looked at by persons: they are told how far it is ahead of us, and what may be paid. */
async function holdAll({ db, command, chainOf, now }: Given): Promise<Outcome> {
  const { senders, payouts, retired } = await db.transaction().execute(async (inside) => {
    const held = await holdRestored(inside, now);
    await tell(inside, command, 'payout.restored', 'database');
    return held;
  });
  const counted = senders.map(async ({ chain, account, next }) => {
    const node = chainOf(chain);
    const seen = node && (await askChain(async () => await node.nonce(account)));
    return `lane ${account} on ${chain} is paused: we know of ${next} transactions, the chain counts ${seen ?? 'unknown'}`;
  });
  const told = payouts.map((payout) => {
    const amount = `${sayUnits(payout, payout.units - payout.feeUnits)} ${payout.asset}`;
    return `transfer ${payout.id} is in review: ${amount} to ${payout.account}, was ${payout.state}`;
  });
  const addresses = `${retired} deposit addresses that nobody had are given to nobody any more`;
  return { isDone: true, lines: [...(await Promise.all(counted)), ...told, addresses] };
}

async function adoptOne({ db, command, chainOf, now }: Given): Promise<Outcome> {
  const [payoutId = '', nonce = '', transaction = ''] = command.words;
  if (!isId(payoutId)) return refused(sentences.not_found);
  if (!/^\d{1,18}$/.test(nonce)) return refused('The nonce is a number.');
  if (!/^0x[0-9a-f]{64}$/i.test(transaction)) return refused('That is no id of a transaction.');
  const code = await findChainOfPayout(db, payoutId);
  if (code === undefined) return refused(sentences.not_found);
  const chain = chainOf(code);
  if (chain === undefined) return refused(`No node of ${code} is configured.`);
  const named = { payoutId, nonce: BigInt(nonce), txId: transaction.toLowerCase(), now };
  const sender = await findPayer(db, chain, named);
  if (typeof sender === 'string') return refused(sentences[sender]);
  const answer = await db.transaction().execute(async (inside) => {
    const said = await adoptTransaction(inside, { ...named, sender });
    if (said === 'done') await tell(inside, command, 'payout.recognised', payoutId);
    return said;
  });
  return { isDone: answer === 'done', lines: [sentences[answer]] };
}

async function decideCase(
  { db, command, decision }: Given,
  caseId: string,
  isCleared: boolean,
): Promise<Outcome> {
  if (!isId(caseId)) return refused('There is no such case.');
  const { by, reason, now } = decision;
  const isDone = await db.transaction().execute(async (inside) => {
    const isDecided = await decide(inside, caseFacts, { caseId, isCleared, by, reason, now });
    if (isDecided) await tell(inside, command, isCleared ? 'risk.cleared' : 'risk.refused', caseId);
    return isDecided;
  });
  return isDone
    ? { isDone, lines: [isCleared ? 'Cleared; it goes on.' : 'Refused.'] }
    : refused('No such case waits for a decision.');
}

/** Closed ones too: what was ordered of them is still paid. */
async function haltOne({ db, command, now }: Given, chain: string, asset: string): Promise<Outcome> {
  if (!(await isListed(db, { chain, asset }))) return refused(`${asset} is not listed on ${chain}.`);
  const { by, reason } = command;
  const isDone = await db
    .transaction()
    .execute(async (inside) => await haltAsset(inside, { chain, asset, reason, actor: actorOf(by), now }));
  return isDone
    ? { isDone, lines: [`${asset} on ${chain} is neither credited nor paid until it is resumed.`] }
    : refused(`${asset} on ${chain} is halted already.`);
}

async function haltAll({ db, command, now }: Given, chain: string): Promise<Outcome> {
  const { by, reason } = command;
  const isDone = await db
    .transaction()
    .execute(async (inside) => await haltChain(inside, { chain, reason, actor: actorOf(by), now }));
  return isDone
    ? { isDone, lines: [`Nothing on ${chain} is read, credited or paid until it is resumed.`] }
    : refused(`${chain} is halted already, or was never read.`);
}

async function resumeOne({ db, decision }: Given, chain: string, asset: string): Promise<Outcome> {
  const isDone = await db
    .transaction()
    .execute(async (inside) => await resumeAsset(inside, { chain, asset }, decision));
  return isDone
    ? { isDone, lines: [`${asset} on ${chain} is credited and paid again.`] }
    : refused(`${asset} on ${chain} is not halted.`);
}

async function withNode({ db, command, decision, chainOf, log, now }: Given, code: string): Promise<Outcome> {
  const chain = chainOf(code);
  if (chain === undefined) return refused(`No node of ${code} is configured.`);
  const clock = () => now;
  const listener = createDepositListener({ db, chain, clock, log, joinOwnTransaction });
  const parts = { db, chain, code, listener, releaseMissed: releaseSurplus, clock };
  if (command.name === 'resume-chain') {
    const left = await resumeChain(parts, decision);
    return typeof left === 'number'
      ? { isDone: true, lines: [`${code} is read again; ${left} blocks were given up.`] }
      : refused(left === 'not halted' ? `${code} is not halted.` : 'The node and we share no block at all.');
  }
  const [, from = '', to = ''] = command.words;
  if (!/^\d{1,12}$/.test(from) || !/^\d{1,12}$/.test(to)) return refused('Blocks are numbers.');
  const found = await rescan(parts, { from: Number(from), to: Number(to) });
  await tell(db, command, 'chain.rescanned', code);
  return { isDone: true, lines: [`${found} transfers to us are in these blocks.`] };
}

async function aboutRiskList({ db, command, now }: Given): Promise<Outcome> {
  const [chain = '', text = ''] = command.words;
  const family = await findFamily(db, chain);
  if (family === undefined) return refused(`There is no chain ${chain}.`);
  const read = readAccount(text, family);
  if (typeof read === 'string') return refused('This is no account of that chain, or its checksum is wrong.');
  const { account } = read;
  if (command.name === 'unlist-risk') return await unlistRisk(db, command, { family, account });
  await db.transaction().execute(async (inside) => {
    await upsertRiskAccount(inside, { family, account, reason: command.reason, now });
    await tell(inside, command, 'risk.listed', account);
  });
  return { isDone: true, lines: ['Whatever comes from there or goes there waits for a person now.'] };
}

/** Cases that are open stay so: each is decided by itself. */
async function unlistRisk(
  db: Database,
  command: ChainCommand,
  { family, account }: { readonly family: string; readonly account: Account },
): Promise<Outcome> {
  const isDone = await db.transaction().execute(async (inside) => {
    if (!(await deleteRiskAccount(inside, { family, account }))) return false;
    await tell(inside, command, 'risk.unlisted', account);
    return true;
  });
  return isDone
    ? { isDone, lines: ['It is off the list; what waits already still waits for a decision.'] }
    : refused('That account is not on the list.');
}

async function tell(db: Database, command: ChainCommand, action: string, subject: string): Promise<void> {
  const { by, second, reason, words } = command;
  await appendEvent(queryable(db), {
    actor: actorOf(by),
    action,
    subject,
    reason,
    detail: { second: second ?? null, words: words.join(' ') },
  });
}
