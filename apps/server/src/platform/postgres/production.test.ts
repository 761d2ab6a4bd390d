import { describe, expect, it } from 'vitest';

import { readConfig } from '../process/config.ts';
import { productionProblems, type DatabaseFacts } from './production.ts';

const fit = {
  MODE: 'production',
  API_SECRET: 'a-secret-of-this-deployment',
  SECRET_KEY: 'x'.repeat(32),
  PUBLIC_URL: 'https://wallet.test',
  SMTP_URL: 'smtps://mail.test',
  MAIL_FROM: 'Marigold <hello@wallet.test>',
  SMS_URL: 'https://sms.test/send',
  RATES_URL: 'https://rates.test',
};
const durable = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' };
const database: DatabaseFacts = { versionNumber: 180_004, deploymentMode: 'production', settings: durable };

describe('production', () => {
  it('starts when nothing is demo, default or volatile', () => {
    expect(productionProblems({ config: readConfig(fit), database })).toEqual([]);
  });

  it.each([
    [{ SECRET_KEY: '' }, 'SECRET_KEY is missing.'],
    [{ SECRET_KEY: 'x'.repeat(31) }, 'SECRET_KEY must have at least 32 bytes.'],
    [{ API_SECRET: '' }, 'API_SECRET is the public demo secret.'],
    [{ API_SECRET: 'too-short' }, 'API_SECRET must have at least 16 characters.'],
    [{ PUBLIC_URL: 'http://wallet.test' }, 'PUBLIC_URL must be an https address.'],
    [{ SMS_URL: '' }, 'SMS_URL is missing: codes could not be sent by SMS.'],
    [{ SMTP_URL: '' }, 'SMTP_URL is missing: codes could not be sent by e-mail.'],
    [{ MAIL_FROM: '' }, 'MAIL_FROM is missing.'],
    [{ RATES_URL: '' }, 'RATES_URL is missing: limits need rates from a real source.'],
  ])('refuses %j', (change, reason) => {
    expect(productionProblems({ config: readConfig({ ...fit, ...change }), database })).toContain(reason);
  });

  it.each(['fsync', 'full_page_writes', 'synchronous_commit'])('refuses a database with %s off', (name) => {
    const settings = { ...durable, [name]: 'off' };
    expect(productionProblems({ config: readConfig(fit), database: { ...database, settings } })).toEqual([
      `The database is not durable: ${name} is off.`,
    ]);
  });

  it('tells all reasons in one list', () => {
    const problems = productionProblems({
      config: readConfig({ MODE: 'production' }),
      database: { ...database, deploymentMode: 'demo' },
      simulators: ['chain'],
    });
    expect(problems).toHaveLength(10);
    expect(problems[0]).toContain('demo data');
    expect(problems.at(-1)).toBe('The chain part is a simulator.');
  });
});
