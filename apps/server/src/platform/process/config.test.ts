import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { dayMs } from '@marigold/money/spans';
import { describe, expect, it, onTestFinished } from 'vitest';

import { ConfigurationError, readConfig, secretKey } from './config.ts';

function problemsOf(environment: NodeJS.ProcessEnv): readonly string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
}

const key32 = Buffer.alloc(32, 1).toString('base64');
const app = 'postgres://app:one@db.test:5432/marigold';
const owner = 'postgres://owner:two@db.test/marigold';
const sumsub = {
  SUMSUB_APP_TOKEN: 'a',
  SUMSUB_SECRET_KEY: 'b',
  SUMSUB_WEBHOOK_SECRET: 'c',
  SUMSUB_LEVEL: 'd',
};
const musepay = {
  MUSEPAY_PARTNER_ID: '2000061',
  MUSEPAY_PRIVATE_KEY_FILE: '/keys/ours.pem',
  MUSEPAY_PUBLIC_KEY_FILE: '/keys/theirs.pem',
  MUSEPAY_MAIL_DOMAIN: 'holders.example.com',
};

describe('the settings', () => {
  it('are a demo on the embedded database when nothing is set', () => {
    expect(readConfig({ PORT: '' })).toMatchObject({
      mode: 'demo',
      port: 8787,
      host: '127.0.0.1',
      externalDatabase: undefined,
      isDemoSeeded: true,
      processRoles: ['api', 'jobs', 'watch', 'send', 'engine'],
      apiSecret: 'marigold-demo',
      links: { frameHosts: [], messagingHosts: ['t.me', 'telegram.me', 'wa.me'], wrapperOrigin: undefined },
    });
  });

  it('name hosts and the wrapper one by one', () => {
    const { links } = readConfig({
      LINK_FRAME_HOSTS: 'help.example, shop.example:8443',
      LINK_MESSAGING_HOSTS: 't.me',
      WRAPPER_ORIGIN: 'https://wrapper.example:8443',
    });
    expect(links).toEqual({
      frameHosts: ['help.example', 'shop.example:8443'],
      messagingHosts: ['t.me'],
      wrapperOrigin: 'https://wrapper.example:8443',
    });
  });

  it('name native apps by the signature that Android says of them', () => {
    const [one, two] = [
      `android:apk-key-hash:${'a-_9'.repeat(10)}aaa`,
      `android:apk-key-hash:${'B'.repeat(43)}`,
    ];
    expect(readConfig({}).appOrigins).toEqual([]);
    expect(readConfig({ PASSKEY_APP_ORIGINS: `${one}, ${two},${one}` }).appOrigins).toEqual([one, two]);
    for (const wrong of ['https://app.example', `${one}=`, one.slice(0, -1), 'android:apk-key-hash:*'])
      expect(problemsOf({ PASSKEY_APP_ORIGINS: wrong })[0]).toMatch(/^PASSKEY_APP_ORIGINS must be a list/);
  });

  it('name several sources of rates and index prices, each once', () => {
    const urls = 'https://a.test/, https://b.test/x,https://a.test/';
    const { ratesUrls, indexUrls } = readConfig({ RATES_URL: urls, INDEX_URLS: urls });
    expect(ratesUrls).toEqual(['https://a.test/', 'https://b.test/x']);
    expect(indexUrls).toEqual(ratesUrls);
  });

  it('name where the books listen, and where others dial them', () => {
    const { trading } = readConfig({ ENGINE_LISTEN: '[::]:0', ENGINE_ADDRESS: '[fd00::1]:9000' });
    expect(trading).toMatchObject({
      listen: { host: '::', port: 0 },
      address: { host: 'fd00::1', port: 9000 },
    });
    expect(readConfig({ ENGINE_LISTEN: '10.0.0.1:9000' }).trading.address).toBeUndefined();
  });

  it('ask browsers for work unless a demo says otherwise', () => {
    expect(readConfig({}).asksForWork).toBe(true);
    expect(readConfig({ HUMAN_CHECK: 'none' }).asksForWork).toBe(false);
    expect(problemsOf({ MODE: 'production', HUMAN_CHECK: 'none' })).toEqual([
      'HUMAN_CHECK=none cannot go with MODE=production.',
    ]);
  });

  it('name the keys of identities, the first of which wraps new ones, and how long these are kept', () => {
    const [one, two] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    const list = `2027=${one.toString('base64')}, 2026=${two.toString('base64')}`;
    expect(readConfig({ IDENTITY_KEYS: list, KEEP_IDENTITY_YEARS: '30' }).keeping).toEqual({
      keys: [
        { name: '2027', key: one },
        { name: '2026', key: two },
      ],
      years: 30,
    });
    expect(readConfig({}).keeping).toEqual({ keys: [], years: 5 });
  });

  it.each([
    [{ IDENTITY_KEYS: key32 }, 'must be a list such as'],
    [{ IDENTITY_KEYS: `A_B=${key32}` }, 'must be a list such as'],
    [{ IDENTITY_KEYS: `a=${key32.slice(4)}` }, 'must be a list such as'],
    [{ IDENTITY_KEYS: `a=${key32},` }, 'must be a list such as'],
    [{ IDENTITY_KEYS: `a=${key32},a=${key32.replace('B', 'C')}` }, 'must give each key a name of its own'],
    [{ IDENTITY_KEYS: `a=${key32},b=${key32}` }, 'must name each key once'],
    [{ IDENTITY_KEYS: `secret=${key32}` }, 'must call no key secret'],
    [{ KEEP_IDENTITY_YEARS: '0' }, 'must be a number of whole years from 1 to 30'],
    [{ KEEP_IDENTITY_YEARS: '31' }, 'must be a number of whole years from 1 to 30'],
    [{ KEEP_IDENTITY_YEARS: '5.5' }, 'must be a number of whole years from 1 to 30'],
  ])('refuse %j in one sentence that holds nothing of a key', (environment, reason) => {
    const [name = ''] = Object.keys(environment);
    const problems = problemsOf(environment);
    expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name} ${reason}[^,]*`))]);
    expect(problems[0]).not.toContain(key32.slice(4, 12));
  });

  it('move the clock of a demo and nobody else', () => {
    expect(readConfig({ CLOCK_OFFSET_MS: '86400000' }).clockOffsetMs).toBe(dayMs);
    expect(readConfig({ MODE: 'production' }).clockOffsetMs).toBe(0);
  });

  it('tell every problem at once', () => {
    const problems = problemsOf({
      PORT: '99999',
      MODE: 'test',
      DATABASE_URL: 'mysql://app@db/x',
      ROLES: 'api,cooking',
      PUBLIC_URL: 'ftp://x',
      LOG_LEVEL: 'loud',
      SMS_TOKEN: 'x',
      HUMAN_CHECK: 'off',
      RATES_URL: 'https://a.test,rates',
      INDEX_URLS: 'index',
      ENGINE_LISTEN: '10.0.0.1:99999',
      ENGINE_ADDRESS: '[::]:9000',
      LINK_FRAME_HOSTS: "help.example,*.example; script-src 'unsafe-inline'",
      LINK_MESSAGING_HOSTS: 'https://t.me',
      WRAPPER_ORIGIN: 'https://wrapper.example/path',
    });
    for (const name of [
      'PORT',
      'MODE',
      'DATABASE_URL',
      'DATABASE_OWNER_URL',
      'ROLES',
      'PUBLIC_URL',
      'LOG_LEVEL',
      'SMS_TOKEN',
      'HUMAN_CHECK',
      'RATES_URL',
      'INDEX_URLS',
      'ENGINE_LISTEN',
      'ENGINE_ADDRESS',
      'LINK_FRAME_HOSTS',
      'LINK_MESSAGING_HOSTS',
      'WRAPPER_ORIGIN',
    ]) {
      expect(
        problems.some((problem) => problem.startsWith(name)),
        name,
      ).toBe(true);
    }
  });

  it.each([
    [{ DATABASE_URL: app }, 'DATABASE_OWNER_URL is missing'],
    [{ DATABASE_OWNER_URL: owner }, 'DATABASE_URL is missing'],
    [{ DATABASE_URL: app, DATABASE_OWNER_URL: app }, 'another role'],
    [{ DATABASE_URL: app, DATABASE_OWNER_URL: 'postgres://owner@db.test/other' }, 'the same database'],
    [{ ENGINE_LISTEN: '0.0.0.0:9000' }, 'ENGINE_ADDRESS is missing'],
    [{ ENGINE_LISTEN: '[::]:9000' }, 'ENGINE_ADDRESS is missing'],
    [{ ENGINE_LISTEN: '0.0.0.0:9000', ENGINE_ADDRESS: '0.0.0.0:9000' }, 'ENGINE_ADDRESS must be an address'],
    [{ ENGINE_LISTEN: '10.0.0.1:9000', ENGINE_ADDRESS: '10.0.0.1:0' }, 'ENGINE_ADDRESS must have the port'],
    [{ ENGINE_ADDRESS: 'one.internal:9000' }, 'ENGINE_ADDRESS needs ENGINE_LISTEN'],
    [{ MODE: 'production', DEMO: '1' }, 'DEMO=1 cannot go with MODE=production'],
    [{ MODE: 'production', CLOCK_OFFSET_MS: '1' }, 'CLOCK_OFFSET_MS cannot go with MODE=production'],
    [{ MODE: 'production', ...sumsub }, 'YENTE_URL is missing'],
    [{ ...musepay, MUSEPAY_PUBLIC_KEY_FILE: '' }, 'MUSEPAY_PUBLIC_KEY_FILE missing'],
    [{ ...musepay, MUSEPAY_MAIL_DOMAIN: 'a@b' }, 'MUSEPAY_MAIL_DOMAIN must be a domain'],
    [{ SCREENING: 'company', YENTE_URL: 'http://yente.test' }, 'SCREENING=company cannot go with YENTE_URL'],
    [{ YENTE_DATASET: 'default' }, 'YENTE_DATASET needs YENTE_URL'],
    [{ SCREENING: 'nobody' }, 'SCREENING must be company'],
    [{ CLOCK_OFFSET_MS: '-1' }, 'CLOCK_OFFSET_MS must be a number of milliseconds'],
  ])('refuse %j', (environment, reason) => {
    expect(problemsOf(environment).join('\n')).toContain(reason);
  });

  it('say with which list people are compared: made-up people in a demo, in production yente or the company', () => {
    const yente = { YENTE_URL: 'http://yente.test:8000/' };
    const list = { is: 'yente', url: 'http://yente.test:8000', dataset: 'sanctions' };
    const production = { MODE: 'production', ...sumsub };
    expect(readConfig({}).screening).toEqual({ is: 'simulated' });
    expect(readConfig({ SCREENING: 'company' }).screening).toEqual({ is: 'off' });
    expect(readConfig({ ...yente, YENTE_DATASET: 'one' }).screening).toEqual({ ...list, dataset: 'one' });
    expect(readConfig({ ...production, ...yente }).screening).toEqual(list);
    expect(readConfig({ ...production, SCREENING: 'company' }).screening).toEqual({ is: 'off' });
    expect(readConfig({ MODE: 'production' }).screening).toEqual({ is: 'off' });
  });

  it('name the company that issues cards, or none', () => {
    const account = {
      url: 'https://api.musepay.io',
      partnerId: '2000061',
      privateKeyFile: '/keys/ours.pem',
      publicKeyFile: '/keys/theirs.pem',
      mailDomain: 'holders.example.com',
    };
    expect(readConfig(musepay).musepay).toEqual(account);
    const test = { ...musepay, MUSEPAY_URL: 'https://api.test.musepay.io/' };
    expect(readConfig(test).musepay).toEqual({ ...account, url: 'https://api.test.musepay.io' });
    expect(readConfig({}).musepay).toBeUndefined();
  });

  it('seed an external database only when asked to', () => {
    const external = { DATABASE_URL: app, DATABASE_OWNER_URL: owner };
    expect(readConfig(external).isDemoSeeded).toBe(false);
    expect(readConfig({ ...external, DEMO: '1' }).isDemoSeeded).toBe(true);
    expect(readConfig({ MODE: 'production' }).isDemoSeeded).toBe(false);
  });

  it('keep the secret key that a demo made, readable by us alone', () => {
    const directory = mkdtempSync(join(tmpdir(), 'config-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const config = readConfig({ DATA_DIR: directory });
    const made = secretKey(config);
    expect(Buffer.byteLength(made)).toBeGreaterThanOrEqual(32);
    expect(secretKey(config)).toBe(made);
    expect(statSync(join(directory, 'secret-key')).mode & 0o777).toBe(0o600);
  });
});
