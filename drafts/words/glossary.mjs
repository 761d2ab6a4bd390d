// node glossary.mjs CLONE: adds or mends the rows of docs/glossary.md that the new names need; twice is as once.
import { readFileSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
const root = process.argv[2], file = `${root}/docs/glossary.md`;
const rows = [
  ['announce', 'to write a row of the outbox; to _notify_ writes a notice for one person, to _publish_ is for public channels', 'to report, which is to an operator or a log'],
  ['answer', 'what a call, a command or another process gives back, good or refused', 'announcement, which nobody asked for'],
  ['clawback', 'taking back what was credited and has left its chain', 'reversal, which undoes one journal'],
  ['feed', 'what the owner of a market says of its book: a snapshot, then what changes; a _fan-out_ hands it to each', 'the stream, which speaks to phones'],
  ['setup', 'what a test stands on: a database, a chain or a screen with people, made for it', 'scene; demo data'],
  ['item', 'one line of a list on a screen', 'row, which is of a table of the database'],
  ['regression seed', 'a seed that was red once and is run every time since', 'the seed of a run'],
  ['retained', 'what of the fee of a failed payout stays with the house for its gas; `kept_units` in the table', 'refund, which goes back'],
  ['scene', 'what a contact code is for, on the wire and in its table', 'setup'],
  ['uncredited', 'of a deposit: the books do not take it as it is, and it waits until two persons have it tried again', 'held, which a rule of risk decides; columns and commands say aside'],
];
const gone = ['put aside'];
const lines = readFileSync(file, 'utf8').split('\n'); const first = lines.findIndex((l) => /^\| -+/.test(l)) + 1; let last = first; while (lines[last]?.startsWith('|')) last += 1;
const key = (l) => l.split('|')[1].trim();
const have = new Map(lines.slice(first, last).map((l) => [key(l), l]));
for (const g of gone) have.delete(g);
for (const [w, m, n] of rows) have.set(w, `| ${w} | ${m} | ${n} |`);
const order = (k) => k.replace(/[`_]/g, '').toLowerCase();
const old = lines.slice(first, last).map(key);
// rows that were there keep their order; new ones stand by the alphabet
const out = old.filter((k) => have.has(k)); for (const [w] of rows) if (!out.includes(w)) { let i = out.findIndex((k) => order(k) > order(w)); if (i < 0) i = out.length; out.splice(i, 0, w); }
lines.splice(first, last - first, ...out.map((k) => have.get(k)));
writeFileSync(file, lines.join('\n'));
execFileSync('node', [`${root}/node_modules/oxfmt/bin/oxfmt`, 'docs/glossary.md'], { cwd: root });
