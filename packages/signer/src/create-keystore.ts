/**
 * `node packages/signer/src/create-keystore.ts <keystore> <passphrase-file> [words-file]`: seals a new seed, or the words of
 * a file, and lays a policy beside it for a person to change. The new words are shown once, here and nowhere else.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

import { generateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';

import { keysOf } from './keys.ts';
import { KeystoreProblem, sealKeystore } from './keystore.ts';

/** 24 words. */
const strengthBits = 256;

/** What a careful operator starts from: Ethereum with some thousand dollars an hour. */
const firstPolicy = {
  chains: {
    eth: {
      networkId: '1',
      feeMax: '300000000000',
      gasMax: '300000',
      topup: { payment: '10000000000000000', hour: '200000000000000000', day: '1000000000000000000' },
      coins: {
        native: {
          payment: '2000000000000000000',
          hour: '5000000000000000000',
          day: '20000000000000000000',
        },
        '0xdac17f958d2ee523a2206206994597c13d831ec7': {
          payment: '5000000000',
          hour: '20000000000',
          day: '100000000000',
        },
        '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48': {
          payment: '5000000000',
          hour: '20000000000',
          day: '100000000000',
        },
      },
    },
  },
};

/** Writes the keystore and its policy; answers what the operator must read. Never overwrites a keystore. */
async function createKeystore(paths: readonly string[]): Promise<readonly string[]> {
  const [keystore, passphraseFile, wordsFile] = paths;
  if (keystore === undefined || passphraseFile === undefined) {
    throw new KeystoreProblem('Give the keystore to write and the file with its passphrase.');
  }
  if (existsSync(keystore))
    throw new KeystoreProblem(`${keystore} is there already and is never overwritten.`);
  const passphrase = readFileSync(passphraseFile, 'utf8').replace(/\r?\n$/, '');
  const given =
    wordsFile === undefined ? undefined : readFileSync(wordsFile, 'utf8').trim().split(/\s+/).join(' ');
  const words = given ?? generateMnemonic(wordlist, strengthBits);
  writeFileSync(keystore, await sealKeystore({ words, passphrase, now: Date.now() }), {
    mode: 0o600,
    flag: 'wx',
  });
  const policy = `${keystore}.policy.json`;
  if (!existsSync(policy)) {
    writeFileSync(policy, `${JSON.stringify(firstPolicy, undefined, 2)}\n`, { mode: 0o600 });
  }
  const { hot, gas, depositKey } = keysOf(words).accounts;
  return [
    ...(given === undefined ? [`Write these words down; they are shown only now:\n\n  ${words}\n`] : []),
    `The keystore is ${keystore}, what it may spend stands in ${policy}.`,
    `Hot account: ${hot}`,
    `Gas account: ${gas}`,
    `Deposit addresses derive from: ${depositKey}`,
  ];
}

try {
  for (const sentence of await createKeystore(process.argv.slice(2))) console.log(sentence);
} catch (error) {
  console.error(error instanceof Error ? error.message : 'an error of an unknown kind');
  process.exitCode = 1;
}
