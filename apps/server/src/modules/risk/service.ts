import { writeAccount } from '@marigold/chain/account';
import type { InputOf } from '@marigold/contract/endpoint';
import { Refusal } from '@marigold/contract/endpoint';
import type { RiskAsk, RiskState, submitRisk } from '@marigold/contract/risk';
import { formatUnits } from '@marigold/money/amount';
import { sql } from 'kysely';

import type { Handlers } from '../../platform/call.ts';
import type { Database } from '../../platform/database.ts';
import { pageOf, pageSizeDefault, readIdCursor } from '../../platform/id-page.ts';
import { notFound } from '../../platform/transport-error.ts';
import { keepEvidence } from '../file/evidence.ts';
import { addStep } from './case.ts';
import type { Answers, Case } from './read.ts';
import { readCases } from './read.ts';

type RiskHandlers = Pick<Handlers, 'risk/list' | 'risk/detail' | 'risk/submit'>;

export function createRisks(): RiskHandlers {
  return {
    async 'risk/list'({ state, cursor, size = pageSizeDefault }, { db, session }) {
      const before = readIdCursor(cursor);
      const rows = await readCases(
        db,
        sql`k.user_id = ${session.userId} and (${state ?? null}::text is null or k.state = ${state ?? null})
          and (${before}::uuid is null or k.id < ${before}::uuid)
          order by k.id desc limit ${size + 1}`,
      );
      const { list, next } = pageOf(rows, size);
      return { list: list.map(caseOf), next };
    },

    async 'risk/detail'({ id }, { db, session }) {
      const one = await findCase(db, session.userId, id);
      const [files, steps] = await Promise.all([
        filesOf(db, one.answers?.files ?? []),
        sql<{ state: RiskState; at: number }>`
          select state, at from app.risk_step where case_id = ${id} order by line limit 20`.execute(db),
      ]);
      return {
        ...caseOf(one),
        asks: [...one.asks],
        answers: (one.answers?.texts ?? []).map(({ ask, text }) => ({ ask, text })),
        files,
        timeline: steps.rows.map(({ state, at }) => ({ state, time: at })),
      };
    },

    async 'risk/submit'(input, { db, session, now }) {
      const { userId } = session;
      await sql`select from app.risk_case where id = ${input.id} and user_id = ${userId} for update`.execute(
        db,
      );
      const one = await findCase(db, userId, input.id);
      const isLate = one.deadline !== null && one.deadline <= now;
      if (one.state !== 'open' || isLate) return new Refusal('risk_closed');
      const answers = readAnswers(one.asks, input);
      if (typeof answers === 'string') return new Refusal('risk_incomplete', {}, answers);
      if (!(await keepEvidence(db, { ownerId: userId, ids: answers.files, now })))
        return new Refusal('file_unknown', {}, 'fileIds');
      await sql`
        update app.risk_case set state = 'answered', answers = ${JSON.stringify(answers)}, answered_at = ${new Date(now)}
        where id = ${one.id}`.execute(db);
      await addStep(db, one.id, 'answered', now);
      return { state: 'answered' as const };
    },
  };
}

/** A missing one and somebody else's are the same 404. */
async function findCase(db: Database, userId: string, id: string): Promise<Case> {
  const [one] = await readCases(db, sql`k.id = ${id} and k.user_id = ${userId}`);
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

async function filesOf(db: Database, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  const found = await sql<{ id: string; name: string }>`
    select id, name from app.file where id = any(${ids}::uuid[]) order by id`.execute(db);
  return found.rows;
}
