/**
 * Reads a command line by the rows of the operations, and tells how they are given. Keys are never arguments: other users of
 * the machine could read them.
 */
import { parseArgs } from 'node:util';

import type { OperationField } from '@marigold/operations/fields';
import type { Look, Operation } from '@marigold/operations/operation';
import { fieldsOf } from '@marigold/operations/operation';
import type { LookName, OperationName } from '@marigold/operations/operations';
import { commands } from '@marigold/operations/operations';

/** What was typed, by field. A flag is there or not. */
export type Words = Readonly<Record<string, string | boolean>>;

export type OperatorCommand = {
  readonly row: Operation<OperationName> | Look<LookName>;
  readonly words: Words;
  readonly by: string | undefined;
  readonly second: string | undefined;
  readonly reason: string;
};

const reasonMin = 5;

/** Reads the arguments after the program's name; undefined when they are no command, or something of it is missing. */
export function readCommand(given: readonly string[]): OperatorCommand | undefined {
  const parsed = parse(given);
  if (parsed === undefined) return undefined;
  const { positionals, values } = parsed;
  const row = commands.find(({ cli }) => cli.split(' ').every((word, place) => positionals[place] === word));
  if (row === undefined) return undefined;
  const words = readWords(row, positionals.slice(row.cli.split(' ').length), values);
  if (words === undefined) return undefined;
  const [by, second, reason] = [textOf(values['by']), textOf(values['second']), textOf(values['reason'])];
  if (row.persons !== 0) {
    if (row.reason && (reason ?? '').trim().length < reasonMin) return undefined;
    const isOneMissing = by === undefined || second === undefined || by === second;
    if (row.persons === 2 && row.begins === undefined && isOneMissing) return undefined;
  }
  return { row, words, by, second, reason: reason ?? '' };
}

type Options = Readonly<Record<string, string | boolean | undefined>>;

function textOf(value: string | boolean | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Undefined: too few or too many, or none of the options of a choice. */
function readWords(
  row: OperatorCommand['row'],
  placed: readonly string[],
  options: Options,
): Words | undefined {
  const rest = [...placed];
  const words: Record<string, string | boolean> = {};
  for (const [name, field] of Object.entries(fieldsOf(row))) {
    if (field.kind === 'flag') {
      words[name] = options[name] === true;
      continue;
    }
    const word = field.isNamed === true ? textOf(options[name]) : rest.shift();
    if (word === undefined || field.options?.includes(word) === false) return undefined;
    words[name] = word;
  }
  return rest.length > 0 ? undefined : words;
}

function isOption({ kind, isNamed }: OperationField): boolean {
  return isNamed === true || kind === 'flag';
}

function parse(given: readonly string[]) {
  const named = commands.flatMap((row) => Object.entries(fieldsOf(row)).filter(([, one]) => isOption(one)));
  const types = named.map(([name, { kind }]) => [name, { type: kind === 'flag' ? 'boolean' : 'string' }]);
  const persons = ['by', 'second', 'reason'].map((name) => [name, { type: 'string' }]);
  const options = Object.fromEntries([...types, ...persons]) as Record<
    string,
    { type: 'string' | 'boolean' }
  >;
  try {
    const { positionals, values } = parseArgs({ args: [...given], allowPositionals: true, options });
    return { positionals, values: values as Options };
  } catch {
    return undefined;
  }
}

/** A command as it is given, with everything that it takes. */
export function synopsisOf(row: OperatorCommand['row']): string {
  const fields = Object.entries(fieldsOf(row)).map(([name, field]) => {
    const word = field.options?.join('|') ?? field.as ?? `<${kebab(name)}>`;
    if (field.kind === 'flag') return ` [--${name}]`;
    if (field.isNamed === true) return ` --${name} ${word}`;
    return word.startsWith('<') ? ` ${word}` : ` <${word}>`;
  });
  return `${row.cli}${fields.join('')}${personsOf(row)}`;
}

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function personsOf(row: OperatorCommand['row']): string {
  if (row.persons === 0) return '';
  if (row.begins === true) return ' --reason <why> [--by <name>] [--second <name>]';
  if (row.persons === 1) return ' --reason <why> [--by <name>]';
  return ' --by <name> --second <name> --reason <why>';
}

const helpColumn = 37;

export const usage = `npm run operator -- <command>

${commands.map((row) => `  ${synopsisOf(row)}\n${' '.repeat(helpColumn)}${row.does}`).join('\n')}

Keys are asked for on the terminal; without one, they are read from standard input, one per line, in the order above.
The database is the running instance's in DATA_DIR, or the one DATABASE_OWNER_URL names.`;
