import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { type RunningCompanies, startCompanies } from '../../companies.ts';
import { ConfigurationError, readConfig } from '../../platform/process/config.ts';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'marigold-companies-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function start(environment: Record<string, string>): RunningCompanies {
  const config = readConfig({ DATA_DIR: newFolder(), ...environment });
  const running = startCompanies(config, { clock: Date.now, onNotice: () => undefined });
  onTestFinished(running.stop);
  return running;
}

function account(): Record<string, string> {
  const [folder, pair] = [newFolder(), generateKeyPairSync('rsa', { modulusLength: 2048 })];
  const [ours, theirs] = [join(folder, 'ours.pem'), join(folder, 'theirs.pem')];
  writeFileSync(ours, pair.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(theirs, pair.publicKey.export({ type: 'spki', format: 'pem' }));
  return {
    MUSEPAY_URL: 'http://127.0.0.1:1',
    MUSEPAY_PARTNER_ID: '2000061',
    MUSEPAY_PRIVATE_KEY_FILE: ours,
    MUSEPAY_PUBLIC_KEY_FILE: theirs,
    MUSEPAY_MAIL_DOMAIN: 'holders.example.com',
  };
}

const isDemo = ({ cardIssuers }: RunningCompanies) =>
  [...cardIssuers].map(([id, company]) => [id, company.id, company.isDemo]);

const request = {
  requestId: 'give-1',
  applicant: '019a0000-0000-7000-8000-000000000001',
  holder: {
    firstName: 'ANNA',
    lastName: 'MUSTER',
    birthday: '1990-05-17',
    nationality: 'NL',
    idType: 'passport',
    idNumber: 'XD1234567',
    issuingRegion: 'NL',
    expiry: null,
    phone: '+31612345678',
    occupation: 'Builds bridges',
    income: 'to50k',
    purpose: 'savings',
    residence: { country: 'NL', city: 'Delft', postal: '2611 GX', line: 'Markt 1' },
  },
} as const;

describe('the companies that issue cards', () => {
  it('are in a demo the one beside the program, which sends its events to the program', async () => {
    const heard: string[] = [];
    const house = createServer((incoming, response) => {
      heard.push(incoming.url ?? '');
      incoming.resume();
      response.writeHead(200).end();
    });
    await new Promise<void>((resolve) => void house.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void house.close());
    const running = start({});
    expect(isDemo(running)).toEqual([['democards', 'democards', true]]);
    expect([...running.companies.keys()]).toEqual(['democompany']);
    await running.listenAt(`http://127.0.0.1:${(house.address() as AddressInfo).port}`);
    const port = running.cardIssuers.get('democards')?.port;
    const given = async () => await port?.holder(request);
    await expect.poll(given, { timeout: 15_000 }).toMatchObject({ is: 'done' });
    expect((await running.demoCards?.state())?.holders).toMatchObject([{ applicant: request.applicant }]);
    await expect.poll(() => heard, { timeout: 5000 }).toEqual(['/hooks/democards']);
  });

  it('are MusePay where there is an account, and identities stay with the demo company', async () => {
    const running = start(account());
    expect(isDemo(running)).toEqual([['musepay', 'musepay', false]]);
    expect(running.demoCards).toBeUndefined();
    expect([...running.companies.keys()]).toEqual(['democompany']);
    const port = running.cardIssuers.get('musepay')?.port;
    expect(await port?.holder(request)).toEqual({ is: 'unknown' });
  });

  it('are none in production without an account, and never a simulated one', () => {
    const production = { MODE: 'production', SECRET_KEY: 'x'.repeat(32) };
    expect(isDemo(start(production))).toEqual([]);
    expect(isDemo(start({ ...production, ...account() }))).toEqual([['musepay', 'musepay', false]]);
    expect(start(production).demoCards).toBeUndefined();
  });

  it('are not started with a key that cannot be read', () => {
    const settings = account();
    for (const name of ['MUSEPAY_PRIVATE_KEY_FILE', 'MUSEPAY_PUBLIC_KEY_FILE'])
      for (const path of ['package.json', join(newFolder(), 'nothing')]) {
        expect(() => start({ ...settings, [name]: path })).toThrow(ConfigurationError);
        expect(() => start({ ...settings, [name]: path })).toThrow(name);
      }
  });
});
