/** What the written schema says of columns of states, and what SQL of ours does to them. */

export type StateColumn = {
  /** What its constraint allows; undefined where it has none. */
  readonly states: readonly string[] | undefined;
  /** What a row begins with that does not say it. */
  readonly first: string | undefined;
};

const words = (list: string): string[] => [...list.matchAll(/'([^']+)'/g)].map(([, word = '']) => word);

/** Every column called `state`, `status`, `review` or `wish` of a schema as schema/*.sql writes it, as `schema.table.column`. */
export function stateColumnsOf(schema: string): Map<string, StateColumn> {
  const columns = new Map<string, StateColumn>();
  for (const [, table, body = ''] of schema.matchAll(/^create table (\S+) \(\n(.*?)^\)/gms)) {
    for (const line of body.split(/\n(?= {2}\S)/)) {
      const column = /^ {2}(state|status|review|wish) /.exec(line)?.[1];
      if (column === undefined) continue;
      const list = new RegExp(`check \\(${column} in \\(([^)]*)\\)\\)`).exec(line)?.[1];
      const first = /default '([^']+)'/.exec(line)?.[1];
      columns.set(`${table}.${column}`, { states: list === undefined ? undefined : words(list), first });
    }
  }
  return columns;
}

export type StateUpdate = {
  readonly column: string;
  /** What is written: a state, or undefined for what only the program knows. */
  readonly to: string | undefined;
  /** The states that the condition names; empty where it names none. */
  readonly from: readonly string[];
  readonly text: string;
};

/** Every UPDATE of such a column in SQL of a source's templates. */
export function stateUpdatesOf(source: string, columns: ReadonlySet<string>): StateUpdate[] {
  return [...source.matchAll(/\bupdate (\w+\.\w+)(?: \w+)? set\b(.*?)(?=`)/gs)].flatMap(
    ([text, table = '', rest = '']) => {
      const [set = '', ...condition] = rest.split(/\bwhere\b/);
      const written = set.matchAll(/(?:^|[\s,])(state|status|review|wish)\s*=\s*('\w[\w-]*'|\S+)/g);
      return [...written].flatMap(([, column = '', value = '']) => {
        if (!columns.has(`${table}.${column}`)) return [];
        const named = new RegExp(`\\b${column} (?:= ('[^']+')|in (\\([^)]*\\)))`).exec(
          condition.join('where'),
        );
        const from = words(named?.[1] ?? named?.[2] ?? '');
        return [{ column: `${table}.${column}`, to: words(value)[0], from, text }];
      });
    },
  );
}
