/**
 * The migrated database as a person reads it: one text for each schema, a table's columns, constraints, indexes and triggers
 * together, with what the migrations say about them. Functions and views are read where they are written.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type pg from 'pg';

import { migrationHashes, migrationsDirectory } from '../../apps/server/src/platform/postgres/migrate.ts';
import { type Comments, commentsOf } from './schema-comments.ts';

export const schemaDirectory = join(import.meta.dirname, '../../schema');
const schemas = ['app', 'audit', 'ledger'] as const;
const lineLengthMax = 124;

interface Table {
  readonly id: number;
  readonly name: string;
  readonly options: string | null;
}

interface Column {
  readonly table_id: number;
  readonly name: string;
  readonly type: string;
  readonly is_required: boolean;
  readonly value: string | null;
  readonly identity: string;
  readonly generated: string;
}

interface Constraint {
  readonly table_id: number;
  readonly name: string;
  readonly kind: string;
  /** The only column it is about; null where there are several. */
  readonly column_name: string | null;
  readonly says: string;
}

/** An index or a trigger. */
interface Belonging {
  readonly table_id: number;
  readonly name: string;
  readonly says: string;
  readonly is_off: boolean;
}

interface Catalogue {
  readonly domains: readonly { readonly name: string; readonly says: string }[];
  readonly tables: readonly Table[];
  readonly columns: readonly Column[];
  readonly constraints: readonly Constraint[];
  readonly belongings: readonly Belonging[];
}

/** Names of files in schema/ and what must stand in them. */
export async function schemaTexts(owner: pg.Client): Promise<Record<string, string>> {
  // Every name is then said with its schema.
  await owner.query('set search_path to pg_catalog');
  const names = Object.keys(migrationHashes());
  const comments = commentsOf(
    names.map((name) => [name.replace('.sql', ''), readFileSync(join(migrationsDirectory, name), 'utf8')]),
  );
  const texts: Record<string, string> = {};
  for (const schema of schemas)
    texts[`${schema}.sql`] = textOf(schema, await readCatalogue(owner, schema), comments);
  return texts;
}

async function readCatalogue(owner: pg.Client, schema: string): Promise<Catalogue> {
  const read = async <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> =>
    (await owner.query<Row>(text, [schema])).rows;
  const ofSchema = `join pg_class c on c.oid = table_id and c.relkind = 'r' where c.relnamespace = $1::regnamespace`;
  return {
    domains: await read(
      `select format_type(t.oid, null) as name, format_type(t.typbasetype, t.typtypmod)
         || coalesce(' default ' || t.typdefault, '') || case when t.typnotnull then ' not null' else '' end
         || coalesce((select string_agg(format(' constraint %I ', conname) || pg_get_constraintdef(oid, true), '' order by oid)
              from pg_constraint where contypid = t.oid and contype = 'c'), '') as says
       from pg_type t where t.typtype = 'd' and t.typnamespace = $1::regnamespace order by t.oid`,
    ),
    tables: await read(
      `select oid::int as id, relname as name, array_to_string(reloptions, ', ') as options
       from pg_class where relkind = 'r' and relnamespace = $1::regnamespace order by oid`,
    ),
    columns: await read(
      `select table_id, a.name, type, is_required, value, identity, generated from (
         select a.attrelid::int as table_id, a.attnum, a.attname as name,
           format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as is_required,
           pg_get_expr(d.adbin, d.adrelid, true) as value, a.attidentity as identity, a.attgenerated as generated
         from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
         where a.attnum > 0 and not a.attisdropped) a ${ofSchema} order by table_id, attnum`,
    ),
    constraints: await read(
      `select table_id, name, kind, column_name, says from (
         select conrelid::int as table_id, oid as id, conname as name, contype as kind,
           pg_get_constraintdef(oid, true) as says,
           case when cardinality(conkey) = 1 then (select attname from pg_attribute
             where attrelid = conrelid and attnum = conkey[1]) end as column_name
         from pg_constraint where contype in ('p', 'u', 'f', 'c', 'x')) k ${ofSchema}
       order by table_id, array_position(array['p', 'u', 'x', 'f', 'c'], kind::text), id`,
    ),
    belongings: await read(
      `select table_id, name, says, is_off from (
         select i.indrelid::int as table_id, 1 as kind, i.indexrelid as id, r.relname as name,
           pg_get_indexdef(i.indexrelid, 0, true) as says, not i.indisvalid as is_off
         from pg_index i join pg_class r on r.oid = i.indexrelid
         where not exists (select from pg_constraint where conindid = i.indexrelid and contype in ('p', 'u', 'x'))
         union all
         select tgrelid::int, 2, oid, tgname, pg_get_triggerdef(oid, true), tgenabled <> 'O'
         from pg_trigger where not tgisinternal) b ${ofSchema} order by table_id, kind, id`,
    ),
  };
}

function textOf(schema: string, catalogue: Catalogue, { of, migrationsOf }: Comments): string {
  const commentLines = (subject: string): string[] =>
    (of.get(subject) ?? []).map((line) => `-- ${line}`.trimEnd());
  const blocks = [
    [
      `-- The schema ${schema} after all migrations. Made by \`node scripts/schema.ts\`, held to the database by a test: change it`,
      '-- by a migration. Its functions and views stand in apps/server/migrations/functions and views, its rights in grants.',
    ],
    [...commentLines(schema), `create schema ${schema};`],
    ...catalogue.domains.map(({ name, says }) => [
      ...commentLines(name),
      ...wrapped(`create domain ${name} as ${readable(says)};`),
    ]),
    ...catalogue.tables.map((table) => {
      const name = `${schema}.${table.name}`;
      return [
        ...commentLines(name),
        `-- ${(migrationsOf.get(name) ?? []).join(' · ')}`,
        ...tableText(table, name, catalogue, commentLines),
      ];
    }),
  ];
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function tableText(
  table: Table,
  name: string,
  catalogue: Catalogue,
  commentLines: (subject: string) => string[],
): string[] {
  const mine = <Row extends { readonly table_id: number }>(rows: readonly Row[]): Row[] =>
    rows.filter(({ table_id: id }) => id === table.id);
  const constraints = mine(catalogue.constraints);
  const isInline = (one: Constraint): boolean => one.column_name !== null && isNamedByItself(one, table.name);
  const parts = [
    ...mine(catalogue.columns).map((column) => {
      const inline = constraints.filter((one) => isInline(one) && one.column_name === column.name);
      return { comment: commentLines(`${name}.${column.name}`), text: columnText(column, inline) };
    }),
    ...constraints
      .filter((one) => !isInline(one))
      .map((one) => ({ comment: commentLines(one.name), text: constraintText(one, table.name) })),
  ];
  return [
    `create table ${name} (`,
    ...parts.flatMap(({ comment, text }, place) => [
      ...comment.map((line) => `  ${line}`),
      ...wrapped(`  ${text}${place === parts.length - 1 ? '' : ','}`),
    ]),
    `)${table.options === null ? '' : ` with (${table.options})`};`,
    ...mine(catalogue.belongings).flatMap((one) => [...commentLines(one.name), ...belongingText(one)]),
  ];
}

/** An index on its line; a trigger with what it does on a line of its own. */
function belongingText({ says, is_off: isOff }: Belonging): string[] {
  const text = readable(says).replace(' using btree', '').replace(' for each ', '\n  for each ');
  return `${text};${isOff ? ' -- is off' : ''}`.split('\n').flatMap(wrapped);
}

function columnText(column: Column, inline: readonly Constraint[]): string {
  const isPrimary = inline.some(({ kind }) => kind === 'p');
  const value =
    column.generated === 's'
      ? ` generated always as (${column.value ?? ''}) stored`
      : column.value === null
        ? ''
        : ` default ${column.value}`;
  const words = [
    column.name,
    column.type,
    column.identity === ''
      ? ''
      : `generated ${column.identity === 'a' ? 'always' : 'by default'} as identity`,
    column.is_required && !isPrimary && column.identity === '' ? 'not null' : '',
    value.trim(),
    ...inline.map(({ kind, says }) =>
      kind === 'p' ? 'primary key' : kind === 'u' ? 'unique' : says.replace(/^FOREIGN KEY \(.*?\) /, ''),
    ),
  ];
  return readable(words.filter((word) => word !== '').join(' '));
}

function constraintText({ name, says }: Constraint, table: string): string {
  return readable(name === `${table}_pkey` ? says : `constraint ${name} ${says}`);
}

/** Whether a constraint of one column has the name that PostgreSQL gives it, so that nobody needs to read it. */
function isNamedByItself({ name, kind, column_name: column, says }: Constraint, table: string): boolean {
  if (kind === 'u') return name === `${table}_${column}_key` && says.startsWith('UNIQUE (');
  return name === (kind === 'p' ? `${table}_pkey` : `${table}_${column}_${kind === 'f' ? 'fkey' : 'check'}`);
}

/** As we write SQL: keywords in small letters, names without quotes, no casts of what is written out, lists as lists. */
function readable(text: string): string {
  return text
    .replace(/'(?:[^']|'')*'|"([a-z_]+)"|"[^"]*"|\b[A-Z]+\b/g, (word, name?: string) =>
      /^['"]/.test(word) ? (name ?? word) : word.toLowerCase(),
    )
    .replaceAll('timestamp with time zone', 'timestamptz')
    .replaceAll('character varying', 'varchar')
    .replace(/('(?:[^']|'')*'|\b\d+)::(?:text|numeric|bigint|smallint|integer)\b/g, '$1')
    .replace(/= any \(array\[([^\]]*)\]\)/g, 'in ($1)')
    .replace(/<> all \(array\[([^\]]*)\]\)/g, 'not in ($1)');
}

/** Breaks a long line at its blanks, never within a text in quotes. */
function wrapped(line: string): string[] {
  const margin = `${/^ */.exec(line)?.[0] ?? ''}  `;
  const lines: string[] = [];
  let rest = line;
  while (rest.length > lineLengthMax) {
    const blanks = [...rest.matchAll(/'(?:[^']|'')*'| /g)].filter(([found]) => found === ' ');
    const places = blanks.map(({ index }) => index).filter((at) => at > margin.length && at <= lineLengthMax);
    const joints = places.filter(
      (at) => rest[at - 1] === ',' || /^(?:and|or|check|references|execute)\b/.test(rest.slice(at + 1)),
    );
    const at = joints.at(-1) ?? places.at(-1);
    if (at === undefined) break;
    lines.push(rest.slice(0, at));
    rest = `${margin}${rest.slice(at + 1)}`;
  }
  return [...lines, rest];
}
