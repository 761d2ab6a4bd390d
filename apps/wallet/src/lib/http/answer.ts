/** Reads what came back (spec 7 "Response", protocol.md "Answers") into one shape, whatever it was. */
import type { RefusalFacts } from '@marigold/contract/endpoint';

import { isRecord } from '../device/storage.ts';

export type Answer = {
  /** 200 is success, 422 a refusal the contract declares, anything else the HTTP number. */
  readonly code: number;
  /** A finished sentence in the reader's language; '' when the answer was not ours (a proxy, a broken line). */
  readonly msg: string;
  readonly data: unknown;
  /** The name of the "no"; the client switches on it, never on `msg`. */
  readonly refusal: string | undefined;
  readonly field: string | undefined;
  readonly facts: RefusalFacts;
};

/** An answer with a top-level `code` but no nested `data.code` is the data itself (spec 7, the wrapping rule). */
export function wrapAnswer(answer: unknown): unknown {
  if (!isRecord(answer) || answer['code'] === undefined) return answer;
  const nested = answer['data'];
  return isRecord(nested) && nested['code'] !== undefined ? answer : { data: answer };
}

/** `status` is the HTTP status, used where the body is not an answer. Never throws. */
export function readAnswer(status: number, body: string): Answer {
  const wrapped = wrapAnswer(parse(body));
  const inner = isRecord(wrapped) ? wrapped['data'] : undefined;
  if (!isRecord(inner) || typeof inner['code'] !== 'number') return unreadable(status);
  const data = inner['data'];
  const details = isRecord(data) && inner['code'] !== 200 ? data : {};
  return {
    code: inner['code'],
    msg: typeof inner['msg'] === 'string' ? inner['msg'] : '',
    data,
    refusal: textOf(details['refusal']),
    field: textOf(details['field']),
    facts: isRecord(details['facts']) ? (details['facts'] as RefusalFacts) : {},
  };
}

/** A 200 that cannot be read is no success. */
function unreadable(status: number): Answer {
  return {
    code: status === 200 ? 502 : status,
    msg: '',
    data: undefined,
    refusal: undefined,
    field: undefined,
    facts: {},
  };
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
