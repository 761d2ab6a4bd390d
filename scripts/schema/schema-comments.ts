/** What the migrations say about tables, columns, indexes and triggers, so that it stands beside them in schema/. */

export interface Comments {
  /** By `schema`, `schema.table`, `schema.table.column`, or the name of a constraint, an index or a trigger. */
  readonly of: ReadonlyMap<string, readonly string[]>;
  /** The migrations that made or changed a table, in their order. */
  readonly migrationsOf: ReadonlyMap<string, readonly string[]>;
}

const comment = /^\s*--\s?(.*)$/;
const trailing = /\s--\s(.*)$/;
/** Statements at the left margin; the first group is what a comment above them is about. */
const statements = [
  /^create schema (\w+)/,
  /^create domain (\S+)/,
  /^create (?:table|view) (\S+)/,
  /^create (?:unique )?index (\w+)/,
  /^create (?:constraint )?trigger (\w+)/,
  /^alter table (\S+)/,
];
const tableHead = /^(?:create|alter) table (\S+)/;
/** A line of a statement that begins a column or a constraint of the table. */
const part = /^ {2}(?:add (?:column |constraint )|alter column |constraint )?(\w+)/;
const inline = /^alter table \S+ (?:add column|add constraint|alter column) (\w+)/;
const notAName = /^(?:add|drop|check|unique|primary|foreign|exclude|references|set)$/;

/** Reads the comments of migrations, given as names and texts in their order; a later one goes on after an earlier one. */
export function commentsOf(migrations: readonly (readonly [name: string, sql: string])[]): Comments {
  const of = new Map<string, string[]>();
  const migrationsOf = new Map<string, string[]>();
  for (const [name, sql] of migrations) {
    const note = (subject: string, lines: readonly string[]): void => {
      if (lines.length > 0) of.set(subject, [...(of.get(subject) ?? []), ...lines]);
    };
    readStatements(sql, note, (table) => {
      const found = migrationsOf.get(table) ?? [];
      if (found.at(-1) !== name) migrationsOf.set(table, [...found, name]);
    });
  }
  return { of, migrationsOf };
}

function readStatements(
  sql: string,
  note: (subject: string, lines: readonly string[]) => void,
  touch: (table: string) => void,
): void {
  let above: string[] = [];
  let table: string | undefined;
  let subject: string | undefined;
  let isAltered = false;
  for (const line of sql.split('\n')) {
    const [, words] = comment.exec(line) ?? [];
    if (words !== undefined) {
      above.push(words);
      continue;
    }
    const started = statements.flatMap((pattern) => pattern.exec(line)?.[1] ?? [])[0];
    if (started !== undefined) {
      table = tableHead.exec(line)?.[1];
      if (table !== undefined) touch(table);
      isAltered = line.startsWith('alter');
      const [, column] = inline.exec(line) ?? [];
      subject = table === undefined || column === undefined ? started : subjectOf(table, column, line);
      // What stands above a change of several lines is about the first thing that it adds.
      if (!isAltered || column !== undefined || line.endsWith(';')) {
        note(subject, above);
        above = [];
      }
    } else if (table !== undefined) {
      const [, name] = part.exec(line) ?? [];
      if (name !== undefined && !notAName.test(name)) {
        subject = subjectOf(table, name, line);
        note(subject, above);
        above = [];
      } else if (name !== undefined || line.startsWith(')')) subject = table;
    }
    const [, beside] = trailing.exec(line) ?? [];
    if (beside !== undefined && subject !== undefined) note(subject, [beside]);
    if (line === '' || line.endsWith(';')) {
      if (isAltered && table !== undefined) note(table, above);
      [above, table, subject] = [[], undefined, undefined];
    }
  }
}

/** A constraint has a name of its own; a column has it within its table. */
function subjectOf(table: string, name: string, line: string): string {
  return /\bconstraint \w/.test(line) ? name : `${table}.${name}`;
}
