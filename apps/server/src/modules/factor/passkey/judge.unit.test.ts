/** From where an answer may come: our own page, apps by their signature, and a frame in the one page that may hold it. */
import { randomBytes } from 'node:crypto';

import { expect, it } from 'vitest';

import { createAuthenticator, type Mischief, testAppOrigin } from '../../../../testing/soft-authenticator.ts';
import { judgeAnswer, judgeNewKey } from './judge.ts';
import { createRelyingParty } from './relying-party.ts';
import type { PasskeyRow } from './views.ts';

const wrapperOrigin = 'https://wrapper.example';
const [publicAddress, challenge] = [() => 'http://localhost:8787', randomBytes(32)];
const bare = createRelyingParty({ publicAddress, appOrigins: [], links: { wrapperOrigin: undefined } })();
const open = createRelyingParty({ publicAddress, appOrigins: [testAppOrigin], links: { wrapperOrigin } })();

it.each<[string, Mischief, 'right' | 'wrong', 'right' | 'wrong']>([
  ['our own page', {}, 'right', 'right'],
  ['an app of ours', { origin: testAppOrigin }, 'right', 'wrong'],
  ['an app of somebody', { origin: `android:apk-key-hash:${'x'.repeat(43)}` }, 'wrong', 'wrong'],
  ['our frame in the wrapper', { topOrigin: wrapperOrigin }, 'right', 'wrong'],
  ['our frame elsewhere', { topOrigin: 'https://evil.example' }, 'wrong', 'wrong'],
  ['the wrapper itself', { origin: wrapperOrigin }, 'wrong', 'wrong'],
])('judges an answer from %s by what the settings name', async (_from, mischief, named, unnamed) => {
  const authenticator = createAuthenticator();
  const { credential, publicKey } = authenticator;
  const key = { credential, publicKey, counter: 0, handle: Buffer.from('me') } as PasskeyRow;
  const request = { challenge: challenge.toString('base64url') };
  const verdicts = [];
  for (const rp of [open, bare])
    verdicts.push(await judgeAnswer(rp, { key, challenge, answer: authenticator.answer(request, mischief) }));
  expect(verdicts.map(({ kind }) => kind)).toEqual([named, unnamed]);
});

it('takes a new key from an app of ours, where the settings name it', async () => {
  const request = { challenge: challenge.toString('base64url') };
  const make = () => createAuthenticator().make(request, { origin: testAppOrigin });
  expect(await judgeNewKey(open, challenge, make())).toBeDefined();
  expect(await judgeNewKey(bare, challenge, make())).toBeUndefined();
});
