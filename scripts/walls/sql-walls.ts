/**
 * The walls between tables: a table is named in SQL by the room that owns it, and read by those whose line of layers.ts says
 * so. Inside a module SQL stands in its store.ts, and what others may read in its views.ts.
 */
import { ownerOf, roomOf, rooms } from './rooms.ts';
import { parse, textsOf } from './source.ts';

const named = /\b((?:app|ledger|audit)\.[a-z_]+)\b(\s*\()?/g;
/** The word before a table's name that changes it. */
const changes = /\b(insert\s+into|update(\s+only)?|delete\s+from|truncate(\s+table)?)\s+$/i;
/** The word before a name that makes it a table, whoever owns it. */
const asksFor = /\b(from|join|into|update)\s+$/i;

/** True for the files of a module where its SQL belongs; a room inside a module has its own. */
export function isStore(path: string): boolean {
  return /\/(store|views)\.ts$/.test(path);
}

/** A table named, or SQL spoken, where the walls do not allow it. */
export interface Breach {
  readonly path: string;
  readonly line: number;
  /** The table; `sql` for SQL that stands in neither store.ts nor views.ts of a module. */
  readonly what: string;
  readonly sentence: string;
}

/** The breaches of one file. */
export function breachesOf(path: string, source: string): Breach[] {
  return [...tableBreaches(path, source), ...(isSqlOutside(path, source) ? [outsideBreach(path)] : [])];
}

function tableBreaches(path: string, source: string): Breach[] {
  if (source.search(named) === -1) return [];
  const room = roomOf(path) ?? path;
  const { owns = [], reads = [] } = rooms.get(room) ?? {};
  return textsOf(parse(path, source), source).flatMap(({ text, line: first }) =>
    [...text.matchAll(named)].flatMap((match): Breach[] => {
      const [, what = '', call] = match;
      const before = text.slice(0, match.index);
      const owner = ownerOf.get(what);
      const line = first + before.split('\n').length - 1;
      if (owner === undefined)
        return asksFor.test(before) && call === undefined
          ? [{ path, line, what, sentence: `no line of layers.ts owns ${what}` }]
          : [];
      const isWrite = changes.test(before);
      if (owns.includes(what) || (!isWrite && reads.includes(what))) return [];
      const sentence = `${room} ${isWrite ? 'changes' : 'reads'} ${what}, which ${owner} owns`;
      return [{ path, line, what, sentence }];
    }),
  );
}

/** True for a file of a module that speaks SQL elsewhere than in store.ts or views.ts. */
function isSqlOutside(path: string, source: string): boolean {
  if (!path.startsWith('apps/server/src/modules/') || isStore(path)) return false;
  return (
    /import (type )?\{[^}]*\bsql\b[^}]*\} from 'kysely'/.test(source) ||
    /\bqueryable\([^)]*\)\.query/.test(source)
  );
}

function outsideBreach(path: string): Breach {
  return {
    path,
    line: 1,
    what: 'sql',
    sentence: 'its SQL belongs into store.ts, or into views.ts where others read it',
  };
}
