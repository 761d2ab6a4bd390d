import { createPrivateKey, createPublicKey } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { minuteMs } from '@marigold/money/spans';
import type { HolderRequest, OpeningRequest } from '@marigold/partners/card-port';
import { afterEach, describe, expect, it } from 'vitest';

import { signatureBy, signedTextOf } from '../card-issuer/musepay-signature.ts';
import { createMusepayIssuer } from '../card-issuer/musepay.ts';
import { ensureIssuingKeys } from './card-company-file.ts';
import { createIssuingCompany, musepayRetryMs } from './card-company.ts';
import { ensureCompanyKeys } from './company-file.ts';
import { startCompanyServer } from './company-server.ts';
import { createCompany } from './company.ts';
import { createPartnerPanel } from './panel-client.ts';

const stops: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'marigold-cards-'));
  stops.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A company in this process, whose time is moved by hand. */
async function open(folder = newFolder(), { retryMs = [5000], checkMs = 1000 } = {}) {
  const time = { passedMs: 0 };
  const clock = () => Date.now() + time.passedMs;
  const [keys, companyKeys] = [ensureIssuingKeys(folder), ensureCompanyKeys(folder)];
  const shared = { folder, checkMs, retryMs, clock, chance: Math.random };
  const company = createCompany({ ...shared, keys: companyKeys });
  const cards = createIssuingCompany({ ...shared, keys, faults: () => company.state.faults });
  const server = await startCompanyServer(company, 0, cards);
  let isOpen = true;
  const close = async () => {
    if (isOpen) await server.close();
    isOpen = false;
  };
  stops.push(close);
  const access = {
    url: () => server.url,
    partnerId: keys.partnerId,
    privateKey: createPrivateKey(keys.ours.privateKey),
    platformKey: createPublicKey(keys.theirs.publicKey),
    mailDomain: 'holders.example',
    clock,
  };
  const issuer = createMusepayIssuer(access);
  const panel = createPartnerPanel(() => server.url, companyKeys.panelToken);
  const pass = async (ms: number) => {
    time.passedMs += ms;
    await cards.tick();
  };
  return { cards, server, issuer, panel, keys, access, pass, close, folder };
}

/** A house that takes events, or does not. */
async function house() {
  const taken: { raw: Buffer; headers: IncomingHttpHeaders }[] = [];
  const state = { status: 200 };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      taken.push({ raw: Buffer.concat(parts), headers: request.headers });
      response.writeHead(state.status).end();
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  stops.push(() => void server.close());
  return { taken, state, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/demo` };
}

const place = { country: 'NL', city: 'Delft', postal: '2611 GX', line: 'Markt 1' };
const given = (applicant: string): HolderRequest => ({
  requestId: `give-${applicant}`,
  applicant,
  holder: {
    firstName: 'ANNA',
    lastName: 'MUSTER',
    birthday: '1990-05-17',
    nationality: 'NL',
    idType: 'passport',
    idNumber: 'XD1234567',
    issuingRegion: 'NL',
    expiry: '2034-08-31',
    phone: '+31612345678',
    occupation: 'Builds bridges',
    income: 'to50k',
    purpose: 'savings',
    residence: place,
  },
});
const wished = (holderRef: string, requestId = 'w1'): OpeningRequest => ({
  requestId,
  holderRef,
  product: 'muse',
  phone: '+31612345678',
  latinName: 'ANNA MUSTER',
  mailTo: { ...place, recipient: 'A. Muster' },
});

type Opened = Awaited<ReturnType<typeof open>>;

/** The company's name of somebody who has passed. */
async function passed({ issuer, pass, cards }: Opened, applicant = 'a1'): Promise<string> {
  const answer = await issuer.holder(given(applicant));
  await pass(cards.settings.checkMs);
  return answer.is === 'done' ? answer.value.ref : '';
}

/** A request as somebody sends it who does not use the adapter; answers the code of the answer. */
async function post(opened: Opened, change: Record<string, unknown> = {}, path = '/v1/carduser/query') {
  const { keys, access, server } = opened;
  const params = {
    user_xid: 'a1',
    partner_id: keys.partnerId,
    sign_type: 'RSA',
    timestamp: String(Math.floor(access.clock() / 1000)),
    nonce: `n${Math.random()}`,
    ...change,
  };
  const sign = change['sign'] ?? signatureBy(access.privateKey, signedTextOf(params));
  const body = JSON.stringify({ ...params, sign });
  const response = await fetch(`${server.url}${path}`, { method: 'POST', body });
  return [response.status, ((await response.json()) as { code: string }).code];
}

describe('the interface of the demo company for cards', () => {
  it('answers nobody without a right signature of this minute, and no request twice', async () => {
    const opened = await open();
    await opened.issuer.holder(given('a1'));
    expect(await post(opened)).toEqual([200, '200']);
    expect(await post(opened, { sign: 'A'.repeat(344) })).toEqual([200, '406']);
    expect(await post(opened, { partner_id: 'another' })).toEqual([401, '401']);
    const old = Math.floor(opened.access.clock() / 1000) - 61;
    expect(await post(opened, { timestamp: String(old) })).toEqual([200, '412']);
    expect(await post(opened, { nonce: 'the same' })).toEqual([200, '200']);
    expect(await post(opened, { nonce: 'the same' })).toEqual([200, '412']);
    expect(await post(opened, { sign_type: 'HMAC' })).toEqual([400, '400']);
    const stranger = createMusepayIssuer({
      ...opened.access,
      privateKey: createPrivateKey(opened.keys.theirs.privateKey),
    });
    expect(await stranger.holder(given('a2'))).toEqual({ is: 'unknown' });
    expect(opened.cards.world.holders.size).toBe(1);
  });

  it('refuses a double by its documented code, and knows no other path', async () => {
    const opened = await open();
    const holderRef = await passed(opened);
    const apply = { user_id: holderRef, request_id: 'w1', card_product_id: 'muse', card_level: '1' };
    const phone = { phone_number: '612345678', phone_area_code: '31' };
    const codes = [];
    for (let turn = 0; turn < 2; turn += 1)
      codes.push(await post(opened, { ...apply, ...phone }, '/v1/card/apply'));
    expect(codes).toEqual([
      [200, '200'],
      [200, '202224'],
    ]);
    expect(await post(opened, {}, '/v1/card/card-sensitive-info')).toEqual([404, '404']);
    expect(await post(opened, { card_id: 'x' }, '/v1/card/lock')).toEqual([400, '400']);
  });
});

describe('the demo company for cards', () => {
  it('leads a visitor to an active card that was mailed in less than a minute', async () => {
    const checkMs = 4000;
    const opened = await open(newFolder(), { checkMs });
    const wish = wished(await passed(opened));
    let spentMs = checkMs;
    const until = async (isThere: () => boolean) => {
      for (; !isThere() && spentMs < minuteMs; spentMs += 1000) await opened.pass(1000);
    };
    await opened.issuer.open(wish);
    const row = () => opened.cards.world.openings.get('w1');
    await until(() => row()?.parcel?.state === 'delivered');
    const name = { cardRef: row()?.futureCardRef ?? '', holderRef: wish.holderRef };
    expect(await opened.issuer.activate(name)).toEqual({ is: 'done', value: null });
    await until(() => opened.cards.world.cards.get(name.cardRef)?.state === 'active');
    expect(await opened.issuer.find(name)).toMatchObject({ value: { state: 'active' } });
    expect(spentMs).toBeLessThan(minuteMs);
  });

  it('is there after its end, with the events that nobody took and the same keys', async () => {
    const first = await open();
    const holderRef = await passed(first);
    await first.issuer.open(wished(holderRef));
    await first.pass(2000);
    const before = await first.panel.cards.state();
    await first.close();
    const second = await open(first.folder);
    expect(second.keys).toEqual(first.keys);
    expect(await second.panel.cards.state()).toEqual(before);
    expect(before).toMatchObject({ eventsWaiting: 5, cards: [{ state: 'pendingActive' }] });
    await second.pass(60_000);
    expect(await second.issuer.findOpening(wished(holderRef))).toMatchObject({
      value: { phase: 'opened', parcel: { state: 'delivered' } },
    });
    for (const file of ['cards.json', 'card-keys.json'])
      expect(statSync(join(second.folder, file)).mode & 0o077).toBe(0);
  });
});

describe('the panel of the demo company for cards', () => {
  it('obeys nobody without its token', async () => {
    const opened = await open();
    const stranger = createPartnerPanel(() => opened.server.url, 'x');
    await expect(stranger.cards.state()).rejects.toThrow('401');
    await expect(stranger.cards.decideHolder('a1', { to: 'passed' })).rejects.toThrow('401');
  });

  it('decides about what is there and can follow, and says how things stand', async () => {
    const opened = await open();
    const { cards } = opened.panel;
    await expect(cards.decideHolder('nobody', { to: 'passed' })).rejects.toThrow('409');
    await opened.issuer.holder(given('a1'));
    await cards.decideHolder('a1', { to: 'silent' });
    await opened.pass(60_000);
    expect(await cards.state()).toMatchObject({ holders: [{ applicant: 'a1', phase: 'checking' }] });
    const { holders } = await cards.decideHolder('a1', { to: 'passed' });
    await opened.issuer.open(wished(holders[0]?.ref ?? ''));
    await expect(cards.moveParcel('w1', 'shipped')).rejects.toThrow('409');
    await cards.decideOpening('w1', { to: 'opening' });
    await cards.decideOpening('w1', { to: 'opened' });
    await expect(cards.decideOpening('w1', { to: 'refused', reason: 'late' })).rejects.toThrow('409');
    await cards.moveParcel('w1', 'shipped');
    const moved = await cards.moveParcel('w1', 'lost');
    expect(moved.openings).toMatchObject([{ requestId: 'w1', phase: 'opened', parcel: { state: 'lost' } }]);
    const cardRef = moved.cards[0]?.ref ?? '';
    await expect(cards.decideCard(cardRef, 'restored')).rejects.toThrow('409');
    await cards.decideCard(cardRef, 'suspended');
    expect((await cards.decideCard(cardRef, 'restored')).cards).toMatchObject([{ state: 'pendingActive' }]);
    expect(Object.keys(moved.cards[0] ?? {}).toSorted()).toEqual([
      'expiry',
      'holderRef',
      'last4',
      'product',
      'ref',
      'state',
    ]);
    expect(JSON.stringify(moved)).not.toMatch(/MUSTER|Delft|XD1234567|612345678/);
  });

  it('plans what becomes of those that come', async () => {
    const opened = await open();
    const { cards } = opened.panel;
    await cards.setPlans({
      holder: { kind: 'rejected', fields: ['income'] },
      opening: { kind: 'refused', reason: 'country' },
    });
    await passed(opened);
    const found = async () => await opened.issuer.findHolder({ applicant: 'a1' });
    expect(await found()).toMatchObject({ value: { phase: 'rejected', fields: ['income'] } });
    const wish = wished(await passed(opened));
    expect(await found()).toMatchObject({ value: { phase: 'passed' } });
    await opened.issuer.open(wish);
    await opened.pass(1000);
    expect(await opened.issuer.findOpening(wish)).toMatchObject({
      value: { phase: 'refused', reason: 'country' },
    });
    await expect(
      cards.setPlans({ holder: { kind: 'x' as 'passes' }, opening: { kind: 'opens' } }),
    ).rejects.toThrow('400');
  });

  it('leaves the orders about identities as they were', async () => {
    const opened = await open();
    expect(await opened.panel.state()).toMatchObject({ applicants: [], eventsWaiting: 0 });
    await opened.panel.setFaults({ html: 1 });
    expect(await opened.issuer.holder(given('a1'))).toEqual({ is: 'unknown' });
  });
});

describe('the events of the demo company for cards', () => {
  it('reach the house signed, in the order in which they happened', async () => {
    const [opened, house1] = [await open(), await house()];
    await opened.panel.cards.sendEventsTo(house1.url);
    const holderRef = await passed(opened);
    await opened.issuer.open(wished(holderRef));
    await opened.pass(2000);
    await opened.pass(4000);
    await expect.poll(() => house1.taken.length).toBe(7);
    const about = house1.taken.map(({ raw, headers }) => opened.issuer.readEvent(raw, headers)?.about);
    const [who, card] = [{ applicant: 'a1' }, { opening: 'w1' }];
    expect(about).toEqual([who, who, card, card, card, card, card]);
    expect(JSON.parse(house1.taken[3]?.raw.toString() ?? '')).toMatchObject({
      type: 'APPLY_AUDIT',
      data: { request_id: 'w1', status: 'AUDIT_PASS' },
    });
  });

  it('come again after a wait until they are taken, and are given up after the last', async () => {
    const [opened, house1] = [await open(newFolder(), { retryMs: [5000, 5000] }), await house()];
    house1.state.status = 500;
    await opened.panel.cards.sendEventsTo(house1.url);
    await opened.issuer.holder(given('a1'));
    await opened.panel.cards.decideHolder('a1', { to: 'silent' });
    for (const count of [1, 2, 3]) {
      await opened.pass(0);
      await expect.poll(() => house1.taken.length).toBe(count);
      await opened.pass(5000);
    }
    await expect.poll(async () => (await opened.panel.cards.state()).eventsWaiting).toBe(0);
    expect(musepayRetryMs.map((ms) => ms / minuteMs)).toEqual([2, 4, 8, 16, 32, 64]);
  });

  it('are lost, tripled and forged as the panel says', async () => {
    const [opened, house1] = [await open(), await house()];
    await opened.panel.cards.sendEventsTo(house1.url);
    await opened.panel.setFaults({ eventNever: 1 });
    await opened.issuer.holder(given('a1'));
    expect((await opened.panel.cards.state()).eventsWaiting).toBe(0);
    await opened.panel.setFaults({ eventThrice: 1, eventForged: 1 });
    await opened.issuer.holder(given('a2'));
    await opened.pass(0);
    await expect.poll(() => house1.taken.length).toBe(4);
    const read = house1.taken.map(({ raw, headers }) => opened.issuer.readEvent(raw, headers));
    expect(read.filter((one) => one === undefined)).toHaveLength(1);
  });
});
