/**
 * The process of the signer. It gets its settings from the environment of this child alone, says `ready` on standard
 * output when it listens, and ends when its standard input closes: it never outlives the program that started it.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { createApprovals } from './approval.ts';
import { openJournal } from './journal.ts';
import { keysOf, demoWords } from './keys.ts';
import { openKeystore } from './keystore.ts';
import { demoPolicy, readPolicy } from './policy.ts';
import { serveSigner } from './serve.ts';
import { createSigner } from './signer.ts';

function need(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`The signer needs ${name}.`);
  return value;
}

async function readWords(isDemo: boolean): Promise<string> {
  if (isDemo) return demoWords;
  const passphrase = readFileSync(need('SIGNER_PASSPHRASE_FILE'), 'utf8').replace(/\r?\n$/, '');
  return await openKeystore(readFileSync(need('SIGNER_KEYSTORE'), 'utf8'), passphrase);
}

function say(error: unknown): void {
  console.error(`signer: ${error instanceof Error ? error.message : 'an error of an unknown kind'}`);
}

async function main(): Promise<void> {
  const isDemo = process.env['SIGNER_DEMO'] === '1';
  const folder = need('SIGNER_FOLDER');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const policy = isDemo ? demoPolicy : readPolicy(readFileSync(need('SIGNER_POLICY'), 'utf8'));
  const signer = createSigner({
    keys: keysOf(await readWords(isDemo)),
    policy,
    journal: openJournal(join(folder, 'journal.jsonl')),
    approvals: createApprovals(need('SIGNER_DATABASE_URL')),
    clock: () => Date.now(),
  });
  await serveSigner(signer, need('SIGNER_SOCKET'), say);
  console.log('ready');
}

process.stdin.resume();
process.stdin.on('end', () => process.exit(0));
process.stdin.on('error', () => process.exit(0));
// The parent says when; Ctrl-C reaches the whole group and must not end the signer before its last answer.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => process.exit(0));

try {
  await main();
} catch (error) {
  say(error);
  process.exit(1);
}
