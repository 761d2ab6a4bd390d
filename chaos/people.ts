/** Who sends: the demo people, and others who register as anybody does, with the code that the mail carried. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { demoPeople } from '../apps/server/src/modules/demo/people.ts';
import type { Reply, Client } from './client.ts';

const attemptsMax = 100;
const looksMax = 80;
const registeringAtOnce = 4;
const password = 'Marigold7!';
const payPassword = '258036';
/** Little enough that many a payment is too large. */
const openingAmounts = { USDT: '60', USDC: '60', EUR: '40' } as const;

export interface StormPerson {
  readonly username: string;
  readonly token: string;
  readonly deviceId: string;
  readonly payPassword: string;
  /** Where codes go. */
  readonly contact: { readonly channel: 'email' | 'sms'; readonly target: string };
}

/** Makes the people on a calm system. Throws when somebody cannot be made. */
export async function gatherPeople(client: Client, count: number): Promise<StormPerson[]> {
  const known = demoPeople.map(async (person) => {
    const deviceId = `chaos-${person.username}`.padEnd(12, '0');
    const answer = await insist(
      client,
      'user/login',
      {
        account: person.username,
        password: person.password,
      },
      deviceId,
    );
    const token = String(answer.data['token']);
    await insist(client, 'trade/confirm', { payPassword: person.payPassword }, deviceId, token);
    return {
      username: person.username,
      token,
      deviceId,
      payPassword: person.payPassword,
      contact: person.contact,
    };
  });
  const people = await Promise.all(known);
  const names = Array.from({ length: count - people.length }, (_, index) => `chaos${1000 + index}`);
  const lane = async (): Promise<void> => {
    for (let name = names.shift(); name !== undefined; name = names.shift())
      people.push(await register(client, name));
  };
  await Promise.all(Array.from({ length: registeringAtOnce }, lane));
  for (const { username } of people) await credit(client, username);
  return people;
}

async function register(client: Client, username: string): Promise<StormPerson> {
  const email = `${username}@marigold.example`;
  const deviceId = `device-${username}`;
  await insist(client, 'user/code/send', { scene: 'register', email }, deviceId);
  const code = await readMailedCode(client, email, 0);
  if (code === undefined) throw new Error(`no mail to ${email}`);
  const input = { username, email, password, confirm: password, code, requestId: randomUUID() };
  const answer = await insist(client, 'user/register', input, deviceId);
  const token = String(answer.data['token']);
  const set = {
    loginPassword: password,
    newPassword: payPassword,
    confirm: payPassword,
    requestId: randomUUID(),
  };
  await insist(client, 'user/paypwd/set', set, deviceId, token);
  await insist(client, 'trade/confirm', { payPassword }, deviceId, token);
  return { username, token, deviceId, payPassword, contact: { channel: 'email', target: email } };
}

/** Calls until limits let it through; any other "no" is thrown. */
async function insist(
  client: Client,
  path: string,
  data: Readonly<Record<string, unknown>>,
  deviceId: string,
  token?: string,
): Promise<Reply> {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const answer = await client.call(path, data, { deviceId, token });
    if (answer.code === 200) return answer;
    const isLimited =
      answer.code === 429 || answer.refusal === 'code_limit' || answer.refusal === 'code_too_soon';
    if (!isLimited) throw new Error(`${path} answers ${answer.code} ${JSON.stringify(answer.data)}`);
    await sleep(200);
  }
  throw new Error(`${path} stays limited`);
}

/** The six digits of the newest message to somebody since a moment (epoch milliseconds); undefined when none comes. */
export async function readMailedCode(
  client: Client,
  target: string,
  since: number,
): Promise<string | undefined> {
  for (let look = 0; look < looksMax; look += 1) {
    const { status, body } = await client.json('GET', `/dev/inbox.json?to=${encodeURIComponent(target)}`);
    const { list } = (status === 200 ? body : { list: [] }) as { list: { body: string; time: number }[] };
    // Notices of the account stand among the codes.
    const codes = list
      .filter(({ time }) => time >= since)
      .map(({ body: text }) => /\b(\d{6})\b/.exec(text)?.[1]);
    const code = codes.find((one) => one !== undefined);
    if (code !== undefined) return code;
    await sleep(100);
  }
  return undefined;
}

async function credit(client: Client, username: string): Promise<void> {
  for (const [asset, amount] of Object.entries(openingAmounts)) {
    const answer = await client.json('POST', '/dev/faucet', {
      username,
      asset,
      amount,
      requestId: randomUUID(),
    });
    if (answer.status !== 200)
      throw new Error(`the faucet answers ${answer.status}: ${JSON.stringify(answer.body)}`);
  }
}
