import * as z from 'zod';

import { endpoint } from './endpoint.ts';
import { assetCode, chainCode, decimal, id, lines, listOf, page, time } from './fields.ts';

/** Three rules: worth over a limit, an address on the list, many in a short time. */
export const RiskRule = z.enum(['amount', 'list', 'velocity']);
export type RiskRule = z.output<typeof RiskRule>;
export const RiskState = z.enum(['open', 'answered', 'cleared', 'refused']);
export type RiskState = z.output<typeof RiskState>;
/** What is asked: each has its own text. `document` is answered by files, the others by words. */
export const RiskAsk = z.enum(['origin', 'purpose', 'relation', 'document']);
export type RiskAsk = z.output<typeof RiskAsk>;

export const RiskCase = z.strictObject({
  id,
  rule: RiskRule,
  /** What is held back. */
  object: z.enum(['deposit', 'transfer']),
  billId: id.nullable(),
  currency: assetCode.nullable(),
  chain: chainCode,
  amount: decimal,
  address: z.string(),
  state: RiskState,
  /** Answers are taken until then; null: no hurry. */
  deadline: time.nullable(),
  time,
});
export type RiskCase = z.output<typeof RiskCase>;

export const listRisks = endpoint({
  path: 'risk/list',
  does: 'Answers the deposits and transfers of the caller that a rule holds back or held back, newest first.',
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
    files: z.array(z.strictObject({ id, name: z.string() })).max(5),
    timeline: z.array(z.strictObject({ state: RiskState, time })).max(20),
  }),
  refusals: [],
});

export const submitRisk = endpoint({
  path: 'risk/submit',
  does: 'Answers what was asked; a person decides then.',
  access: 'user',
  idempotent: true,
  input: z.strictObject({
    id,
    answers: z.array(z.strictObject({ ask: RiskAsk, text: lines(1000) })).max(8),
    fileIds: z.array(id).max(5),
  }),
  output: z.strictObject({ state: RiskState }),
  refusals: ['risk_closed', 'risk_incomplete', 'file_unknown'],
});
