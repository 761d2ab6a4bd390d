/** A million watched accounts in flat memory: 24 bytes each and a table of places, a few hash probes for each question. */
import type { ChainAccount } from './port.ts';

export interface AccountTable {
  /** Adds an account under its id, or gives it another id. */
  add(account: ChainAccount, id: number): void;
  find(account: ChainAccount): number | undefined;
  readonly size: number;
  /** What the table itself takes in memory. */
  readonly bytes: number;
}

/** 20 bytes are five words of 32 bits. */
const words = 5;
const idMax = 0xffff_ffff;
const capacityAtFirst = 1024;

/** An empty table. Accounts are hashes, so their first word spreads by itself. */
export function createAccountTable(): AccountTable {
  let capacity = capacityAtFirst;
  let size = 0;
  let keys = new Uint32Array(capacity * words);
  let ids = new Uint32Array(capacity);
  // Twice as many places as entries: probes stay short. Zero is empty, n is entry n - 1.
  let slots = new Uint32Array(capacity * 2);

  /** The place of an account, or the empty one where it belongs. */
  function slotOf(account: ChainAccount): number {
    const mask = slots.length - 1;
    const first = wordOf(account, 0);
    let place = first & mask;
    // Ends: there are twice as many places as entries, so an empty one comes.
    for (;;) {
      const entry = slots[place] ?? 0;
      if (entry === 0 || (keys[(entry - 1) * words] === first && isAt(account, entry - 1))) return place;
      place = (place + 1) & mask;
    }
  }

  /** The first word was compared. */
  function isAt(account: ChainAccount, entry: number): boolean {
    const at = entry * words;
    for (let word = 1; word < words; word += 1) if (keys[at + word] !== wordOf(account, word)) return false;
    return true;
  }

  function grow(): void {
    capacity *= 2;
    const moreKeys = new Uint32Array(capacity * words);
    moreKeys.set(keys);
    keys = moreKeys;
    const moreIds = new Uint32Array(capacity);
    moreIds.set(ids);
    ids = moreIds;
    slots = new Uint32Array(capacity * 2);
    const mask = slots.length - 1;
    for (let entry = 0; entry < size; entry += 1) {
      let place = (keys[entry * words] ?? 0) & mask;
      // Ends: there are twice as many places as entries, so an empty one comes.
      while (slots[place] !== 0) place = (place + 1) & mask;
      slots[place] = entry + 1;
    }
  }

  return {
    add(account, id) {
      if (!Number.isInteger(id) || id < 0 || id > idMax) throw new Error(`Broken: ${id} is an id of 32 bits`);
      if (!isWritten(account)) throw new Error(`Broken: ${account} is an account`);
      const entry = slots[slotOf(account)] ?? 0;
      if (entry !== 0) {
        ids[entry - 1] = id;
        return;
      }
      if (size === capacity) grow();
      for (let word = 0; word < words; word += 1) keys[size * words + word] = wordOf(account, word);
      ids[size] = id;
      size += 1;
      slots[slotOf(account)] = size;
    },
    find(account) {
      const entry = slots[slotOf(account)] ?? 0;
      // What is written otherwise has words of its own making and must not be taken for an account.
      return entry === 0 || !isWritten(account) ? undefined : ids[entry - 1];
    },
    get size() {
      return size;
    },
    get bytes() {
      return keys.byteLength + ids.byteLength + slots.byteLength;
    },
  };
}

/** An account has one form inside the program: 0x and lower-case hexadecimal. */
function isWritten(account: ChainAccount): boolean {
  if (account.length !== 42) return false;
  for (let at = 2; at < 42; at += 1) {
    const code = account.charCodeAt(at);
    if (!((code >= 48 && code <= 57) || (code >= 97 && code <= 102))) return false;
  }
  return true;
}

function wordOf(account: ChainAccount, word: number): number {
  let value = 0;
  const end = 10 + word * 8;
  for (let at = end - 8; at < end; at += 1) {
    const code = account.charCodeAt(at);
    value = (value << 4) | (code <= 57 ? code - 48 : code - 87);
  }
  return value >>> 0;
}
