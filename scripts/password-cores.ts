/**
 * Makes the list of cores that no password may be made of (apps/server/src/modules/identity/cores): the passwords that
 * @zxcvbn-ts/language-common lists, and words of our own. `node scripts/password-cores.ts` writes it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { coreLengthMin, coresFile } from '../apps/server/src/modules/identity/cores/cores.ts';

/** What people write under such rules, in other letters, and of our trade: the package's list is of English sites. */
const ownWords = `
  пароль привет йцукен йцукенг любовь наташа марина сергей максим андрей александр солнышко зайчик котенок россия москва
  спартак самсунг ангелочек
  woaini woaiwo aiziji nihao meiguo zhongguo mima caonima wodemima aishiteru sakura pasuwado privet parol lubov zaichik
  bitcoin ethereum satoshi nakamoto hodler crypto blockchain wallet binance coinbase tether dogecoin tothemoon lambo
  password passw0rd p@ssword p@ssw0rd pa$$word pa$$w0rd p@$$word p@$$w0rd welcome w3lcome admin adm1n administrator
  qwerty qwertyuiop qwerty123 abcd abcdef abc123 letmein iloveyou monkey dragon sunshine princess football baseball master
  superman test testing user guest root login hello secret changeme default summer winter spring autumn google india china
  qazwsx 1qaz 1qaz@wsx 1qaz!qaz !qaz2wsx @wsx1qaz zaq1@wsx zaq!2wsx zaq12wsx! 1q2w3e4r! !q2w3e4r q1w2e3r4! asdf1234! asdf@1234
`;

/** Too short for a core: refused where these digits follow, with any sign. */
const shortWords = ['aa', 'aaa', 'abc', 'abc123', 'zaq', '1qaz'];
/** The house's own name is part of many good ones; refused alone, with these digits and one sign. */
const houseName = 'marigold';
const tails =
  '1 01 11 12 123 1234 12345 123456 1234567 12345678 321 666 888 2020 2021 2022 2023 2024 2025 2026'.split(
    ' ',
  );
const signs = ['!', '@', '#', '$', '.', '*', '!!', '@@'];

/** What a core can be found as holds two letters, for the rule asks for a capital and a small one. */
const hasTwoLetters = /\p{L}.*\p{L}/u;
const lengthMax = 20;

function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}]/gu, '');
}

function packageFile(name: string): string {
  const entry = fileURLToPath(import.meta.resolve('@zxcvbn-ts/language-common'));
  return readFileSync(join(dirname(entry), '..', name), 'utf8');
}

/** The passwords that the package lists. */
export function listedPasswords(): readonly string[] {
  return JSON.parse(packageFile('src/passwords.json')) as string[];
}

/** The whole file: the notice of whom most of it is from, then the words in order. */
export function writeCores(): string {
  const found = new Set(
    [...listedPasswords().map((password) => password.toLowerCase()), ...ownWords.trim().split(/\s+/)].filter(
      (word) => word.length <= lengthMax && hasTwoLetters.test(word) && word !== houseName,
    ),
  );
  const cores = [...found].filter((word) => {
    const letters = lettersOf(word);
    // Whoever has this word has its letters, and those are listed.
    const isCovered = letters !== word && letters.length >= coreLengthMin && found.has(letters);
    return word.length >= coreLengthMin && !isCovered;
  });
  const forms = [
    ...shortWords.flatMap((word) => tails.map((tail) => word + tail)),
    ...['', ...tails].flatMap((tail) =>
      signs.flatMap((sign) => [houseName + tail + sign, houseName + sign + tail, sign + houseName + tail]),
    ),
  ];
  const notice = packageFile('LICENSE.txt').trimEnd().split('\n');
  const head = ['Most of these words are from @zxcvbn-ts/language-common:', '', ...notice];
  const words = [...new Set([...cores, ...forms])].toSorted();
  return [...head.map((line) => `# ${line}`), ...words, ''].join('\n');
}

if (import.meta.main) writeFileSync(coresFile, gzipSync(writeCores(), { level: 9 }));
