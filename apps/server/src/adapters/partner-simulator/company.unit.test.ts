import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { itemsOfLevel2 } from '@marigold/partners/kyc-states';
import { samplePersonOf } from '@marigold/partners/simulator/samples';
import { languageIds } from '@marigold/texts/languages';
import { afterEach, describe, expect, it } from 'vitest';

import { createSumsubProvider } from '../identity-provider/sumsub.ts';
import { ensureCompanyKeys } from './company-file.ts';
import { startCompanyServer } from './company-server.ts';
import type { Company } from './company.ts';
import { createCompany, documentedRetryMs } from './company.ts';
import { createPartnerPanel } from './panel-client.ts';

const stops: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'marigold-company-'));
  stops.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A company in this process, whose time is moved by hand. */
async function open(folder = newFolder(), retryMs: readonly number[] = [5000]) {
  const time = { passedMs: 0 };
  const clock = () => Date.now() + time.passedMs;
  const keys = ensureCompanyKeys(folder);
  const company = createCompany({ folder, keys, checkMs: 1000, retryMs, clock, chance: Math.random });
  const server = await startCompanyServer(company, 0);
  let isOpen = true;
  const close = async () => {
    if (isOpen) await server.close();
    isOpen = false;
  };
  stops.push(close);
  const access = { ...keys, url: () => server.url, clock };
  const provider = createSumsubProvider({ ...access, levelName: (level) => `demo-level-${level}` });
  const panel = createPartnerPanel(() => server.url, keys.panelToken);
  return { company, server, provider, panel, keys, time, close, folder };
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

const start = (applicant: string) =>
  ({
    requestId: 'q',
    applicant,
    level: 2,
    items: itemsOfLevel2,
    returnUrl: 'http://wallet.example/back?x=1',
    language: 'ru',
  }) as const;

const filled = (more: Record<string, string> = {}) => ({
  firstName: 'ANNA',
  lastName: 'MUSTER',
  birthday: '1990-05-17',
  nationality: 'NL',
  idType: 'idCard',
  idNumber: 'XD 123456',
  issuingRegion: 'NL',
  expiry: '',
  ...more,
});

async function send(url: string, fields: Record<string, string>): Promise<Response> {
  return await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
}

async function pageUrl(opened: Awaited<ReturnType<typeof open>>, applicant: string): Promise<string> {
  const begun = await opened.provider.start(start(applicant));
  if (begun.is !== 'done') throw new Error(`it is ${begun.is}`);
  return begun.value.url;
}

describe('the page of the demo company', () => {
  it('says in each language what it is, and runs nothing', async () => {
    const opened = await open();
    const url = await pageUrl(opened, 'a1');
    const marks = new Set<string>();
    for (const lang of languageIds) {
      const response = await fetch(url.replace('lang=ru', `lang=${lang}`));
      const text = await response.text();
      expect([response.status, text.includes(`<html lang="${lang}"`)]).toEqual([200, true]);
      expect(text).not.toMatch(/<script|<style|\sstyle=|\son\w+=/);
      marks.add(/class="demo">([^<]+)/.exec(text)?.[1] ?? '');
      expect(response.headers.get('content-security-policy')).toContain(
        "form-action 'self' http://wallet.example;",
      );
      expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    }
    expect(marks.size).toBe(languageIds.length);
  });

  it('takes what its visitor sends in and leads back; the check then ends as they chose', async () => {
    const opened = await open();
    const url = await pageUrl(opened, 'a1');
    const sent = await send(url, filled({ document: 'again' }));
    expect([sent.status, sent.headers.get('location')]).toEqual([303, 'http://wallet.example/back?x=1']);
    expect(await (await fetch(url)).text()).not.toContain('<form');
    opened.time.passedMs += 1000;
    await opened.company.tick();
    const found = await opened.provider.find({ applicant: 'a1' });
    expect(found).toMatchObject({
      is: 'done',
      value: { outcome: 'again', read: { idNumber: 'XD 123456', idType: 'idCard', expiry: null } },
    });
    // Only the photo is asked for now.
    const again = await (await fetch(url)).text();
    expect([again.includes('name="document"'), again.includes('name="face"')]).toEqual([true, false]);
  });

  it.each([
    ['a day that does not exist', { birthday: '1990-02-30' }],
    ['an empty name', { firstName: ' ' }],
    ['a region in words', { nationality: 'Holland' }],
    ['a number of two letters', { idNumber: 'XD' }],
  ])('takes nothing with %s', async (_name, change) => {
    const opened = await open();
    const url = await pageUrl(opened, 'a1');
    const answer = await send(url, filled(change));
    expect([answer.status, (await answer.text()).includes('role="alert"')]).toEqual([422, true]);
    expect(await opened.provider.find({ applicant: 'a1' })).toMatchObject({ value: { phase: 'open' } });
  });

  it('is over with its time, and was never there under another name', async () => {
    const opened = await open();
    const url = await pageUrl(opened, 'a1');
    expect((await fetch(url.replace(/p\/.{4}/, 'p/xxxx'))).status).toBe(410);
    opened.time.passedMs += 31 * 60_000;
    expect((await fetch(url)).status).toBe(410);
    expect((await send(url, filled())).status).toBe(410);
  });

  it('offers another sample person to each', () => {
    const numbers = ['a', 'b', 'c'].map((end) => samplePersonOf(`00000000000000000000000${end}`).idNumber);
    expect(new Set(numbers).size).toBe(3);
  });
});

describe('the interface of the demo company', () => {
  it('answers nobody without a right signature of this minute', async () => {
    const opened = await open();
    const levels = { levelName: () => 'demo-level-2', clock: Date.now, url: () => opened.server.url };
    for (const wrong of [{ secretKey: 'x' }, { appToken: 'x' }, { clock: () => Date.now() - 120_000 }]) {
      const provider = createSumsubProvider({ ...opened.keys, ...levels, ...wrong });
      expect(await provider.start(start('a1'))).toEqual({ is: 'unknown' });
    }
    expect((await fetch(`${opened.server.url}/resources/applicants/x/one`)).status).toBe(401);
    expect(opened.company.world.byRef.size).toBe(0);
  });

  it('knows no level but its own', async () => {
    const opened = await open();
    const access = { ...opened.keys, clock: Date.now, url: () => opened.server.url };
    const provider = createSumsubProvider({ ...access, levelName: () => 'constructor' });
    expect(await provider.start(start('a1'))).toMatchObject({ is: 'refused', reason: 'level-unknown' });
  });
});

describe('a slow company', () => {
  it('is waited for no longer than agreed, and had the wish all the same', async () => {
    const opened = await open();
    const access = { ...opened.keys, clock: Date.now, url: () => opened.server.url, timeoutMs: 100 };
    const provider = createSumsubProvider({ ...access, levelName: () => 'demo-level-2' });
    await opened.panel.setFaults({}, 500);
    expect(await provider.start(start('a1'))).toEqual({ is: 'unknown' });
    await expect.poll(() => opened.company.world.byApplicant.has('a1')).toBe(true);
  });
});

describe('the panel of the demo company', () => {
  it('obeys nobody without its token', async () => {
    const opened = await open();
    const stranger = createPartnerPanel(() => opened.server.url, 'x');
    await expect(stranger.state()).rejects.toThrow('401');
    await expect(stranger.decide('a1', { to: 'passed' })).rejects.toThrow('401');
  });

  it('lists applicants without anything of a document, newest first', async () => {
    const opened = await open();
    await pageUrl(opened, 'a1');
    await pageUrl(opened, 'a2');
    await opened.panel.submit('a2');
    const { applicants } = await opened.panel.state();
    expect(applicants.map(({ applicant, phase }) => [applicant, phase])).toEqual([
      ['a2', 'checking'],
      ['a1', 'open'],
    ]);
    expect(JSON.stringify(applicants)).not.toMatch(/MUSTER|VOORBEELD|EJEMPLO|MIHON|XD0/);
  });

  it('decides about what was sent in, and about nothing else', async () => {
    const opened = await open();
    await pageUrl(opened, 'a1');
    await expect(opened.panel.decide('a1', { to: 'passed' })).rejects.toThrow('409');
    await expect(opened.panel.decide('nobody', { to: 'passed' })).rejects.toThrow('409');
    await opened.panel.submit('a1');
    const { applicants } = await opened.panel.decide('a1', { to: 'held' });
    expect(applicants[0]?.phase).toBe('held');
    // What a person decided is not decided again by the time.
    opened.time.passedMs += 60_000;
    await opened.company.tick();
    expect((await opened.panel.state()).applicants[0]?.phase).toBe('held');
  });
});

async function pass(company: Company): Promise<void> {
  await company.tick();
}

describe('the events of the demo company', () => {
  it('reach the house signed, in the order in which they happened', async () => {
    const [opened, house1] = [await open(), await house()];
    await opened.panel.sendEventsTo(house1.url);
    await pageUrl(opened, 'a1');
    await opened.panel.submit('a1');
    opened.time.passedMs += 1000;
    await pass(opened.company);
    await expect.poll(() => house1.taken.length).toBe(3);
    const types = house1.taken.map(({ raw }) => (JSON.parse(raw.toString()) as { type: string }).type);
    expect(types).toEqual(['applicantCreated', 'applicantPending', 'applicantReviewed']);
    for (const { raw, headers } of house1.taken)
      expect(opened.provider.readEvent(raw, headers)).toEqual({ about: { applicant: 'a1' } });
  });

  it('come again after a wait until they are taken, and are given up after the last', async () => {
    const [opened, house1] = [await open(newFolder(), [5000, 5000]), await house()];
    house1.state.status = 500;
    await opened.panel.sendEventsTo(house1.url);
    await pageUrl(opened, 'a1');
    for (const count of [1, 2, 3]) {
      await pass(opened.company);
      await expect.poll(() => house1.taken.length).toBe(count);
      opened.time.passedMs += 5000;
    }
    await expect.poll(async () => (await opened.panel.state()).eventsWaiting).toBe(0);
    expect(documentedRetryMs.map((ms) => ms / 60_000)).toEqual([5, 60, 300, 1080]);
  });

  it('are lost, tripled and forged as the panel says', async () => {
    const [opened, house1] = [await open(), await house()];
    await opened.panel.sendEventsTo(house1.url);
    await opened.panel.setFaults({ eventNever: 1 });
    await pageUrl(opened, 'a1');
    expect((await opened.panel.state()).eventsWaiting).toBe(0);
    await opened.panel.setFaults({ eventThrice: 1, eventForged: 1 });
    await pageUrl(opened, 'a2');
    await pass(opened.company);
    await expect.poll(() => house1.taken.length).toBe(4);
    const read = house1.taken.map(({ raw, headers }) => opened.provider.readEvent(raw, headers));
    expect(read.filter((one) => one === undefined)).toHaveLength(1);
  });
});

describe('what the demo company knows', () => {
  it('is there after its end, with the links that it gave and the events that nobody took', async () => {
    const first = await open();
    const url = await pageUrl(first, 'a1');
    await first.panel.submit('a1');
    await first.panel.setFaults({ html: 0.5 }, 10);
    await first.close();

    const second = await open(first.folder);
    expect(second.keys).toEqual(first.keys);
    const state = await second.panel.state();
    expect(state).toMatchObject({ eventsWaiting: 2, answerDelayMs: 10, faults: { html: 0.5 } });
    await second.panel.setFaults({});
    expect((await fetch(second.server.url + new URL(url).pathname)).status).toBe(200);
    second.time.passedMs += 1000;
    await second.company.tick();
    expect(await second.provider.find({ applicant: 'a1' })).toMatchObject({ value: { outcome: 'passed' } });
  });

  it('is readable by its owner alone', async () => {
    const opened = await open();
    await pageUrl(opened, 'a1');
    for (const name of ['keys.json', 'company.json'])
      expect(statSync(join(opened.folder, name)).mode & 0o077).toBe(0);
  });
});
