import { writeAccount } from '@marigold/chain/account';
import type { RiskAsk, submitRisk } from '@marigold/contract/calls/risk';
import type { InputOf } from '@marigold/contract/endpoint';
import { Refusal } from '@marigold/contract/endpoint';
import { formatUnits } from '@marigold/money/amount';

import type { Database } from '../../platform/database/database.ts';
import type { Handlers } from '../../platform/http/call.ts';
import { pageOf, pageSizeDefault, readIdCursor } from '../../platform/http/id-page.ts';
import { notFound } from '../../platform/http/transport-error.ts';
import type { JobHandlers } from '../../platform/jobs/jobs.ts';
import type { Clock } from '../../platform/process/clock.ts';
import { storeEvidence } from '../file/evidence.ts';
import { listFileNames } from '../file/views.ts';
import type { CaseFacts } from './facts.ts';
import type { Answers, Case } from './store.ts';
import { findCaseOf, insertStep, listCasesOf, listCaseSteps, lockCaseOf, updateAnswers } from './store.ts';
import type { TradeRisksDependencies } from './trades.ts';
import { findTradeRisks } from './trades.ts';

type RiskHandlers = Pick<Handlers, 'risk/list' | 'risk/detail' | 'risk/submit'>;

export type RisksDependencies = TradeRisksDependencies & {
  /** What cases can be about, as their owners tell it. */
  readonly facts: CaseFacts;
  readonly clock: Clock;
};

export type Risks = {
  readonly handlers: RiskHandlers;
  /** The task `tradeRisks`. */
  readonly jobs: JobHandlers;
};

export function createRisks({ facts, clock, ...trades }: RisksDependencies): Risks {
  return {
    handlers: createCaseHandlers(facts),
    jobs: { tradeRisks: async () => void (await findTradeRisks(trades, clock())) },
  };
}

function createCaseHandlers(facts: CaseFacts): RiskHandlers {
  return {
    async 'risk/list'({ state, cursor, size = pageSizeDefault }, { db, session }) {
      const before = readIdCursor(cursor);
      const { userId } = session;
      const rows = await listCasesOf(db, facts, { userId, state, before, count: size + 1 });
      const { list, next } = pageOf(rows, size);
      return { list: list.map(caseOf), next };
    },

    async 'risk/detail'({ id }, { db, session }) {
      const one = await getCase(db, facts, { id, userId: session.userId });
      const [files, steps] = await Promise.all([
        listFileNames(db, one.answers?.files ?? []),
        listCaseSteps(db, id),
      ]);
      return {
        ...caseOf(one),
        asks: [...one.asks],
        answers: (one.answers?.texts ?? []).map(({ ask, text }) => ({ ask, text })),
        files,
        timeline: steps.map(({ state, at }) => ({ state, time: at })),
      };
    },

    async 'risk/submit'(input, { db, session, now }) {
      const { userId } = session;
      await lockCaseOf(db, { id: input.id, userId });
      const one = await getCase(db, facts, { id: input.id, userId });
      const isLate = one.deadline !== null && one.deadline <= now;
      if (one.state !== 'open' || isLate) return new Refusal('risk_closed');
      const answers = readAnswers(one.asks, input);
      if (typeof answers === 'string') return new Refusal('risk_incomplete', {}, answers);
      if (!(await storeEvidence(db, { ownerId: userId, ids: answers.files, now })))
        return new Refusal('file_unknown', {}, 'fileIds');
      await updateAnswers(db, one.id, answers, now);
      await insertStep(db, one.id, 'answered', now);
      return { state: 'answered' as const };
    },
  };
}

/** A missing one and somebody else's are the same 404. */
async function getCase(
  db: Database,
  facts: CaseFacts,
  which: { readonly id: string; readonly userId: string },
): Promise<Case> {
  const one = await findCaseOf(db, facts, which);
  if (one === undefined) throw notFound();
  return one;
}

function caseOf(one: Case) {
  return {
    id: one.id,
    rule: one.rule,
    object: one.object,
    billId: one.billId,
    currency: one.asset,
    chain: one.place?.chain ?? null,
    amount: formatUnits(one.units, one.scale),
    address: one.place === null ? null : writeAccount(one.place.account, one.place.family),
    state: one.state,
    deadline: one.deadline,
    time: one.createdAt,
  };
}

/** The answers to what is asked, each once and not blank; or the field in which something is missing. */
function readAnswers(
  asks: readonly RiskAsk[],
  { answers, fileIds }: InputOf<typeof submitRisk>,
): Answers | 'answers' | 'fileIds' {
  const texts: { ask: RiskAsk; text: string }[] = [];
  for (const ask of asks) {
    if (ask === 'document') continue;
    const text = answers.find((one) => one.ask === ask)?.text.trim() ?? '';
    if (text === '') return 'answers';
    texts.push({ ask, text });
  }
  const files = [...new Set(fileIds)];
  return asks.includes('document') && files.length === 0 ? 'fileIds' : { texts, files };
}
