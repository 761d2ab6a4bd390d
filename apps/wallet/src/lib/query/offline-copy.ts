/**
 * The last answers of a few reads, kept on this device for the person who read them (DESIGN.md 4 "Error / offline"). They
 * are shown where the network fails and nowhere else, with their time; whoever leaves takes them along. A browser
 * without room or without IndexedDB keeps nothing, and nothing else changes.
 */
import type { Path } from '@marigold/contract/contract';
import { dayMs } from '@marigold/money/spans';

import type { SessionStore } from '../device/session.ts';

export type Copy = {
  /** The internal code of the person who read it. */
  readonly owner: string;
  readonly path: string;
  /** The input as text: what tells two reads of one path apart. */
  readonly input: string;
  /** Epoch ms of the answer, by this device's clock. */
  readonly timeMs: number;
  readonly data: unknown;
};

/** Last known balances, bills, and what they are worth. The person is kept with the session. */
const copiedPaths: ReadonlySet<Path> = new Set<Path>([
  'wallet/asset/list',
  'bill/list',
  'bill/summary',
  'bill/detail',
  'rate/list',
]);

const databaseName = 'marigold';
/** Raise it when an answer changes its shape: copies of an older shape are thrown away. */
const shape = 1;
const storeName = 'copies';
const timeIndex = 'time';
/** The oldest gives way to the newest. */
const copiesMax = 200;
/** Older copies tell nothing that somebody should rely on. */
const copyAgeMaxMs = 30 * dayMs;

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= openOnce().catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

async function openOnce(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, shape);
  request.onupgradeneeded = () => {
    const { result } = request;
    if (result.objectStoreNames.contains(storeName)) result.deleteObjectStore(storeName);
    const store = result.createObjectStore(storeName, { keyPath: ['owner', 'path', 'input'] });
    store.createIndex(timeIndex, 'timeMs');
  };
  const database = await answerOf(request);
  const forget = () => {
    opened = undefined;
  };
  database.onclose = forget;
  // A newer version of the app in another tab wants to change the shape.
  database.onversionchange = () => {
    forget();
    database.close();
  };
  return database;
}

function answerOf<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the browser keeps nothing'));
  });
}

async function copies(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  return (await open()).transaction(storeName, mode).objectStore(storeName);
}

/**
 * Keeps an answer for its owner. Never fails: without room the older copy stays, with its own time. Of a list the first
 * page is kept: further ones are not shown without a network, and would push out what is.
 */
export async function keepCopy(owner: string, path: Path, input: object, data: unknown): Promise<void> {
  if (!copiedPaths.has(path) || isFurtherPage(input)) return;
  const copy: Copy = { owner, path, input: JSON.stringify(input), timeMs: Date.now(), data };
  try {
    const store = await copies('readwrite');
    await answerOf(store.put(copy));
    if ((await answerOf(store.count())) <= copiesMax) return;
    const oldest = await answerOf(store.index(timeIndex).openKeyCursor());
    if (oldest !== null) await answerOf(store.delete(oldest.primaryKey));
  } catch {
    // No room, or no storage at all.
  }
}

function isFurtherPage(input: object): boolean {
  return 'cursor' in input && input.cursor !== undefined;
}

/** What its owner read last by this path and input, unless it is too old. Never fails. */
export async function findCopy(owner: string, path: Path, input: object): Promise<Copy | undefined> {
  if (!copiedPaths.has(path)) return undefined;
  try {
    const store = await copies('readonly');
    const copy: Copy | undefined = await answerOf(store.get([owner, path, JSON.stringify(input)]));
    return copy !== undefined && Date.now() - copy.timeMs < copyAgeMaxMs ? copy : undefined;
  } catch {
    return undefined;
  }
}

/** Erases everything that is not this person's; without a person, everything. */
async function keepOnly(owner: string | undefined): Promise<void> {
  try {
    const store = await copies('readwrite');
    if (owner === undefined) {
      await answerOf(store.clear());
      return;
    }
    // An empty list comes after every text, so that all keys of the owner lie between the two.
    await answerOf(store.delete(IDBKeyRange.upperBound([owner], true)));
    await answerOf(store.delete(IDBKeyRange.lowerBound([owner, []])));
  } catch {
    // Nothing can be kept here, so nothing was.
  }
}

/** Erases at the start, and at every change of person, what belongs to somebody else. Called once at the start. */
export function followOwner(session: SessionStore): void {
  const ownerOf = () => session.state.get().user?.uid;
  let owner = ownerOf();
  void keepOnly(owner);
  session.state.subscribe(() => {
    if (ownerOf() === owner) return;
    owner = ownerOf();
    void keepOnly(owner);
  });
}
