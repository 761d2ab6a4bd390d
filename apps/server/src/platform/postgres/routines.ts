/**
 * The functions and views of the database, one replaceable file each: what a file says is what the database does, whatever
 * the migrations said before (decision 48).
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import pg from 'pg';

/** Folders of the migrations, in the order in which their files run: views may call functions. */
const kinds = ['functions', 'views'] as const;
const routineFile = /^([a-z_]+)\.[a-z_]+\.sql$/;

export interface Routine {
  /** Its path below the migrations, without the ending: `functions/ledger.post`. */
  readonly name: string;
  readonly schema: string;
  readonly sql: string;
}

/** Every function and view, in the order of their names. */
export function readRoutines(directory: string): Routine[] {
  return kinds.flatMap((kind) => {
    const folder = join(directory, kind);
    if (!existsSync(folder)) return [];
    return readdirSync(folder)
      .toSorted()
      .map((file) => {
        const [, schema] = routineFile.exec(file) ?? [];
        if (schema === undefined) throw new Error(`"${kind}/${file}" is not named <schema>.<name>.sql.`);
        const sql = readFileSync(join(folder, file), 'utf8');
        return { name: `${kind}/${file.replace('.sql', '')}`, schema, sql };
      });
  });
}

/**
 * Runs the files that changed since they ran on this database, or each of them, which migrations ask for: they may have
 * made a function in an older form. Owners and grants stay; what is new may be called by nobody until a grant says so. In
 * the caller's transaction.
 */
export async function replaceRoutines(
  owner: pg.ClientBase,
  directory: string,
  { isEach }: { readonly isEach: boolean },
): Promise<void> {
  const { rows } = await owner.query<{ name: string; hash: string }>(
    'select name, hash from deployment.routine',
  );
  const ran = new Map(rows.map(({ name, hash }) => [name, hash]));
  const routines = readRoutines(directory);
  const hashes = routines.map(({ sql }) => createHash('sha256').update(sql).digest('hex'));
  const changed = routines.filter(({ name }, place) => isEach || ran.get(name) !== hashes[place]);
  for (const { sql } of changed) await owner.query(sql);
  for (const schema of new Set(changed.map((routine) => routine.schema)))
    await owner.query(`revoke execute on all functions in schema ${pg.escapeIdentifier(schema)} from public`);
  if (changed.length === 0 && routines.length === rows.length) return;
  await owner.query('delete from deployment.routine');
  await owner.query(
    'insert into deployment.routine (name, hash) select * from unnest($1::text[], $2::text[])',
    [routines.map(({ name }) => name), hashes],
  );
}
