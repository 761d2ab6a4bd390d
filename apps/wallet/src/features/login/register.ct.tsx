/** Creating an account: each "no" beside its field, nothing sent twice, nothing typed lost. */
import { Refusal } from '@marigold/contract/endpoint';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';

import { answers, callsOf, held } from '../../../testing/answers.ts';
import { lightPuzzle, lightWork, numberIn } from '../../../testing/puzzle.ts';
import { minute, morning, user } from '../../../testing/samples.ts';
import { openPage, pass } from '../../../testing/screen.tsx';
import { session } from '../../lib/device/session.ts';
import { paths } from '../../lib/route/paths.ts';

describe('creating an account', () => {
  const username = page.getByLabelText('Username', { exact: true });
  const email = page.getByLabelText('Email', { exact: true });
  const code = page.getByLabelText('Verification code', { exact: true });
  const password = page.getByLabelText('Password', { exact: true });
  const confirm = page.getByLabelText('Confirm password', { exact: true });
  const referral = page.getByLabelText('Invitation code (optional)', { exact: true });
  const send = page.getByRole('button', { name: 'Send code' });
  const submit = page.getByRole('button', { name: 'Create account' });

  const sent = { masked: 'al***@example.com', channel: 'email', ttl: 600, resendIn: 60 } as const;

  async function openByMail(): Promise<void> {
    answers({ 'user/code/send': sent });
    await openPage(paths.register(), { as: 'visitor' });
    await page.getByRole('button', { name: 'Use email instead' }).click();
  }

  async function fillIn(): Promise<void> {
    await openByMail();
    await username.fill('alice2026');
    await email.fill('alice@example.com');
    await code.fill('246810');
    await password.fill('Secret#2026');
    await confirm.fill('Secret#2026');
  }

  it.for([
    ['ab', 'The username must be between 4 and 20 alpha or numeric characters'],
    ['alice 2026', 'The username must be between 4 and 20 alpha or numeric characters'],
    ['a'.repeat(21), 'The username must be between 4 and 20 alpha or numeric characters'],
  ] as const)('takes no username "%s"', async ([typed, words]) => {
    await openByMail();
    await username.fill(typed);
    await submit.click();
    await expect.element(username).toHaveAccessibleDescription(expect.stringContaining(words));
  });

  it('says what each field lacks', async () => {
    await openByMail();
    await email.fill('alice');
    await code.fill('12345');
    await confirm.fill('x');
    await referral.fill('ABC');
    await submit.click();
    for (const [field, words] of [
      [email, 'Enter an email address such as name@mail.com'],
      [code, 'Enter the 6 digits of the code'],
      [password, 'The password does not meet all rules yet'],
      [confirm, 'The two entered passwords are inconsistent, please re-enter.'],
      [referral, 'An invitation code has 6 letters or digits'],
    ] as const)
      await expect.element(field).toHaveAccessibleDescription(expect.stringContaining(words));
    expect(callsOf('user/register')).toEqual([]);
  });

  it('sends a code, says where it went, and counts down until another may be asked for', async () => {
    await openByMail();
    await email.fill('alice@example.com');
    await send.click();
    await expect
      .element(page.getByText('Code sent to al***@example.com. It works for 10 minutes.'))
      .toBeVisible();
    await expect.element(code).toHaveFocus();
    await expect.element(page.getByText(/^Resend in\s\d+\ss$/)).toBeVisible();
    await pass(minute);
    await expect.element(page.getByRole('button', { name: 'Send again' })).toBeVisible();
    expect(callsOf('user/code/send')).toEqual([{ scene: 'register', email: 'alice@example.com' }]);
  });

  it('asks once whether work is wanted, with the first valid contact, and does none on a calm day', async () => {
    const workers = vi.spyOn(globalThis, 'Worker');
    onTestFinished(() => workers.mockRestore());
    await openByMail();
    await email.fill('alice');
    expect(callsOf('user/puzzle')).toEqual([]);
    await email.fill('alice@example.co');
    await email.fill('alice@example.com');
    await send.click();
    await expect.element(page.getByText(/^Code sent to/)).toBeVisible();
    expect(callsOf('user/puzzle')).toEqual([{ scene: 'register' }]);
    expect(workers).not.toHaveBeenCalled();
  });

  it('waits for no word about work before it sends', async () => {
    answers({ 'user/puzzle': held('user/puzzle').promise });
    await openByMail();
    await email.fill('alice@example.com');
    await send.click();
    await expect.element(page.getByText(/^Code sent to/)).toBeVisible();
  });

  describe('in a flood of codes', () => {
    const second = 1000;
    async function askInFlood(): Promise<void> {
      await openByMail();
      answers({
        'user/code/send': ({ puzzle }) =>
          puzzle === undefined ? new Refusal('puzzle_needed', { scene: 'register' }) : sent,
      });
      await email.fill('alice@example.com');
      await send.click();
    }

    it('has done the work when the button is pressed', async () => {
      const work = await lightWork();
      const workers = vi.spyOn(globalThis, 'Worker');
      onTestFinished(() => workers.mockRestore());
      answers({ 'user/puzzle': work });
      await openByMail();
      await email.fill('alice@example.com');
      await expect.poll(() => workers.mock.calls.length).toBe(1);
      expect(callsOf('user/code/send')).toEqual([]);
      await send.click();
      await expect.element(page.getByText(/^Code sent to/)).toBeVisible();
      const [first, ...more] = callsOf('user/code/send');
      expect(numberIn(first?.puzzle)).toBe(7);
      expect([more, callsOf('user/puzzle').length]).toEqual([[], 1]);
    });

    it('makes anew what is too old when the button is pressed', async () => {
      const work = await lightWork();
      answers({ 'user/puzzle': work });
      await openByMail();
      await email.fill('alice@example.com');
      await expect.poll(() => callsOf('user/puzzle')).toHaveLength(1);
      await pass(10 * minute);
      answers({
        'user/puzzle': { ...work, expires: morning + 20 * minute },
        'user/code/send': ({ puzzle }) =>
          puzzle === undefined ? new Refusal('puzzle_needed', { scene: 'register' }) : sent,
      });
      await send.click();
      await expect.element(page.getByText(/^Code sent to/)).toBeVisible();
      expect(callsOf('user/code/send').map(({ puzzle }) => numberIn(puzzle))).toEqual([undefined, 7]);
      expect(callsOf('user/puzzle')).toHaveLength(2);
    });

    it('that began after the contact was typed does the work then and asks again, without a word', async () => {
      const work = await lightWork();
      answers({
        'user/puzzle': () =>
          callsOf('user/code/send').length > 0 ? work : { puzzle: null, expires: work.expires },
      });
      await askInFlood();
      await expect
        .element(page.getByText('Code sent to al***@example.com. It works for 10 minutes.'))
        .toBeVisible();
      expect(callsOf('user/puzzle')).toHaveLength(2);
      const [first, again] = callsOf('user/code/send');
      expect(first).toEqual({ scene: 'register', email: 'alice@example.com' });
      expect(again).toMatchObject({ scene: 'register', email: 'alice@example.com' });
      expect(numberIn(again?.puzzle)).toBe(7);
    });

    it('says after two seconds that the browser is being checked, until it was', async () => {
      const late = held('user/puzzle');
      answers({ 'user/puzzle': late.promise });
      await askInFlood();
      await expect.poll(() => callsOf('user/puzzle')).toHaveLength(1);
      const words = page.getByText('Checking your browser');
      await pass(1.5 * second);
      // Meanwhile one goes on.
      await username.fill('alice2026');
      await expect.element(words).not.toBeInTheDocument();
      await pass(0.5 * second);
      await expect.element(words).toBeVisible();
      late.resolve(await lightWork());
      await expect
        .element(page.getByText('Code sent to al***@example.com. It works for 10 minutes.'))
        .toBeVisible();
      await expect.element(words).not.toBeInTheDocument();
    });

    it('says the same where the browser has no workers', async () => {
      vi.stubGlobal('Worker', undefined);
      onTestFinished(() => void vi.unstubAllGlobals());
      answers({ 'user/puzzle': await lightWork() });
      await askInFlood();
      await expect.element(code).toHaveAccessibleDescription(expect.stringMatching(/Nothing was sent/));
    });

    it.each([
      ['finds no answer', () => '{}'],
      ['has an answer that is not good', lightPuzzle],
    ])('says at the code what to do where the browser %s', async (_how, puzzle) => {
      answers({ 'user/puzzle': { ...(await lightWork()), puzzle: await puzzle() } });
      await openByMail();
      answers({
        'user/code/send': ({ puzzle: answer }) =>
          answer === undefined
            ? new Refusal('puzzle_needed', { scene: 'register' })
            : new Refusal('puzzle_wrong', {}, 'puzzle'),
      });
      await email.fill('alice@example.com');
      await send.click();
      await expect
        .element(code)
        .toHaveAccessibleDescription(expect.stringMatching(/Nothing was sent.*try again/));
      await expect.element(send).toBeEnabled();
    });
  });

  it('asks for no code while the address is none', async () => {
    await openByMail();
    await email.fill('alice');
    await send.click();
    await expect.element(email).toHaveAttribute('aria-invalid', 'true');
    expect(callsOf('user/code/send')).toEqual([]);
  });

  it('that is refused keeps everything, with the words at the field', async () => {
    answers({ 'user/register': new Refusal('username_taken', {}, 'username') });
    await fillIn();
    await submit.click();
    await expect.element(username).toHaveAttribute('aria-invalid', 'true');
    await expect.element(username).toHaveFocus();
    await expect.element(password).toHaveValue('Secret#2026');
  });

  it('is sent once while it runs', async () => {
    const late = held('user/register');
    answers({ 'user/register': late.promise });
    await fillIn();
    await submit.click();
    const busy = page.getByRole('button', { name: 'Creating account' });
    await expect.element(busy).toHaveAttribute('aria-busy', 'true');
    await busy.click({ force: true });
    late.resolve({ token: 'token', user: user() });
    await expect.poll(() => session.state.get().hasLogin).toBe(true);
    expect(callsOf('user/register')).toMatchObject([
      { username: 'alice2026', email: 'alice@example.com', code: '246810', confirm: 'Secret#2026' },
    ]);
  });
});
