/**
 * Passwords that everybody tries first. Under the rule (four kinds of characters) hardly one of the most used passwords can
 * be typed as it is: people put a capital before it and a year and a sign behind it. So what is listed are their cores, and
 * a password is looked up by what is left of it without all that (docs/decisions/0053).
 *
 * The list is made by scripts/password-cores.ts, from @zxcvbn-ts/language-common (MIT, its notice stands in the list) and
 * words of our own.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Words a line in order; lines that begin with `# ` are the notice. */
export const coresFile = join(import.meta.dirname, 'cores.txt.gz');

/** Shorter ones would forbid what is no word. */
export const coreLengthMin = 4;

let read: ReadonlySet<string> | undefined;

/** Read when the first password is set, 10 ms, and three megabytes from then on. */
function listed(): ReadonlySet<string> {
  if (read !== undefined) return read;
  const lines = gunzipSync(readFileSync(coresFile)).toString('utf8').split('\n');
  return (read = new Set(lines.filter((line) => line !== '' && !line.startsWith('# '))));
}

const letterOf: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'i',
  '+': 't',
};
const anyLeet = /[01345789@$!+]/g;
/** Everything outside of ASCII counts as a letter: a third of the time that the tables of Unicode take. */
const noLetters = /[^a-z\u0080-\uffff]+/g;
const neitherLettersNorDigits = /[^a-z\d\u0080-\uffff]+/g;
const noLettersAtEnd = /[^a-z\u0080-\uffff]+$/;
const noLettersInFront = /^[^a-z\u0080-\uffff]+/;

/** Digits and signs as the letters that they stand for: `p@ssw0rd` -> `password`. */
function unleet(text: string): string {
  return text.replace(anyLeet, (sign) => letterOf[sign] ?? sign);
}

/**
 * What a text is when its decoration is taken away, in lower case: itself, its letters, its letters and digits, and what is
 * between its ends read without leet: `P@ssw0rd123` -> `p@ssw0rd123`, `psswrd`, `pssw0rd123`, `password`.
 */
export function formsOf(text: string): string[] {
  const lower = text.toLowerCase();
  const withoutEnd = lower.replace(noLettersAtEnd, '');
  const inner = withoutEnd.replace(noLettersInFront, '');
  const forms = [
    lower,
    lower.replaceAll(noLetters, ''),
    lower.replaceAll(neitherLettersNorDigits, ''),
    unleet(inner),
  ];
  // `$uperman`: the sign in front may be a letter; a one may be an l.
  if (inner !== withoutEnd) forms.push(unleet(withoutEnd));
  if (inner.includes('1')) forms.push(unleet(inner.replaceAll('1', 'l')));
  return forms.filter((form) => form.length >= coreLengthMin);
}

/** Whether a password is one that everybody tries first, or that whoever knows these names of the person tries. */
export function isCommonPassword(password: string, names: readonly string[] = []): boolean {
  const forms = formsOf(password);
  const cores = listed();
  if (forms.some((form) => cores.has(form))) return true;
  const theirs = new Set(names.flatMap((name) => formsOf(name)));
  return forms.some((form) => theirs.has(form));
}
