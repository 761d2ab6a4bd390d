/** What is given to the house: sealed piece by piece, read back by its person alone, sent in whole, and forgotten. */
import { dayMs } from '@marigold/money/spans';
import { kycDraftIdleMs } from '@marigold/partners/kyc-states';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import type { TestApi } from '../../../../testing/api.ts';
import { checkPurchases, kycSteps, startKycApi } from '../../../../testing/kyc-steps.ts';
import { annaRead, foundVerdict, type ScriptedCompany } from '../../../../testing/kyc.ts';
import { annaTyped, draftSteps } from '../../../../testing/own-draft.ts';

let api: TestApi;
let company: ScriptedCompany;
beforeAll(async () => {
  ({ api, company } = await startKycApi());
});
afterAll(async () => await api.close());
afterEach(async () => await checkPurchases(api));

const db = () => api.databases.main;
const { verifiable, paid, begin, later, pass, detail, statusOf, noticesOf } = kycSteps(() => api);
const { bring, save, draft, giveAll, submit, resubmit } = draftSteps(() => api);

/** Files of somebody that are kept for good. */
async function filesOf({ id }: { readonly id: string }): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from app.file where owner_id = ${id} and expires_at is null`.execute(db());
  return found.rows[0]?.count ?? -1;
}

async function isSealed(text: string): Promise<boolean> {
  const found = await sql`
    select from app.kyc_item where position(convert_to(${text}, 'UTF8') in value) > 0 limit 1`.execute(db());
  return found.rows.length === 0;
}

async function decideAgain(id: string, item: 'idFront' | 'names'): Promise<void> {
  await sql`update app.kyc_record set review = 'again', look_at = null where id = ${id}`.execute(db());
  await sql`
    update app.kyc_item set state = case when item = ${item} then 'again' else 'accepted' end,
      label = case when item = ${item} then 'blurred' end, changed_at = ${new Date(api.clock.now())}
    where record_id = ${id} and saved_at is not null`.execute(db());
}

describe('a draft', () => {
  it('keeps each piece sealed, and comes back to its person with what is missing', async () => {
    const person = await verifiable();
    const { authNo } = await paid(person);
    expect(await statusOf(person)).toMatchObject({ nextStep: 'start', way: null });
    const { names, birthday } = annaTyped;
    const saved = await save(person, authNo, { names, birthday });
    expect(saved).toMatchObject({ ok: true, data: { review: 'draft', problems: [] } });
    expect(await statusOf(person)).toMatchObject({ nextStep: 'continue', way: 'own' });
    const front = await bring(person, 'identity');
    const before = api.clock.now();
    await save(person, authNo, { idFront: { fileId: front } });
    const read = await draft(person, authNo);
    expect(read.typed).toEqual({ names, birthday });
    expect(read.pictures).toMatchObject([{ item: 'idFront' }]);
    expect(read.missing).toContain('signature');
    expect(read.missing).not.toContain('names');
    expect(read.missing).not.toContain('idFront');
    expect(read.jobs.map(({ code }) => code)).toContain('civilServant');
    expect(read.regions.find(({ code }) => code === 'US')?.idTypes).toEqual(['passport']);
    expect(read.expires).toBeGreaterThan(before + kycDraftIdleMs - 1);
    expect(await isSealed('Kovaleva')).toBe(true);
  });

  it('is nobody else’s: a foreign number answers as one that nobody has', async () => {
    const [owner, other] = [await verifiable(), await verifiable()];
    const { authNo } = await paid(owner);
    const calls = [
      ['kyc/draft', { authNo }],
      ['kyc/save', { authNo, items: { contact: 'x' } }],
      ['kyc/submit', { authNo, agreed: { contentId: 'kyc-house', version: 1 } }],
      ['kyc/resubmit', { authNo }],
    ] as const;
    for (const [path, input] of calls) {
      const foreign = await api.call(path, input, { token: other.token });
      const missing = await api.call(path, { ...input, authNo: 'MK-0000000000' }, { token: other.token });
      expect(foreign).toMatchObject({ ok: false, code: 404 });
      expect(foreign).toEqual(missing);
    }
  });

  it('takes a picture once, only its own kind, and only of who brought it', async () => {
    const [person, other] = [await verifiable(), await verifiable()];
    const { authNo } = await paid(person);
    const refused = { data: { refusal: 'file_unknown', field: 'idFront' } };
    const foreign = await bring(other, 'identity');
    expect(await save(person, authNo, { idFront: { fileId: foreign } })).toMatchObject(refused);
    const face = await bring(person, 'avatar');
    expect(await save(person, authNo, { idFront: { fileId: face } })).toMatchObject(refused);
    const front = await bring(person, 'identity');
    expect(await save(person, authNo, { idFront: { fileId: front } })).toMatchObject({ ok: true });
    expect(await save(person, authNo, { idFront: { fileId: front } })).toMatchObject(refused);
    const signed = await bring(person, 'identity');
    expect(await save(person, authNo, { signature: { fileId: signed } })).toMatchObject({
      data: { refusal: 'file_unknown', field: 'signature' },
    });
    await save(person, authNo, { idFront: { fileId: await bring(person, 'identity') } });
    expect(await filesOf(person)).toBe(1);
    await save(person, authNo, { idFront: null });
    expect(await filesOf(person)).toBe(0);
    expect((await draft(person, authNo)).missing).toContain('idFront');
  });

  it('is erased after thirty days without a touch; its order stays paid and can be begun anew', async () => {
    const person = await verifiable();
    const { authNo } = await paid(person);
    await giveAll(person, authNo);
    api.clock.move(kycDraftIdleMs - dayMs);
    await api.server.jobs['kycClock']?.({});
    api.clock.move(dayMs);
    await api.server.jobs['kycClock']?.({});
    const rows = await sql`
      select from app.kyc_item i join app.kyc_record r on r.id = i.record_id
      where r.auth_no = ${authNo} and (i.value is not null or i.file_id is not null)`.execute(db());
    expect(rows.rows).toEqual([]);
    expect(await filesOf(person)).toBe(0);
  });
});

describe('a draft that is sent in', () => {
  it('has to be whole, right, and agreed to', async () => {
    const person = await verifiable();
    const { authNo } = await paid(person);
    await save(person, authNo, { ...annaTyped, birthday: '2020-01-01' });
    expect(await submit(person, authNo)).toMatchObject({
      data: { refusal: 'items_missing', field: 'idFront' },
    });
    await save(person, authNo, { idFront: { fileId: await bring(person, 'identity') } });
    await save(person, authNo, { signature: { fileId: await bring(person, 'signature') } });
    expect(await submit(person, authNo)).toMatchObject({
      data: { refusal: 'items_wrong', field: 'birthday' },
    });
    await save(person, authNo, { birthday: '1990-05-17' });
    const agreed = { contentId: 'kyc-house', version: 7 };
    const { token } = person;
    expect(await api.call('kyc/submit', { authNo, agreed }, { token })).toMatchObject({
      data: { refusal: 'agreement_missing', field: 'agreed' },
    });
    expect(await submit(person, authNo)).toMatchObject({ ok: true, data: { review: 'submitted' } });
    expect(await submit(person, authNo)).toMatchObject({ data: { refusal: 'record_closed' } });
    expect(await save(person, authNo, { contact: 'later' })).toMatchObject({
      data: { refusal: 'record_closed' },
    });
    expect(await api.call('kyc/draft', { authNo }, { token })).toMatchObject({
      data: { refusal: 'record_closed' },
    });
  });

  it('is handed over by a round, and once though the round runs twice', async () => {
    const person = await verifiable();
    const { authNo, id } = await paid(person);
    await giveAll(person, authNo);
    await submit(person, authNo);
    await pass();
    await pass();
    expect(await detail(person, authNo)).toMatchObject({ review: 'review', provider: 'Marigold' });
    const given = await sql<{ provider: string; state: string }>`
      select provider, state from app.partner_call where object_id = ${id}`.execute(db());
    expect(given.rows).toEqual([{ provider: 'house', state: 'known' }]);
  });

  it('proves a contact that is not the account’s own by the code that was sent there', async () => {
    const person = await verifiable();
    const { authNo } = await paid(person);
    await giveAll(person, authNo);
    const email = `${person.username.toLowerCase()}@elsewhere.example`;
    await save(person, authNo, { email });
    expect((await draft(person, authNo)).proven).toEqual([]);
    expect(await submit(person, authNo)).toMatchObject({
      data: { refusal: 'code_expired', field: 'codes.email' },
    });
    const code = await api.codeFor(email);
    const wrong = code === '000000' ? '000001' : '000000';
    expect(await submit(person, authNo, { email: wrong })).toMatchObject({
      data: { refusal: 'code_incorrect', field: 'codes.email' },
    });
    expect(await submit(person, authNo, { email: code })).toMatchObject({ ok: true });
  });

  it('asks once more only for what was asked, and all of it', async () => {
    const person = await verifiable();
    const { authNo, id } = await paid(person);
    await giveAll(person, authNo);
    await submit(person, authNo);
    await pass();
    await decideAgain(id, 'idFront');
    const read = await draft(person, authNo);
    expect(read).toMatchObject({ open: ['idFront'], missing: ['idFront'], typed: {}, pictures: [] });
    expect(await resubmit(person, authNo)).toMatchObject({
      data: { refusal: 'items_missing', field: 'idFront' },
    });
    expect(await save(person, authNo, { names: annaTyped.names })).toMatchObject({
      data: { refusal: 'item_not_asked', field: 'names' },
    });
    await save(person, authNo, { idFront: { fileId: await bring(person, 'identity') } });
    expect(await submit(person, authNo)).toMatchObject({ data: { refusal: 'record_closed' } });
    expect(await resubmit(person, authNo)).toMatchObject({ ok: true });
    const items = (await detail(person, authNo)).items;
    expect(items.find(({ item }) => item === 'idFront')).toMatchObject({ state: 'given', label: null });
    expect(items.find(({ item }) => item === 'names')).toMatchObject({ state: 'accepted' });
  });
});

describe('somebody who goes to a company instead', () => {
  it('leaves nothing here once it checks, and is not asked for what only the house asks', async () => {
    const person = await verifiable();
    const { authNo, id } = await paid(person);
    await giveAll(person, authNo);
    await begin(person, authNo);
    await pass();
    expect(company.started.at(-1)?.items).not.toContain('nickname');
    const read = { ...annaRead, idNumber: `${authNo} passed` };
    company.found.set(id, foundVerdict(id, { outcome: 'passed', decidedAt: api.clock.now(), read }));
    await later(dayMs);
    expect(await detail(person, authNo)).toMatchObject({ review: 'approved' });
    expect(await filesOf(person)).toBe(0);
    expect(await noticesOf(person)).toEqual(['kycPaid', 'kycApproved']);
    expect(await isSealed('nobody')).toBe(true);
  });
});
