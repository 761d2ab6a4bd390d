/** Values where they do not belong: calls that make no sense, events that nobody signed, and some that somebody did. */
import { createPrivateKey } from 'node:crypto';

import { contract } from '@marigold/contract/contract';
import { signedHeaders } from '@marigold/partners/simulator/signed-headers';

import { signatureBy } from '../../apps/server/src/adapters/card-issuer/musepay-signature.ts';
import { typedNumbers } from './card-people.ts';
import type { House } from './house.ts';
import { sheets, strangers } from './people.ts';
import type { Verified } from './story.ts';

const typed = [...strangers, sheets.approved]
  .flatMap((sheet): string[] => [sheet.idNumber, sheet.lastName, sheet.firstName, sheet.birthday])
  .concat(typedNumbers);

/** Every call about identities and cards, with each value in each field, as the name of a field and within one. */
export async function callBadly({ api, places }: House, { token }: Verified): Promise<number> {
  const paths = Object.keys(contract).filter((path) => /^(kyc|card)\//.test(path) || path === 'bill/list');
  let calls = 0;
  const say = async (path: string, data: unknown, options: object = {}) => {
    calls += 1;
    const answer = await api.raw(path, data, { token, ...options });
    places.add('bodies of errors', JSON.stringify(answer));
  };
  for (const path of paths) {
    for (const value of typed) {
      const requestId = crypto.randomUUID();
      const everywhere = Object.fromEntries(
        [
          'authNo',
          'orderId',
          'provider',
          'purpose',
          'currency',
          'google',
          'cursor',
          'status',
          'use',
          'agreed',
          'cardId',
          'applicationId',
          'productId',
          'remark',
          'latinName',
          'phone',
          'last4',
        ].map((field) => [field, value]),
      );
      await say(path, { ...everywhere, requestId });
      await say(path, { [value]: value, requestId });
      await say(path, { authNo: { [value]: [value] }, agreed: { contentId: value, version: 1 }, requestId });
      await say(path, value);
    }
  }
  for (const value of typed) {
    await say(`kyc/${value}`, {});
    await say('kyc/status', {}, { language: value });
    await say(
      'kyc/status',
      {},
      { client: { deviceModel: 'x', appVersion: '1.0.0', osName: 'x' }, cookie: value },
    );
  }
  return calls;
}

/** The same values on the wire: in bodies, paths, queries and heads that are no call. */
export async function sendBadly({ address, places }: House): Promise<number> {
  let sent = 0;
  const send = async (path: string, init: RequestInit = {}) => {
    sent += 1;
    const response = await fetch(`${address}${path}`, init);
    places.add('bodies of errors', `${JSON.stringify([...response.headers])} ${await response.text()}`);
  };
  const json = { 'content-type': 'application/json' };
  for (const value of typed) {
    const inUrl = encodeURIComponent(value);
    await send(`/api/kyc/${inUrl}`, { method: 'POST', headers: json, body: JSON.stringify({ data: value }) });
    await send('/api/kyc/detail', { method: 'POST', headers: json, body: `{"data": "${value}` });
    await send('/api/kyc/detail', {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ [value]: value }),
    });
    await send(`/api/kyc/detail?authNo=${inUrl}`);
    await send(`/pages/kyc/my?record=${inUrl}`);
    await send(`/pages/card/info?id=${inUrl}`);
    await send('/hooks/democards', { method: 'POST', body: value });
    await send(`/files/${inUrl}`, { headers: { authorization: `Bearer ${inUrl}`, cookie: `a=${inUrl}` } });
    await send('/hooks/democompany', { method: 'POST', body: value });
    await send(`/hooks/${inUrl}`, { method: 'POST', body: value });
  }
  return sent;
}

/** Bodies as the company sends them: signed by nobody, by somebody else, and by the company about nobody of ours. */
export async function sendEvents(
  { address, keys, places }: House,
  people: readonly Verified[],
): Promise<void> {
  const post = async (raw: string, headers: Readonly<Record<string, string>>): Promise<number> => {
    const response = await fetch(`${address}/hooks/democompany`, { method: 'POST', body: raw, headers });
    places.add('bodies of errors', `${JSON.stringify([...response.headers])} ${await response.text()}`);
    return response.status;
  };
  for (const sheet of [...strangers, ...Object.values(sheets)]) {
    for (const applicant of ['nobody', ...people.map(({ recordId }) => recordId)]) {
      const raw = JSON.stringify({ type: 'applicantReviewed', externalUserId: applicant, info: sheet });
      const bytes = Buffer.from(raw);
      const codes = [
        await post(raw, signedHeaders(bytes, 'a key that somebody guessed')),
        await post(raw, {}),
        await post(raw, signedHeaders(bytes, keys.webhookSecret)),
        // The same again, and one that is no JSON though it is signed.
        await post(raw, signedHeaders(bytes, keys.webhookSecret)),
        await post(`${raw},`, signedHeaders(Buffer.from(`${raw},`), keys.webhookSecret)),
      ];
      if (codes.join(' ') !== '401 401 200 200 200')
        throw new Error(`events were answered ${codes.join(' ')}`);
    }
  }
}

/** As sendEvents, of cards: a company that writes the whole number, and what is printed beside it. */
export async function sendCardEvents({ address, issuing, places }: House): Promise<void> {
  const { ours, theirs } = issuing.settings.keys;
  const cards = [...issuing.world.cards.values()];
  for (const number of typedNumbers) {
    for (const { ref: cardId, secrets } of [{ ref: number, secrets: {} }, ...cards]) {
      const data = { cardId, status: 'LOCK', card_no: number, note: `${number} was locked`, ...secrets };
      const raw = JSON.stringify({ type: 'CARD_STATUS', data });
      const post = async (body: string, sign?: string): Promise<number> => {
        const headers = { 'content-type': 'application/json', ...(sign !== undefined && { sign }) };
        const response = await fetch(`${address}/hooks/democards`, { method: 'POST', body, headers });
        places.add('bodies of errors', `${JSON.stringify([...response.headers])} ${await response.text()}`);
        return response.status;
      };
      const signed = (pem: string, body: string) => signatureBy(createPrivateKey(pem), body);
      const codes = [
        await post(raw),
        await post(raw, signed(ours.privateKey, raw)),
        await post(raw, signed(theirs.privateKey, raw)),
        await post(raw, signed(theirs.privateKey, raw)),
        await post(`${raw},`, signed(theirs.privateKey, `${raw},`)),
      ];
      if (codes.join(' ') !== '401 401 200 200 200')
        throw new Error(`events of cards were answered ${codes.join(' ')}`);
    }
  }
}
