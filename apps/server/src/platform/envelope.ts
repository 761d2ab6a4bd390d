/** Opens the envelope of a call: body -> appRequest -> data, with every check of protocol.md "Calls". */
import { createHash, timingSafeEqual } from 'node:crypto';

import type { AppRequest } from '@marigold/contract/envelope';
import { appRequestKeys, signRequest } from '@marigold/contract/envelope';

import { parseStrictJson } from './strict-json.ts';
import { malformed, TransportError } from './transport-error.ts';

/** The server takes a clock that is at most this wrong. */
export const clockToleranceMs = 5 * 60 * 1000;
const depthMax = 8;

export type Opened = {
  readonly deviceId: string;
  readonly deviceName: string;
  readonly osName: string;
  /** The call's input as sent, `_disableLoading` taken out. */
  readonly data: Record<string, unknown>;
};

/** Opens `body` (the raw HTTP body) or throws the 400 that names what is wrong. */
export function openEnvelope(body: string, secret: string, now: number): Opened {
  const outer = readObject(body, 'body');
  const unknown = Object.keys(outer).find((key) => key !== 'data');
  if (unknown !== undefined) throw malformed(unknown);
  const envelope = readObject(decodeBase64(outer['data']), 'data');
  const { appRequest, apiSign, ...rest } = envelope;
  const extra = Object.keys(rest)[0];
  if (extra !== undefined) throw malformed(extra);
  const request = checkAppRequest(appRequest);
  if (typeof apiSign !== 'string' || !isSameSign(apiSign, signRequest(request, secret, md5Hex))) {
    throw new TransportError(400, 'signature', {}, 'apiSign');
  }
  if (Math.abs(request.time - now) > clockToleranceMs) {
    throw new TransportError(400, 'clock', { serverTime: now }, 'time');
  }
  const { _disableLoading: _, ...data } = asObject(request.data, 'data');
  return {
    deviceId: request.deviceId,
    deviceName: `${request.deviceBrand} ${request.deviceModel}`.trim(),
    osName: request.osName,
    data,
  };
}

export function md5Hex(text: string): string {
  return createHash('md5').update(text, 'utf8').digest('hex');
}

function isSameSign(given: string, expected: string): boolean {
  const left = Buffer.from(given);
  const right = Buffer.from(expected);
  return left.length === right.length && timingSafeEqual(left, right);
}

function decodeBase64(value: unknown): string {
  if (
    typeof value !== 'string' ||
    value === '' ||
    !/^[A-Za-z0-9+/]+={0,2}$/.test(value) ||
    value.length % 4 !== 0
  ) {
    throw malformed('data');
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'base64'));
  } catch {
    throw malformed('data');
  }
}

function readObject(text: string, field: string): Record<string, unknown> {
  const parsed = parseStrictJson(text, depthMax);
  if ('problem' in parsed) throw malformed(field, { problem: parsed.problem });
  return asObject(parsed.value, field);
}

function asObject(value: unknown, field: string): Record<string, unknown> {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw malformed(field);
  return value as Record<string, unknown>;
}

function checkAppRequest(value: unknown): AppRequest {
  const request = asObject(value, 'appRequest');
  const unknown = Object.keys(request).find((key) => !(appRequestKeys as readonly string[]).includes(key));
  if (unknown !== undefined) throw malformed(`appRequest.${unknown}`);
  for (const key of appRequestKeys) {
    if (key === 'data') continue;
    const field = request[key];
    const isRight =
      key === 'time'
        ? Number.isSafeInteger(field)
        : typeof field === 'string' && field.length <= 100 && field.isWellFormed();
    if (!isRight) throw malformed(`appRequest.${key}`);
  }
  if (!/^[A-Za-z0-9-]{8,64}$/.test(String(request['deviceId']))) throw malformed('appRequest.deviceId');
  return request as unknown as AppRequest;
}
