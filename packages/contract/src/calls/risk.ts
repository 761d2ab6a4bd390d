import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { assetCode, chainCode, decimal, id, lines, listOf, page, time } from '../fields.ts';
import { riskAnswerMax, riskFilesMax } from '../limits.ts';

/** Rules: worth over a limit, an address on the list, many in a short time; trades of a day with one other account. */
export const RiskRule = z.enum(['amount', 'list', 'velocity', 'counterparty']);
export type RiskRule = z.output<typeof RiskRule>;
export const RiskState = z.enum(['open', 'answered', 'cleared', 'refused']);
export type RiskState = z.output<typeof RiskState>;
/** What is asked: each has its own text. `document` is answered by files, the others by words. */
export const RiskAsk = z.enum(['origin', 'purpose', 'relation', 'document']);
export type RiskAsk = z.output<typeof RiskAsk>;

export const RiskCase = z.strictObject({
  id,
  rule: RiskRule,
  /** What is held back; trades are asked about and nothing is held. */
  object: z.enum(['deposit', 'transfer', 'trade']),
  billId: id.nullable(),
  currency: assetCode.nullable(),
  /** Null for trades, as the address: who stands behind an order of the book is told to nobody. */
  chain: chainCode.nullable(),
  amount: decimal,
  address: z.string().nullable(),
  state: RiskState,
  /** Answers are taken until then; null: no hurry. */
  deadline: time.nullable(),
  time,
});
export type RiskCase = z.output<typeof RiskCase>;

export const listRisks = endpoint({
  path: 'risk/list',
  does: 'Answers what a rule asks or asked the caller about, newest first: deposits and transfers that it holds back, trades.',
  access: 'user',
  idempotent: false,
  input: z.strictObject({ state: RiskState.optional(), ...page }),
  output: listOf(RiskCase),
  refusals: [],
});

export const riskDetail = endpoint({
  path: 'risk/detail',
  does: 'Answers one case: what is asked, what was answered, what happened.',
  access: 'user',
  idempotent: false,
  input: z.strictObject({ id }),
  output: z.strictObject({
    ...RiskCase.shape,
    asks: z.array(RiskAsk).max(8),
    answers: z.array(z.strictObject({ ask: RiskAsk, text: z.string() })).max(8),
    files: z.array(z.strictObject({ id, name: z.string() })).max(riskFilesMax),
    timeline: z.array(z.strictObject({ state: RiskState, time })).max(20),
  }),
  refusals: [],
});

export const submitRisk = endpoint({
  path: 'risk/submit',
  does: 'Answers what was asked; a person decides then.',
  access: 'user',
  idempotent: true,
  frozenIn: 'none',
  input: z.strictObject({
    id,
    answers: z.array(z.strictObject({ ask: RiskAsk, text: lines(riskAnswerMax) })).max(8),
    fileIds: z.array(id).max(riskFilesMax),
  }),
  output: z.strictObject({ state: RiskState }),
  refusals: ['risk_closed', 'risk_incomplete', 'file_unknown'],
});
