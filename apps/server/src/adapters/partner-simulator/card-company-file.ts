/** What the demo company knows of cards, in a file beside that of identities, and the keys that sign requests and events. */
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import type { CardRow, HolderPlan, HolderRow } from '@marigold/partners/simulator/card-world';
import type { OpeningPlan, OpeningRow } from '@marigold/partners/simulator/card-world';

import type { CompanyDelivery } from './company-file.ts';
import { readCompanyJson, writeCompanyJson } from './company-file.ts';

export type CardPlans = { readonly holder: HolderPlan; readonly opening: OpeningPlan };

export type IssuingState = {
  holders: HolderRow[];
  openings: OpeningRow[];
  cards: CardRow[];
  deliveries: CompanyDelivery[];
  /** What becomes of those that come from now on. */
  plans: CardPlans;
  webhookUrl: string | null;
};

/** Both in PEM. */
type KeyPair = { readonly publicKey: string; readonly privateKey: string };

/** The house's pair, which signs requests, and the company's, which signs events. Each side needs half of the other's. */
export type IssuingKeys = { readonly partnerId: string; readonly ours: KeyPair; readonly theirs: KeyPair };

export function readIssuingState(folder: string): IssuingState | undefined {
  return readCompanyJson<IssuingState>(join(folder, 'cards.json'));
}

export function writeIssuingState(folder: string, state: IssuingState): void {
  writeCompanyJson(join(folder, 'cards.json'), state);
}

/** The key pairs of a folder, made where there are none. Readable by the owner alone. */
export function ensureIssuingKeys(folder: string): IssuingKeys {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'card-keys.json');
  const known = readCompanyJson<IssuingKeys>(path);
  if (known !== undefined) return known;
  const made: IssuingKeys = { partnerId: 'demo-partner', ours: newPair(), theirs: newPair() };
  writeCompanyJson(path, made);
  return made;
}

function newPair(): KeyPair {
  return generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}
