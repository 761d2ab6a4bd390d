/** What the demo company knows, in one file that is replaced whole: a kill in the middle leaves the one before. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { IdentityFaults } from '@marigold/partners/simulator/identity-faults';
import type { CheckedApplicant } from '@marigold/partners/simulator/identity-world';

/** An event that has to reach the house. */
export type CompanyDelivery = {
  readonly raw: string;
  readonly key: 'right' | 'wrong';
  attempts: number;
  dueAt: number;
};

export type CompanyPage = { readonly token: string; readonly ref: string; readonly expires: number };

export type CompanyState = {
  applicants: CheckedApplicant[];
  pages: CompanyPage[];
  deliveries: CompanyDelivery[];
  faults: IdentityFaults;
  /** Each answer waits so long. */
  answerDelayMs: number;
  webhookUrl: string | null;
};

/** What the house and the company share, and the token of the panel. Made once for a folder; `port` is the last one. */
export type CompanyKeys = {
  readonly appToken: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly panelToken: string;
};

export function readCompanyState(folder: string): CompanyState | undefined {
  return readCompanyJson<CompanyState>(join(folder, 'company.json'));
}

export function writeCompanyState(folder: string, state: CompanyState): void {
  writeCompanyJson(join(folder, 'company.json'), state);
}

/** The keys of a folder, made where there are none. Readable by the owner alone. */
export function ensureCompanyKeys(folder: string): CompanyKeys {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'keys.json');
  const known = readCompanyJson<CompanyKeys>(path);
  if (known !== undefined) return known;
  const secret = () => randomBytes(32).toString('hex');
  const made: CompanyKeys = {
    appToken: `sbx:${secret()}`,
    secretKey: secret(),
    webhookSecret: secret(),
    panelToken: secret(),
  };
  writeCompanyJson(path, made);
  return made;
}

/** The port of the last time, so that the links that were handed out stay good; 0 at first. */
export function readCompanyPort(folder: string): number {
  return readCompanyJson<{ readonly port: number }>(join(folder, 'port.json'))?.port ?? 0;
}

export function writeCompanyPort(folder: string, port: number): void {
  writeCompanyJson(join(folder, 'port.json'), { port });
}

/** A file of this folder, or undefined. What this program wrote itself is not checked again. */
export function readCompanyJson<Value>(path: string): Value | undefined {
  if (!existsSync(path)) return undefined;
  return JSON.parse(readFileSync(path, 'utf8')) as Value;
}

/** Replaces a file whole, readable by the owner alone. */
export function writeCompanyJson(path: string, value: unknown): void {
  writeFileSync(`${path}.new`, JSON.stringify(value), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
