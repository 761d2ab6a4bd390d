/** The keys of a person, with an authenticator of the browser's own that answers by itself. */
import { Refusal } from '@marigold/contract/endpoint';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cdp, page } from 'vitest/browser';

import { answers, callsOf } from '../../../testing/answers.ts';
import { passkey, passkeyOptions } from '../../../testing/sample-passkeys.ts';
import { threeSessions } from '../../../testing/sample-sessions.ts';
import { hour, idOf, minute, morning, user } from '../../../testing/samples.ts';
import { openPage } from '../../../testing/screen.tsx';
import { session } from '../../lib/device/session.ts';
import { paths } from '../../lib/route/paths.ts';

const browser = cdp() as unknown as {
  send: (what: string, params?: object) => Promise<{ authenticatorId: string }>;
};
let authenticatorId: string;
beforeEach(async () => {
  await browser.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  };
  ({ authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', { options }));
});
afterEach(async () => {
  await browser.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const creation = {
  challenge: passkeyOptions().challenge,
  rp: { id: 'localhost', name: 'Marigold' },
  user: { id: 'aGFuZGxlLWhhbmRsZS1oYW5kbGUtaGFuZGxlLWhhbmQ', name: 'alice2026', displayName: 'alice2026' },
  pubKeyCredParams: [{ type: 'public-key' as const, alg: -7 }],
  excludeCredentials: [],
  authenticatorSelection: {
    residentKey: 'required' as const,
    requireResidentKey: true as const,
    userVerification: 'required' as const,
  },
  attestation: 'none' as const,
  timeout: 60_000,
};
const begun = { ticket: 'T'.repeat(43), options: creation, expires: morning + 10 * minute };
const noSummary = { currency: null, amount: null, fee: null, payee: null, chain: null };
const challenge = { challengeId: idOf(951), expires: morning + 5 * minute, summary: noSummary };

const addButton = page.getByRole('button', { name: 'Add a passkey' });
const logOutOthers = page.getByRole('button', { name: 'Log out everywhere else' });
const loginPassword = page.getByLabelText('Login password', { exact: true });

/** Fills in the form of another key. */
async function fillIn(): Promise<void> {
  await openPage(paths.passkeys());
  await addButton.click();
  await page.getByLabelText('Name', { exact: true }).fill('My phone');
  await loginPassword.fill('Secret#2026');
}

describe('another key', () => {
  it('is made by a touch, approved by a code, and stands in the list', async () => {
    const frozen = {
      area: 'payout',
      reason: 'passkeyAdded',
      until: morning + 6 * hour,
      liftedBy: 'time',
    } as const;
    answers({
      'user/passkey/add/begin': begun,
      'user/passkey/add': ({ verify }) =>
        verify === undefined
          ? new Refusal('verification_required', { methods: ['email'] })
          : { passkey: passkey(), freezes: [frozen] },
      'verify/start': { ...challenge, masked: 'al***@example.com' },
    });
    await fillIn();
    await expect.element(page.getByText(/sending is paused for 6 hours/)).toBeVisible();
    await addButton.click();
    answers({ 'user/passkey/list': { list: [passkey({ moneyTime: morning + 6 * hour })] } });
    await page.getByRole('dialog').getByRole('textbox').fill('246810');
    await expect.element(page.getByText('Passkey added')).toBeVisible();
    await expect.element(page.getByText(/Approves payments from/)).toBeVisible();
    const [first, second] = callsOf('user/passkey/add');
    expect(first?.passkey.attestationObject).toMatch(/^[\w-]{100,}$/);
    expect(second).toMatchObject({
      passkey: first?.passkey,
      verify: { challengeId: idOf(951), code: '246810' },
    });
    expect(session.state.get().user).toMatchObject({ passkeys: 1, freezes: [frozen] });
    await expect.element(logOutOthers).not.toBeInTheDocument();
  });

  it('keeps what was typed, and the key, after a wrong password', async () => {
    answers({
      'user/passkey/add/begin': begun,
      'user/passkey/add': new Refusal('password_incorrect', { left: 4 }, 'loginPassword'),
    });
    await fillIn();
    await addButton.click();
    await expect.element(loginPassword).toHaveAttribute('aria-invalid', 'true');
    await addButton.click();
    await expect.poll(() => callsOf('user/passkey/add').length).toBe(2);
    expect(callsOf('user/passkey/add/begin')).toHaveLength(1);
  });

  it('is not made where the person cancels, and nothing is sent', async () => {
    await browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    answers({ 'user/passkey/add/begin': begun });
    await fillIn();
    await addButton.click();
    await expect.element(page.getByText(/The passkey was not made/)).toBeVisible();
    expect(callsOf('user/passkey/add')).toEqual([]);
  });
});

describe('the list', () => {
  it('says what is wrong with a key that may have been copied', async () => {
    answers({ 'user/passkey/list': { list: [passkey({ state: 'doubtful' })] } });
    await openPage(paths.passkeys());
    await expect
      .element(page.getByText('May have been copied. It no longer works: remove it.'))
      .toBeVisible();
  });

  it('has no button where the browser knows no passkeys', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined);
    await openPage(paths.passkeys());
    await expect.element(page.getByText(/This browser cannot use passkeys/)).toBeVisible();
    await expect.element(addButton).not.toBeInTheDocument();
  });
});

describe('one key', () => {
  async function open(): Promise<void> {
    answers({ 'user/passkey/list': { list: [passkey()] } });
    await openPage(paths.passkeys(), { as: { passkeys: 1 } });
    await page.getByRole('button', { name: /My phone/ }).click();
  }

  it('is called otherwise', async () => {
    answers({ 'user/passkey/rename': { passkey: passkey({ name: 'Laptop' }) } });
    await open();
    await page.getByLabelText('Name', { exact: true }).fill('Laptop');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.element(page.getByText('Name saved')).toBeVisible();
    expect(callsOf('user/passkey/rename')).toMatchObject([{ id: idOf(701), name: 'Laptop' }]);
  });

  it('is removed by itself, after a cancelled touch by another way', async () => {
    answers({
      'user/passkey/remove': ({ verify }) =>
        verify === undefined
          ? new Refusal('verification_required', { methods: ['passkey', 'google'] })
          : { freezes: [] },
      'verify/start': ({ method }) =>
        method === 'passkey'
          ? { ...challenge, masked: null, options: passkeyOptions('AAAA') }
          : { ...challenge, challengeId: idOf(952), masked: null },
    });
    await open();
    await loginPassword.fill('Secret#2026');
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await dialog.getByRole('button', { name: 'Use passkey' }).click();
    await expect.element(dialog.getByText(/The passkey was not used/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Another way' }).click();
    await dialog.getByRole('radio', { name: 'Authenticator app' }).click();
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByRole('textbox').fill('246810');
    await expect.element(page.getByText('Passkey removed')).toBeVisible();
    expect(callsOf('user/passkey/remove').at(-1)).toMatchObject({
      verify: { challengeId: idOf(952), code: '246810' },
    });
    expect(session.state.get().user).toMatchObject({ passkeys: 0 });
  });
});

it('the last key removed: what is paused, and every other device can be logged out in the same step', async () => {
  const frozen = {
    area: 'payout',
    reason: 'strongRemoved',
    until: morning + 24 * hour,
    liftedBy: 'time',
  } as const;
  answers({
    'user/passkey/list': { list: [passkey()] },
    'user/session/list': threeSessions,
    'user/passkey/remove': { freezes: [frozen] },
    'user/session/revoke': { ended: 2 },
  });
  await openPage(paths.passkeys(), { as: { passkeys: 1 } });
  await expect.element(logOutOthers).not.toBeInTheDocument();
  await page.getByRole('button', { name: /My phone/ }).click();
  await loginPassword.fill('Secret#2026');
  answers({ 'user/passkey/list': { list: [] } });
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.element(page.getByText(/your last passkey was removed/)).toBeVisible();
  await logOutOthers.click();
  await expect.element(page.getByText('2 devices logged out')).toHaveFocus();
  expect(callsOf('user/session/revoke')).toEqual([{ others: true }]);
});

describe('the log-in page', () => {
  /** A key of this site, in the authenticator. */
  async function addCredential(): Promise<void> {
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
    const { privateKey } = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
    const bytes = new Uint8Array(await crypto.subtle.exportKey('pkcs8', privateKey));
    const credential = {
      credentialId: btoa('a-key-of-this-site'),
      isResidentCredential: true,
      rpId: 'localhost',
      privateKey: btoa(String.fromCodePoint(...bytes)),
      userHandle: btoa('a-handle'),
      signCount: 1,
    };
    await browser.send('WebAuthn.addCredential', { authenticatorId, credential });
  }

  beforeEach(async () => {
    await addCredential();
    answers({ 'user/passkey/login': { token: 'token', user: user() } });
  });

  it('signs in by a touch, with no name and no password', async () => {
    vi.spyOn(PublicKeyCredential, 'isConditionalMediationAvailable').mockResolvedValue(false);
    await openPage(paths.login(), { as: 'visitor' });
    await page.getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Passkey', exact: true }).click();
    await expect.poll(() => session.state.get().hasLogin).toBe(true);
    expect(callsOf('user/passkey/login')).toMatchObject([{ ticket: 'P'.repeat(43), remember: true }]);
  });

  it('signs in by a key that the browser offers beside the name', async () => {
    await openPage(paths.login(), { as: 'visitor' });
    const name = page.getByLabelText('Username, phone or email', { exact: true });
    await expect.element(page.getByRole('button', { name: 'Passkey', exact: true })).toBeVisible();
    expect(callsOf('user/passkey/begin')).toEqual([]);
    await name.click();
    await expect.poll(() => session.state.get().hasLogin).toBe(true);
    expect(callsOf('user/passkey/begin')).toHaveLength(1);
  });

  it('says why a key was not taken, and takes another ticket then', async () => {
    vi.spyOn(PublicKeyCredential, 'isConditionalMediationAvailable').mockResolvedValue(false);
    answers({ 'user/passkey/login': new Refusal('passkey_doubtful') });
    await openPage(paths.login(), { as: 'visitor' });
    const button = page.getByRole('button', { name: 'Passkey', exact: true });
    await button.click();
    await expect.element(page.getByText(/This passkey may have been copied/)).toBeVisible();
    await browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await button.click();
    await expect.element(page.getByText(/The passkey was not used/)).toBeVisible();
    expect(callsOf('user/passkey/begin')).toHaveLength(2);
    expect(callsOf('user/passkey/login')).toHaveLength(1);
  });
});
