/** Commands as a table: what each takes, and who must agree. Read from the command line, and told in the usage text. */

/** two: money may move or a stop ends, so a second person's key is asked for. none: it only looks. */
export type Persons = 'none' | 'one' | 'two';

export type CommandRow = {
  /** What is named after the command; `a|b` is a choice. */
  readonly takes: readonly string[];
  readonly persons: Persons;
  readonly help: string;
};

/** By the name of the command, which may be two words. */
export type CommandTable = Readonly<Record<string, CommandRow>>;

export type Agreed = {
  readonly by: string | undefined;
  readonly second: string | undefined;
  readonly reason: string;
};

export type TableCommand<Name extends string> = Agreed & {
  readonly name: Name;
  /** As many as the table says, in its order. */
  readonly words: readonly string[];
};

type GivenOptions = {
  readonly by?: string | undefined;
  readonly second?: string | undefined;
  readonly reason?: string | undefined;
};

/** Undefined: no command of this table, or with something missing. */
export function readTableCommand<Table extends CommandTable>(
  table: Table,
  positionals: readonly string[],
  given: GivenOptions,
  isReason: (reason: string | undefined) => reason is string,
): TableCommand<keyof Table & string> | undefined {
  const names = Object.keys(table) as (keyof Table & string)[];
  const name = names.find((one) => one.split(' ').every((word, place) => positionals[place] === word));
  const row = name === undefined ? undefined : table[name];
  if (name === undefined || row === undefined) return undefined;
  const { takes, persons } = row;
  const words = positionals.slice(name.split(' ').length);
  const choices = takes.map((take) => (take.includes('|') ? take.split('|') : undefined));
  const fits = words.every((word, place) => choices[place]?.includes(word) ?? true);
  if (words.length !== takes.length || !fits) return undefined;
  const { by, second, reason } = given;
  if (persons === 'none') return { name, words, by, second, reason: '' };
  if (!isReason(reason)) return undefined;
  if (persons === 'two' && (by === undefined || second === undefined || by === second)) return undefined;
  return { name, words, by, second, reason };
}

/** The part of the usage text that tells of a table. */
export function usageOf(table: CommandTable): string {
  const who: Readonly<Record<Persons, string>> = {
    none: '',
    one: ' --reason <why> [--by <name>]',
    two: ' --by <name> --second <name> --reason <why>',
  };
  return Object.entries(table)
    .map(([name, { takes, persons, help }]) => {
      const words = takes.map((take) => ` <${take}>`).join('');
      return `  ${name}${words}${who[persons]}\n${' '.repeat(37)}${help}`;
    })
    .join('\n');
}
