/**
 * JSON as protocol.md wants it: bounded depth, no duplicate keys, no `__proto__`, no text that is none. JSON.parse alone
 * keeps the last of two equal keys silently, so a signed body could say two things.
 */
export type JsonProblem = 'syntax' | 'depth' | 'duplicate_key' | 'forbidden_key' | 'broken_text';

export type Parsed =
  | { readonly value: unknown }
  /** `at`: the way to what is wrong, where the problem has a place. */
  | { readonly problem: JsonProblem; readonly at?: readonly (string | number)[] };

const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

/** Only an escape can bring NUL or half of a pair into JSON that was decoded from UTF-8. */
const suspectEscape = /\\u(?:0000|d[89a-f])/i;

/** Parses `text`; objects and arrays may nest `depthMax` deep. */
export function parseStrictJson(text: string, depthMax: number): Parsed {
  const parsed = parseStructure(text, depthMax);
  if ('problem' in parsed || !suspectEscape.test(text)) return parsed;
  const at = findBrokenText(parsed.value);
  return at === undefined ? parsed : { problem: 'broken_text', at };
}

/**
 * The way to the first text that nothing can keep: one with NUL, which PostgreSQL has no room for, or with half of a
 * surrogate pair, which has no UTF-8. Of a key it is the way to the object that has it.
 */
export function findBrokenText(value: unknown): readonly (string | number)[] | undefined {
  if (typeof value === 'string') return isBroken(value) ? [] : undefined;
  if (value === null || typeof value !== 'object') return undefined;
  const isList = Array.isArray(value);
  for (const [key, field] of Object.entries(value)) {
    if (isBroken(key)) return [];
    const at = findBrokenText(field);
    if (at !== undefined) return [isList ? Number(key) : key, ...at];
  }
  return undefined;
}

function isBroken(text: string): boolean {
  return text.includes('\0') || !text.isWellFormed();
}

function parseStructure(text: string, depthMax: number): Parsed {
  const usual = parseUsual(text, depthMax);
  if (usual !== undefined) return usual;
  const problem = scan(text, depthMax);
  if (problem !== undefined) return { problem };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { problem: 'syntax' };
  }
}

/**
 * What is right is told by counting: where the text has as many colons as the value has keys, no key came twice. Undefined
 * for whatever else, whose problem `scan` names.
 */
function parseUsual(text: string, depthMax: number): { readonly value: unknown } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return countKeys(value, depthMax) === countColons(text) ? { value } : undefined;
}

/** NaN when a key is forbidden or something lies too deep. */
function countKeys(value: unknown, depthLeft: number): number {
  if (value === null || typeof value !== 'object') return 0;
  if (depthLeft === 0) return Number.NaN;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) count += countKeys(item, depthLeft - 1);
    return count;
  }
  const fields: Readonly<Record<string, unknown>> = value as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(fields)) {
    if (forbiddenKeys.has(key)) return Number.NaN;
    count += 1;
    const field = fields[key];
    if (typeof field === 'object') count += countKeys(field, depthLeft - 1);
  }
  return count;
}

/** Outside of strings; `text` is JSON. */
function countColons(text: string): number {
  let count = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 0x22) isInString = !isInString;
    else if (unit === 0x3a && !isInString) count += 1;
    else if (unit === 0x5c) at += 1;
  }
  return count;
}

/** Walks the structural characters only; whether the rest is JSON is JSON.parse's question. */
function scan(text: string, depthMax: number): JsonProblem | undefined {
  const open: (Set<string> | undefined)[] = [];
  let expectsKey = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') {
      const end = endOfString(text, at);
      if (end < 0) return 'syntax';
      const keys = open.at(-1);
      if (expectsKey && keys !== undefined) {
        const problem = takeKey(keys, text.slice(at, end + 1));
        if (problem !== undefined) return problem;
        expectsKey = false;
      }
      at = end;
    } else if (character === '{' || character === '[') {
      open.push(character === '{' ? new Set() : undefined);
      if (open.length > depthMax) return 'depth';
      expectsKey = character === '{';
    } else if (character === '}' || character === ']') {
      open.pop();
      expectsKey = false;
    } else if (character === ',') {
      expectsKey = open.at(-1) !== undefined;
    }
  }
  return undefined;
}

function takeKey(keys: Set<string>, quoted: string): JsonProblem | undefined {
  const key = quoted.includes('\\') ? unescaped(quoted) : quoted.slice(1, -1);
  if (key === undefined) return 'syntax';
  if (forbiddenKeys.has(key)) return 'forbidden_key';
  if (keys.has(key)) return 'duplicate_key';
  keys.add(key);
  return undefined;
}

function unescaped(quoted: string): string | undefined {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return undefined;
  }
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  // Ends: each turn looks behind the last quotation mark, and behind the text there is none.
  while (end > 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

/** True after an odd number of backslashes. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  // Ends: each turn goes one character back, and before the first there is none.
  while (text[first - 1] === '\\') first -= 1;
  return (at - first) % 2 === 1;
}
