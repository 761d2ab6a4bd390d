/** Deposits and withdrawals beside the market: they change the same balances, in batches of the ledger's own. */
import type { Journal } from '@marigold/ledger/journal';

import { planBatch } from '../../packages/ledger/testing/batch-plan.ts';
import { accountIdOf, assetIdOf, LaterHashed, type AnswerRow } from './trading-database.ts';
import type { WaitingRequest, EngineWorld } from './trading-life.ts';
import { busy, type Request } from './trading-requests.ts';

export type Bank = { readonly arrive: (waiting: WaitingRequest) => void; readonly kill: () => void };

type Payment = Extract<Request, { kind: 'deposit' | 'withdrawal' }>;

export function createBank({ weather, random, schedule, database }: Omit<EngineWorld, 'audit'>): Bank {
  let queue: WaitingRequest[] = [];
  let isBusy = false;
  let life = 0;

  function form(): void {
    if (isBusy || queue.length === 0) return;
    isBusy = true;
    const batch = queue.splice(0, weather.batchMax);
    const born = life;
    schedule.after(1 + random.below(weather.lockMax), () =>
      database.begin((isUp) => {
        if (born !== life) return isUp ? database.rollback() : undefined;
        if (isUp) return write(batch, born);
        end(
          batch,
          batch.map(() => busy),
        );
      }),
    );
  }

  function write(batch: readonly WaitingRequest[], born: number): void {
    const journals = batch.map(({ request }) => new LaterHashed(journalOf(request, weather.owners)));
    const plan = planBatch(journals, database.state.known, database.state.accounts);
    const answers = plan.decisions.map((decision) => {
      if (decision.do === 'apply' || decision.do === 'repeat' || decision.do === 'replay') return 'ok';
      if (decision.do === 'alone') throw new Error('the ledger finds a payment unusual');
      return decision.error.code === 'KeyReused' ? 'conflict' : `no ${decision.error.code}`;
    });
    // The ledger keeps journals, not words; what was asked is written down for the end of the story.
    const answerRows = plan.decisions.flatMap(({ do: done }, place): AnswerRow[] => {
      const request = batch[place]?.request;
      return done === 'apply' && request !== undefined
        ? [{ key: request.key, body: request.body, answer: 'ok' }]
        : [];
    });
    database.commit(
      {
        journals: journals.filter((_, place) => plan.decisions[place]?.do === 'apply'),
        answers: answerRows,
        orders: [],
      },
      (outcome) => {
        if (born === life) end(batch, outcome === 'committed' ? answers : batch.map(() => busy));
      },
    );
  }

  function end(batch: readonly WaitingRequest[], answers: readonly string[]): void {
    for (const [place, { reply }] of batch.entries()) reply(answers[place] ?? busy);
    isBusy = false;
    form();
  }

  return {
    arrive(waiting) {
      queue.push(waiting);
      form();
    },
    kill() {
      life += 1;
      queue = [];
      isBusy = false;
    },
  };
}

function journalOf(request: Request, owners: number): Journal {
  const { kind, key, owner, asset, units } = paymentOf(request);
  const person = accountIdOf(owners, { kind: 'available', owner }, asset);
  const outside = accountIdOf(owners, { kind: 'outside' }, asset);
  const [from, to] = kind === 'deposit' ? [outside, person] : [person, outside];
  return {
    scope: `payments`,
    key,
    kind,
    reference: null,
    postings: [{ from, to, assetId: assetIdOf(asset), units }],
  };
}

function paymentOf(request: Request): Payment {
  if (request.kind === 'deposit' || request.kind === 'withdrawal') return request;
  throw new Error(`Broken: ${request.kind} is no payment`);
}
