/**
 * What must be true of cards in the end: each payment ended once, earned exactly where the company made a card; money, cards,
 * identities and wishes are what people and the company did, as they wrote it down themselves.
 */
import { sql } from 'kysely';

import { type CardCrowd, priceOf } from './crowd.ts';

type Row = {
  readonly id: string;
  readonly userId: string;
  readonly productId: string;
  readonly state: string;
  readonly reason: string | null;
  readonly tries: number;
  readonly purchase: string | null;
  readonly authNo: string | null;
  readonly status: string | null;
  readonly use: string | null;
  readonly cardId: string | null;
  readonly cardRef: string | null;
  readonly card: string | null;
  readonly wish: string | null;
  readonly paidNotices: number;
  readonly refundNotices: number;
};

export async function cardProblems(crowd: CardCrowd, startUnits: bigint): Promise<readonly string[]> {
  const rows = await readRows(crowd);
  return [
    ...rows.flatMap((row) => problemsOf(crowd, row)),
    ...companyProblems(crowd, rows),
    ...(await moneyProblems(crowd, rows, startUnits)),
    ...(await crowd.setup.brokenBooks()),
  ];
}

async function readRows({ setup }: CardCrowd): Promise<readonly Row[]> {
  const found = await sql<Row>`
    select a.id, a.user_id as "userId", a.product_id as "productId", a.state, a.reason, a.tries, p.state as purchase,
      r.auth_no as "authNo", r.status, r.use, c.id as "cardId", c.card_ref as "cardRef", c.state as card, c.wish,
      (select count(*)::int from app.notice n where n.user_id = a.user_id and n.kind = 'cardPaid'
        and n.facts->>'applicationId' = a.id::text) as "paidNotices",
      (select count(*)::int from app.notice n join app.bill b on b.id::text = n.facts->>'billId'
        where n.user_id = a.user_id and n.kind = 'cardRefunded' and b.belongs_to = p.bill_id) as "refundNotices"
    from app.card_application a
    left join app.purchase p on p.object_id = a.id
    left join app.kyc_record r on r.id = a.record_id
    left join app.card c on c.application_id = a.id`.execute(setup.db);
  return found.rows;
}

function problemsOf({ book, issuer, wishes }: CardCrowd, row: Row): readonly string[] {
  const problems: string[] = [];
  const say = (what: string): void => void problems.push(`${what}: ${row.id} ${row.state}`);
  const booked = book.get(row.id);
  const opening = issuer.world.openings.get(row.id);
  const isIssued = opening?.phase === 'opened';
  if (!['pendingActivation', 'active', 'closed'].includes(row.state)) say('an application did not end');
  if (booked === undefined) say('an application that nobody made');
  if (booked?.isPaid === true && row.purchase === null) say('a payment that was answered is not there');
  if (row.purchase === 'paid') say('a payment did not end');
  if (isIssued && row.purchase !== 'earned') say('a card that nobody pays for');
  if (!isIssued && row.purchase === 'earned') say('paid for a card that there is not');
  if (row.purchase === 'refunded' && row.state !== 'closed') say('given back and goes on');
  if (booked?.isCancelled === true && row.reason !== 'cancelled') say('cancelled and not over');
  if ((row.cardId !== null) !== isIssued) say('a card here is not a card there');
  if (row.paidNotices !== (row.purchase === null ? 0 : 1)) say(`${row.paidNotices} notices of one payment`);
  if (row.refundNotices !== (row.purchase === 'refunded' ? 1 : 0))
    say(`${row.refundNotices} notices of a refund`);
  if (row.tries > 3) say('more than three tries');
  problems.push(...identityProblemsOf(row, issuer.world.holders.has(row.id)));
  const company = row.cardRef === null ? undefined : issuer.world.cards.get(row.cardRef);
  if (row.cardId !== null && company === undefined) say('a card that its company does not have');
  if (company !== undefined && row.wish !== 'none' && company.state !== row.wish)
    say(`a card is ${company.state} there and wished to be ${String(row.wish)}`);
  if (company !== undefined && row.card !== company.state)
    say(`a card is ${String(row.card)} here and ${company.state} there`);
  const wished = row.cardId === null ? undefined : wishes.get(row.cardId);
  if (wished !== undefined && wished.wish !== row.wish) say('a wish that was answered is forgotten');
  return problems;
}

/** From the payment on an identity is this card's; given back, it is as it was unless the company was given it. */
function identityProblemsOf(
  { id, state, purchase, tries, status, use }: Row,
  wasGiven: boolean,
): readonly string[] {
  if (purchase === null) return [];
  const isBound = status === 'normal' && use === 'card';
  if (state !== 'closed') return isBound ? [] : [`a card without its identity: ${id}`];
  if (status !== 'notBound') return [`an identity is bound to what is over: ${id}`];
  const say = (expected: string): string[] => [`an identity is ${String(use)} and not ${expected}: ${id}`];
  // Whoever bound it to a card by its number afterwards has taken it for another one.
  if (use === 'card') return [];
  if (wasGiven && use !== 'unusable') return say('unusable');
  // What left and got lost may have been read by somebody.
  return tries === 0 && use !== 'notUsed' ? say('notUsed') : [];
}

/** What the company did, against what was paid. */
function companyProblems({ issuer }: CardCrowd, rows: readonly Row[]): readonly string[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const openings = [...issuer.world.openings.values()].flatMap(({ requestId, product }) => {
    const row = byId.get(requestId);
    if (row === undefined) return [`the company opens for nobody: ${requestId}`];
    return row.productId === product ? [] : [`the company opens another product: ${requestId}`];
  });
  const tries = [...issuer.world.holders.values()].flatMap(({ applicant, requests }) =>
    requests.length > 3 ? [`the company was given somebody ${requests.length} times: ${applicant}`] : [],
  );
  return [...openings, ...tries];
}

async function moneyProblems(
  { setup, people }: CardCrowd,
  rows: readonly Row[],
  startUnits: bigint,
): Promise<readonly string[]> {
  const found = await sql<{ userId: string; balance: string }>`
    select c.owner_id as "userId", c.balance::text as balance from ledger.account c
    join app.asset a on a.ledger_id = c.asset_id and a.code = 'USDT'
    where c.kind = 'available' and c.owner_id is not null`.execute(setup.db);
  const balances = new Map(found.rows.map(({ userId, balance }) => [userId, BigInt(balance)]));
  return people.flatMap(({ id }) => {
    const spent = rows
      .filter(({ userId, purchase }) => userId === id && purchase === 'earned')
      .reduce((sum, { productId }) => sum + priceOf[productId as keyof typeof priceOf], 0n);
    const has = balances.get(id) ?? 0n;
    return has === startUnits - spent
      ? []
      : [`somebody has ${has} and should have ${startUnits - spent}: ${id}`];
  });
}
