import type { RefusalFacts } from '@marigold/contract/endpoint';

/** What went wrong before a service was asked; the number is HTTP status and code alike (protocol.md "Answers"). */
export type TransportStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503;

/** Thrown by the gateway and by services for a missing id; mapped to an answer in one place. */
export class TransportError extends Error {
  readonly status: TransportStatus;
  readonly refusal: string;
  readonly field: string | undefined;
  readonly facts: RefusalFacts;
  constructor(status: TransportStatus, refusal: string, facts: RefusalFacts = {}, field?: string) {
    super(`${status} ${refusal}${field === undefined ? '' : ` at ${field}`}`);
    this.status = status;
    this.refusal = refusal;
    this.field = field;
    this.facts = facts;
  }
}

/** A missing id and a foreign id are the same 404. */
export function notFound(): TransportError {
  return new TransportError(404, 'not_found');
}

export function malformed(field: string, facts: RefusalFacts = {}): TransportError {
  return new TransportError(400, 'malformed', facts, field);
}

/** As every field of the contract is called; what a caller called theirs may be anything, even a document's number. */
const namePattern = /^[a-z][A-Za-z0-9]{0,39}$/;

/**
 * `["a", "b", 0]` -> `a.b[0]`; the whole input is `data`. A name that no field could have is not repeated: then it is what
 * it stands in.
 */
export function fieldName(path: readonly PropertyKey[]): string {
  const isName = (part: PropertyKey) => typeof part === 'number' || namePattern.test(String(part));
  const end = path.findIndex((part) => !isName(part));
  const name = (end === -1 ? path : path.slice(0, end)).reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : `${text}.${String(part)}`),
    '',
  );
  return name === '' ? 'data' : name.replace(/^\./, '');
}
