/** The table of layers.ts as data, and which room a path belongs to. */
import { processes, table } from '../../layers.ts';

export interface Room {
  readonly imports: readonly string[];
  readonly owns: readonly string[];
  readonly reads: readonly string[];
}

/** Rooms of the server that are no modules. */
const besideModules = ['platform', 'adapters'];

/** The folder of a room, from the root of the repository. */
export function folderOf(room: string): string {
  if (room.startsWith('@')) return room.replace('@', 'packages/');
  if (room === 'web/worker') return 'apps/wallet/worker';
  if (room.startsWith('web/')) return room.replace('web/', 'apps/wallet/src/');
  return besideModules.includes(room.split('/', 1)[0] ?? '')
    ? `apps/server/src/${room}`
    : `apps/server/src/modules/${room}`;
}

/** The rooms in floor order. A line that breaks the table's own law throws with what is wrong. */
export function parseTable(text: string): ReadonlyMap<string, Room> {
  const rooms = new Map<string, Room>();
  const owners = new Map<string, string>();
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const { room, imports, owns, reads } = parseLine(line);
    if (rooms.has(room)) throw new Error(`layers.ts: ${room} has two lines`);
    for (const other of imports) {
      if (![...rooms.keys()].some((above) => isInside(above, other)))
        throw new Error(`layers.ts: ${room} imports ${other}, which is not above it`);
      if (processes.includes(other)) throw new Error(`layers.ts: ${other} is a process of its own`);
    }
    for (const name of owns) {
      const other = owners.get(name);
      if (other !== undefined) throw new Error(`layers.ts: ${name} has two owners, ${other} and ${room}`);
      owners.set(name, room);
    }
    for (const name of reads) {
      const owner = owners.get(name);
      if (owner === undefined) throw new Error(`layers.ts: ${room} reads ${name}, which no room above owns`);
      if (!mayImport(imports, owner) && !processes.includes(room))
        throw new Error(`layers.ts: ${room} reads ${name} of ${owner}, which it may not import`);
    }
    rooms.set(room, { imports, owns, reads });
  }
  return rooms;
}

/** True for the room itself and for the rooms inside it: whoever may import `platform` may import all of them. */
function isInside(room: string, name: string): boolean {
  return room === name || room.startsWith(`${name}/`);
}

/** Whether a line that imports these rooms may import that one. */
export function mayImport(imports: readonly string[], room: string): boolean {
  return imports.some((name) => isInside(room, name));
}

function parseLine(line: string): Room & { readonly room: string } {
  const [head = '', ...clauses] = line.split(';').map((part) => part.trim());
  const [room = '', imports = ''] = head.split(':');
  const of = (word: string): string[] =>
    clauses.flatMap((clause) => (clause.startsWith(`${word} `) ? clause.split(' ').slice(1) : []));
  return {
    room,
    imports: imports.split(' ').filter((one) => one !== ''),
    owns: of('owns'),
    reads: of('reads'),
  };
}

export const rooms = parseTable(table);

/** The longest folder first, so that a folder inside a room may be a room of its own. */
const folders = [...rooms.keys()]
  .map((room) => ({ room, folder: `${folderOf(room)}/` }))
  .toSorted((left, right) => right.folder.length - left.folder.length);

/** The room that a path from the root of the repository belongs to. */
export function roomOf(path: string): string | undefined {
  return folders.find(({ folder }) => path.startsWith(folder))?.room;
}

/** Which room owns each table. */
export const ownerOf: ReadonlyMap<string, string> = new Map(
  [...rooms].flatMap(([room, { owns }]) => owns.map((name) => [name, room] as const)),
);
