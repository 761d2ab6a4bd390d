/**
 * Holds the code against layers.ts: every import, every table that a text of SQL names, every circle of files, the width of
 * every room, the doors of the server's modules, its names against the glossary, and every loop for its end.
 * `npm run check -- layers` runs it.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { databaseUrl, startTestCluster } from '../apps/server/testing/cluster.ts';
import { asOwner } from '../apps/server/testing/database.ts';
import { slicedRooms } from '../layers.ts';
import { circlesOf } from './walls/circles.ts';
import { doorProblemsOf } from './walls/doors.ts';
import { endlessOf } from './walls/loops.ts';
import { folderOf, mayImport, ownerOf, roomOf, rooms } from './walls/rooms.ts';
import { parse, requestsOf } from './walls/source.ts';
import { breachesOf } from './walls/sql-walls.ts';
import { crowdedOf, largestRoom } from './walls/widths.ts';
import { wordProblemsOf } from './walls/words.ts';

const root = join(import.meta.dirname, '..');
/** Files directly in an application's src put its parts together: they may import anything, and nothing imports them. */
const compositionRoot = /^apps\/[^/]+\/src\/[^/]+$/;
/** Outside the table: tests, what tests need, and the configuration of tools. */
const outside = /\.(test|ct|e2e|test-d)\.tsx?$|\.config\.ts$|\/(testing|tests)\//;

/** What runs for people, whose loops end. */
const product = /^(apps|packages)\/[^/]+\/src\//;

/** The folder inside a sliced room: its slices may not import each other. */
function sliceOf(room: string, path: string): string {
  return path.slice(folderOf(room).length + 1).split('/', 1)[0] ?? '';
}

/** Where an import of our own leads, as a path from the root; undefined for a package from outside. */
function targetOf(file: string, request: string): string | undefined {
  if (request.startsWith('.')) return join(dirname(file), request);
  if (request.startsWith('@marigold/')) return request.replace('@marigold/', 'packages/');
  return undefined;
}

/** What is wrong with one file's imports, as whole sentences. */
export function problemsOf(file: string, source: string): string[] {
  if (outside.test(file)) return [];
  const from = roomOf(file);
  if (from === undefined && !compositionRoot.test(file))
    return [`${file}: no row of layers.ts names its folder.`];
  return requestsOf(parse(file, source), source).flatMap((request) => {
    const target = targetOf(file, request);
    if (target === undefined) return [];
    if (compositionRoot.test(target)) {
      return from === undefined ? [] : [`${file}: nothing imports ${target}, which puts the parts together.`];
    }
    const to = roomOf(target);
    if (from === undefined) return [];
    if (to === from) {
      const isSibling = slicedRooms.includes(from) && sliceOf(from, file) !== sliceOf(from, target);
      return isSibling
        ? [`${file}: ${request} is a sibling; what two of ${from} need moves to a room above its line.`]
        : [];
    }
    if (to === undefined) return [`${file}: ${request} leads out of the rooms.`];
    return mayImport(rooms.get(from)?.imports ?? [], to) ? [] : [`${file}: ${from} may not import ${to}.`];
  });
}

export interface LayerFindings {
  readonly problems: readonly string[];
  readonly figures: {
    readonly sqlBreaches: number;
    readonly circles: number;
    readonly largestRoom: number;
    readonly doorBreaches: number;
    readonly wordsOut: number;
    readonly loopsWithoutEnd: number;
  };
}

/** Everything that the repository breaks, with the figures of the check. */
export function findings(): LayerFindings {
  const files = globSync('{packages,apps}/*/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist|generated)$/.test(path),
  })
    .filter((path) => !/\/(node_modules|dist|generated)\//.test(path))
    .toSorted()
    .map((path) => ({ path, source: readFileSync(join(root, path), 'utf8') }));
  const inside = files.filter(({ path }) => !outside.test(path));
  const tools = globSync('{e2e,scripts,sim,chaos,bench,mutants}/**/*.ts', { cwd: root });
  const paths = [...inside.map(({ path }) => path), ...tools.filter((path) => !outside.test(path))];
  const breaches = inside.flatMap(({ path, source }) => breachesOf(path, source));
  const circles = circlesOf(
    new Map(
      inside.map(({ path, source }) => [
        path,
        requestsOf(parse(path, source), source).flatMap((request) => targetOf(path, request) ?? []),
      ]),
    ),
  );
  const doorBreaches = doorProblemsOf(files);
  const endless = inside
    .filter(({ path }) => product.test(path))
    .flatMap(({ path, source }) => endlessOf(path, source));
  const wordsOut = wordProblemsOf([
    ...files,
    ...[...tools, ...globSync('*.ts', { cwd: root })].map((path) => ({
      path,
      source: readFileSync(join(root, path), 'utf8'),
    })),
  ]);
  return {
    problems: [
      ...files.flatMap(({ path, source }) => problemsOf(path, source)),
      ...breaches.map(({ path, line, sentence }) => `${path}:${line}: ${sentence}.`),
      ...circles.map((circle) => `${circle.join(' → ')}: a circle of imports, types counted.`),
      ...crowdedOf(paths),
      ...doorBreaches,
      ...wordsOut,
      ...endless,
    ],
    figures: {
      sqlBreaches: breaches.length,
      circles: circles.length,
      largestRoom: largestRoom(paths),
      doorBreaches: doorBreaches.length,
      wordsOut: wordsOut.length,
      loopsWithoutEnd: endless.length,
    },
  };
}

if (import.meta.main) {
  const { problems, figures } = findings();
  const stored = await storedTables();
  const unowned = stored.filter((name) => !ownerOf.has(name));
  const all = [
    ...problems,
    ...unowned.map((name) => `no line of layers.ts owns ${name}.`),
    ...[...ownerOf.keys()]
      .filter((name) => !stored.includes(name))
      .map((name) => `layers.ts: the migrated database has no ${name}.`),
  ];
  for (const problem of all) console.error(problem);
  const tables = { tables: stored.length, owned: stored.length - unowned.length };
  console.log(JSON.stringify({ name: 'layers', figures: { ...tables, ...figures }, ratios: {} }));
  process.exitCode = all.length === 0 ? 0 : 1;
}

/** Tables and views of the program's schemas in a database that was migrated for this question. */
async function storedTables(): Promise<string[]> {
  const { ownerUrl, template, stop } = await startTestCluster();
  try {
    const rows = await asOwner(
      databaseUrl(ownerUrl, template),
      `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p', 'v', 'm') and n.nspname in ('app', 'ledger', 'audit') order by 1`,
    );
    return rows.map((row) => String((row as { name: unknown }).name));
  } finally {
    await stop();
  }
}
