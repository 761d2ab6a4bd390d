/** What HTTP brought of a call, and what it asks for: endpoint, envelope, input. Whatever is wrong is thrown by its name. */
import type { Path } from '@marigold/contract/contract';
import { contract } from '@marigold/contract/contract';
import type { Endpoint } from '@marigold/contract/endpoint';
import * as z from 'zod';

import type { DeviceNames } from './device-name.ts';
import type { Opened } from './envelope.ts';
import { openEnvelope } from './envelope.ts';
import { findBrokenText } from './strict-json.ts';
import { fieldName, malformed, TransportError } from './transport-error.ts';

/** A call as HTTP brought it. `body` is the raw text of a POST, `query` the plain fields of a GET. */
export type Incoming = {
  readonly method: 'GET' | 'POST' | 'other';
  readonly path: string;
  readonly body: string | undefined;
  readonly query: Readonly<Record<string, unknown>>;
  readonly languageHeader: string | undefined;
  readonly authorization: string | undefined;
  readonly cookie?: string | undefined;
  /** The origin of the page that makes the call, as a browser names it. */
  readonly origin?: string | undefined;
  readonly address: string;
};

const requestIdSchema = z.uuid();

/** Where no envelope says what the call comes from. */
export const namelessDevice: DeviceNames = { deviceName: '', deviceFamily: '' };

/** The row of the contract; throws 404 where there is none and 405 where it is not called so. */
export function findEndpoint({ path, method }: Incoming): Endpoint {
  const endpoint: Endpoint | undefined = Object.hasOwn(contract, path) ? contract[path as Path] : undefined;
  if (endpoint === undefined) throw new TransportError(404, 'not_found');
  if (method === 'POST' || (method === 'GET' && endpoint.access === 'public')) return endpoint;
  throw new TransportError(405, 'method_not_allowed');
}

/** The envelope of a POST, or the fields of a GET; throws the 400 that names what is wrong. */
export function openCall({ method, body, query }: Incoming, apiSecret: string, now: number): Opened {
  if (method !== 'GET') return openEnvelope(body ?? '', apiSecret, now);
  const data = { ...query };
  const broken = findBrokenText(data);
  if (broken !== undefined) throw malformed(fieldName(broken));
  return { deviceId: 'get', ...namelessDevice, data };
}

/** A UUID in small letters, or a thrown 400. */
export function parseRequestId(value: unknown): string {
  const parsed = requestIdSchema.safeParse(value);
  if (!parsed.success) throw malformed('requestId');
  return parsed.data.toLowerCase();
}

/** The input as the contract declares it; throws a 400 at the first field that is not. */
export function parseInput(endpoint: Endpoint, data: unknown): unknown {
  const parsed = endpoint.input.safeParse(data);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const path =
    issue?.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : (issue?.path ?? []);
  throw malformed(fieldName(path));
}
