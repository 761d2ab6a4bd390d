/** Identities from their order to their end, each with values of its own, by real calls and a company over HTTP. */
import { hourMs, minuteMs } from '@marigold/money/spans';
import { sql } from 'kysely';

import type { TestPerson } from '../../apps/server/testing/api.ts';
import { goodPayPassword } from '../../apps/server/testing/api.ts';
import { codeAt, stepMs } from '../../apps/server/testing/authenticator-code.ts';
import { bindAuthenticator } from '../../apps/server/testing/bind-two-step.ts';
import type { Canary } from './canary.ts';
import { readTables } from './database.ts';
import type { House } from './house.ts';
import { type PersonSheet, type SheetName, sheets } from './people.ts';
import { readEverything, readMail } from './reads.ts';

export type Verified = TestPerson & {
  readonly authNo: string;
  readonly orderId: string;
  /** Of the authenticator. */
  readonly secret: string;
  /** Of the record: the applicant's name at the company. */
  readonly recordId: string;
  /** What they applied for, if anything. */
  readonly card?: CardNames;
};

/** Of an application for a card; the card's own id once it is there. */
export type CardNames = {
  readonly productId: string;
  readonly applicationId: string;
  readonly cardId: string | null;
};

export type Story = {
  readonly people: readonly Verified[];
  /** Addresses of pages with their tokens, which came to be on the way. */
  readonly pages: readonly Canary[];
};

/** One identity for each sheet, as its name says, and one more with a document that another account has. */
export async function runStory(house: House): Promise<Story> {
  const pages: Canary[] = [];
  const people: Verified[] = [];
  for (const name of Object.keys(sheets) as SheetName[])
    people.push(await endings[name](house, sheets[name], await begin(house, name, pages), pages));
  people.push(await endings.approved(house, sheets.approved, await begin(house, 'twice', pages), pages));
  return { people, pages };
}

type Ending = (house: House, sheet: PersonSheet, person: Verified, pages: Canary[]) => Promise<Verified>;

const endings: Readonly<Record<SheetName, Ending>> = {
  async approved(house, sheet, person, pages) {
    await submit(house, sheet, pages);
    await decideRecord(house, person, { to: 'passed' });
    return person;
  },
  async again(house, sheet, person, pages) {
    await submit(house, sheet, pages);
    const items = ['idFront', 'addressProof'] as const;
    await decideRecord(house, person, { to: 'again', items, label: 'glare', words: sheet.words[0] });
    const seen = await house.api.call('kyc/detail', { authNo: person.authNo }, { token: person.token });
    if (!JSON.stringify(seen).includes(JSON.stringify(sheet.words[0])))
      throw new Error(`the words of the company did not arrive: ${JSON.stringify(seen)}`);
    await openPage(house, person, 'again', pages);
    await submit(house, sheet, pages);
    await decideRecord(house, person, { to: 'passed' });
    return person;
  },
  async withdrawn(house, sheet, person, pages) {
    await submit(house, sheet, pages);
    await decideRecord(house, person, {
      to: 'again',
      items: ['idFront'],
      label: 'cut',
      words: sheet.words[0],
    });
    await openPage(house, person, 'withdrawn', pages);
    await submit(house, sheet, pages);
    await decideRecord(house, person, { to: 'passed' });
    await decideRecord(house, person, { to: 'final', label: 'other', words: sheet.words[1] });
    return person;
  },
  async refused(house, sheet, person, pages) {
    await submit(house, sheet, pages);
    await decideRecord(house, person, { to: 'held' });
    await decideRecord(house, person, { to: 'final', label: 'other', words: sheet.words[1] });
    return person;
  },
  async silent(house, sheet, person, pages) {
    await submit(house, sheet, pages);
    await house.panel.setFaults({ broken: 0.5, html: 0.5 });
    await passTime(house, person, hourMs);
    await house.panel.setFaults({ eventThrice: 1, eventForged: 1 });
    await decideRecord(house, person, {
      to: 'again',
      items: ['liveness'],
      label: 'dark',
      words: sheet.words[0],
    });
    return person;
  },
};

/** Paid, and with the company's page open. */
export async function begin(house: House, name: string, pages: Canary[]): Promise<Verified> {
  const verified = await pay(house);
  await openPage(house, verified, name, pages);
  return verified;
}

/** Ordered, and paid with the password and the authenticator. */
export async function pay(house: House): Promise<Verified> {
  const { api } = house;
  const person = await api.person();
  const { token } = person;
  await api.credit(person, 'USDT', '100');
  const { secret } = await bindAuthenticator(api, person);
  const ordered = await api.call('kyc/order/create', { purpose: 'system' }, { token });
  if (!ordered.ok) throw new Error(ordered.msg);
  const { orderId } = ordered.data;
  api.clock.move(stepMs);
  const google = codeAt(secret, api.clock.now());
  const input = { orderId, currency: 'USDT', payPassword: goodPayPassword, google };
  const paid = await api.call('kyc/order/pay', input, { token });
  if (!paid.ok) throw new Error(JSON.stringify(paid));
  const { authNo } = paid.data;
  const found = await sql<{ id: string }>`select id from app.kyc_record where auth_no = ${authNo}`.execute(
    api.databases.main,
  );
  return { ...person, secret, authNo, orderId, recordId: found.rows[0]?.id ?? '' };
}

/** Through the agreement to the address of the company's page. */
async function openPage(house: House, person: Verified, name: string, pages: Canary[]): Promise<void> {
  const { api } = house;
  const { token, authNo } = person;
  const agreed = { contentId: 'kyc-demo-company', version: 1 };
  const started = await api.call('kyc/third/start', { authNo, provider: 'democompany', agreed }, { token });
  if (!started.ok) throw new Error(JSON.stringify(started));
  await house.pass();
  const link = await api.call('kyc/third/link', { authNo }, { token });
  const url = link.ok ? link.data.url : null;
  if (url === null) throw new Error(`no page: ${JSON.stringify(link)}`);
  const { pathname } = new URL(url);
  const nth = pages.length + 1;
  pages.push({ name: `${name}: page ${nth}`, text: url, kind: 'page' });
  pages.push({ name: `${name}: token ${nth}`, text: pathname.split('/').at(-1) ?? '', kind: 'page' });
  await readNow(house, person);
}

/** Fills in the newest page as its visitor would. */
export async function submit(house: House, sheet: PersonSheet, pages: readonly Canary[]): Promise<void> {
  const url = pages.findLast(({ text }) => text.startsWith('http'))?.text ?? '';
  const { words: _, ...read } = sheet;
  const fields = {
    ...read,
    nationality: 'NL',
    idType: 'passport',
    issuingRegion: 'NL',
    expiry: '2039-09-14',
    result: 'held',
  };
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
  if (answer.status !== 303) throw new Error(`the company did not take it: ${answer.status}`);
}

/** What somebody at the company decides, and what the house makes of it. */
export async function decideRecord(
  house: House,
  person: Verified,
  decision: Parameters<House['panel']['decide']>[1],
): Promise<void> {
  house.api.clock.move(minuteMs);
  await house.panel.decide(person.recordId, decision);
  await passTime(house, person, minuteMs);
}

export async function passTime(house: House, person: Verified, ms: number): Promise<void> {
  house.api.clock.move(ms);
  await house.pass();
  for (const clock of ['kycClock', 'cardClock']) await house.api.server.jobs[clock]?.({});
  await readNow(house, person);
}

/** Everything that may be read at this moment; jobs are read before they run. */
export async function readNow(house: House, person: Verified): Promise<void> {
  await readEverything(house, person, person);
  await readTables(house.api.ownerUrl, house.places);
  await readMail(house, person);
}
