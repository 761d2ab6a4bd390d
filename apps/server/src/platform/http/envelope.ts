/** Opens the envelope of a call: body -> appRequest -> data, with every check of protocol.md "Calls". */
import { isAscii } from 'node:buffer';
import { hash } from 'node:crypto';

import type { AppRequest } from '@marigold/contract/envelope';
import { appRequestKeys, signRequest } from '@marigold/contract/envelope';
import { minuteMs } from '@marigold/money/spans';

import type { DeviceNames } from './device-name.ts';
import { deviceNamesOf } from './device-name.ts';
import { parseStrictJson } from './strict-json.ts';
import { fieldName, malformed, TransportError } from './transport-error.ts';

/** The server takes a clock that is at most this wrong. */
export const clockToleranceMs = 5 * minuteMs;
const depthMax = 8;
/** Of the texts about device and version. Longer is no client; what is shown of them is shorter still. */
const textLengthMax = 100;
/** Around what every client sends: Base64 between them can be neither escaped nor doubled. */
const [usualStart, usualEnd] = ['{"data":"', '"}'];
const base64 = /^[A-Za-z0-9+/]+={0,2}$/;
const knownKeys: ReadonlySet<string> = new Set(appRequestKeys);
const utf8 = new TextDecoder('utf-8', { fatal: true });

export type Opened = DeviceNames & {
  readonly deviceId: string;
  /** The call's input as sent, `_disableLoading` taken out. */
  readonly data: Record<string, unknown>;
};

/** Opens `body` (the raw HTTP body) or throws the 400 that names what is wrong. */
export function openEnvelope(body: string, secret: string, now: number): Opened {
  const envelope = readObject(textOf(body), 'data');
  const { appRequest, apiSign } = envelope;
  for (const key of Object.keys(envelope))
    if (key !== 'appRequest' && key !== 'apiSign') throw malformed(fieldName([key]));
  const request = checkAppRequest(appRequest);
  // A format check, never a permission: the secret is in every page, so nobody can learn it from how long this takes.
  if (apiSign !== signRequest(request, secret, md5Hex)) {
    throw new TransportError(400, 'signature', {}, 'apiSign');
  }
  if (Math.abs(request.time - now) > clockToleranceMs) {
    throw new TransportError(400, 'clock', { serverTime: now }, 'time');
  }
  return {
    deviceId: request.deviceId,
    ...deviceNamesOf(request),
    data: withoutOwnWords(asObject(request.data, 'data')),
  };
}

/** What the client says to itself is no part of the call. */
function withoutOwnWords(data: Record<string, unknown>): Record<string, unknown> {
  if (!('_disableLoading' in data)) return data;
  const { _disableLoading: _, ...rest } = data;
  return rest;
}

function dataOf(body: string): unknown {
  const outer = readObject(body, 'body');
  const unknown = Object.keys(outer).find((key) => key !== 'data');
  if (unknown !== undefined) throw malformed(fieldName([unknown]));
  return outer['data'];
}

export function md5Hex(text: string): string {
  return hash('md5', text, 'hex');
}

/** The text of the envelope in a body. */
function textOf(body: string): string {
  if (body.startsWith(usualStart) && body.endsWith(usualEnd)) {
    const inner = body.slice(usualStart.length, -usualEnd.length);
    if (base64.test(inner)) return decodeBase64(inner);
  }
  const data = dataOf(body);
  if (typeof data !== 'string' || !base64.test(data)) throw malformed('data');
  return decodeBase64(data);
}

function decodeBase64(value: string): string {
  if (value.length % 4 !== 0) throw malformed('data');
  try {
    const bytes = Buffer.from(value, 'base64');
    return isAscii(bytes) ? bytes.toString('latin1') : utf8.decode(bytes);
  } catch {
    throw malformed('data');
  }
}

function readObject(text: string, field: string): Record<string, unknown> {
  const parsed = parseStrictJson(text, depthMax);
  if ('problem' in parsed) throw malformed(fieldOf(parsed.at) ?? field, { problem: parsed.problem });
  return asObject(parsed.value, field);
}

/** A place in the envelope as answers name it: `appRequest.deviceModel`, and `a.b[0]` for a field of the call. */
function fieldOf(at: readonly (string | number)[] = []): string | undefined {
  const isOfCall = at[0] === 'appRequest' && at[1] === 'data';
  return at.length === 0 ? undefined : fieldName(isOfCall ? at.slice(2) : at);
}

function asObject(value: unknown, field: string): Record<string, unknown> {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw malformed(field);
  return value as Record<string, unknown>;
}

function checkAppRequest(value: unknown): AppRequest {
  const request = asObject(value, 'appRequest');
  for (const key of Object.keys(request))
    if (!knownKeys.has(key)) throw malformed(fieldName(['appRequest', key]));
  for (const key of appRequestKeys) {
    if (key === 'data') continue;
    const field = request[key];
    const isRight =
      key === 'time'
        ? Number.isSafeInteger(field)
        : typeof field === 'string' && field.length <= textLengthMax;
    if (!isRight) throw malformed(`appRequest.${key}`);
  }
  if (!/^[A-Za-z0-9-]{8,64}$/.test(String(request['deviceId']))) throw malformed('appRequest.deviceId');
  return request as unknown as AppRequest;
}
