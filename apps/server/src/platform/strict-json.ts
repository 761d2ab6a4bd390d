/**
 * JSON as protocol.md wants it: bounded depth, no duplicate keys, no `__proto__`. JSON.parse alone keeps the last of two
 * equal keys silently, so a signed body could say two things.
 */
export type JsonProblem = 'syntax' | 'depth' | 'duplicate_key' | 'forbidden_key';

export type Parsed = { readonly value: unknown } | { readonly problem: JsonProblem };

const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

/** Parses `text`; objects and arrays may nest `depthMax` deep. */
export function parseStrictJson(text: string, depthMax: number): Parsed {
  const problem = scan(text, depthMax);
  if (problem !== undefined) return { problem };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { problem: 'syntax' };
  }
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
  let key: string;
  try {
    key = String(JSON.parse(quoted));
  } catch {
    return 'syntax';
  }
  if (forbiddenKeys.has(key)) return 'forbidden_key';
  if (keys.has(key)) return 'duplicate_key';
  keys.add(key);
  return undefined;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  return -1;
}
