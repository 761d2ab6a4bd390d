/** Personal settings: what is kept, what goes back when it was not, and what is said. */
import { Refusal } from '@marigold/contract/endpoint';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';

import { answers, callsOf, held, noAnswer } from '../../../testing/answers.ts';
import { user } from '../../../testing/samples.ts';
import { openPage } from '../../../testing/screen.tsx';
import { paths } from '../../lib/route/paths.ts';

const payments = page.getByRole('switch', { name: 'Payments' });
const nickname = page.getByLabelText('Nickname', { exact: true });
const save = page.getByRole('button', { name: 'Save nickname' });

describe('the switches of mails', () => {
  it('show the choice at once, are off while it is kept, and keep it', async () => {
    const late = held('user/prefs/set');
    answers({ 'user/prefs/set': late.promise });
    await openPage(paths.setting());
    await payments.click();
    await expect.element(payments).not.toBeChecked();
    await expect.element(payments).toBeDisabled();
    late.resolve(user({ mails: { payments: false, announcements: true } }));
    await expect.element(payments).toBeEnabled();
    await expect.element(payments).not.toBeChecked();
    expect(callsOf('user/prefs/set')).toMatchObject([{ mails: { payments: false, announcements: true } }]);
  });

  it('go back where no answer came', async () => {
    answers({ 'user/prefs/set': noAnswer });
    await openPage(paths.setting());
    await payments.click();
    await expect.element(payments).toBeEnabled();
    await expect.element(payments).toBeChecked();
  });
});

describe('the nickname', () => {
  it('has a button only when there is something to keep', async () => {
    await openPage(paths.setting());
    await expect.element(nickname).toHaveValue('Alice');
    expect(save.elements()).toEqual([]);
    await nickname.fill('Alice B');
    await expect.element(save).toBeVisible();
  });

  it('is kept, and says so', async () => {
    answers({ 'user/profile/set': user({ nickname: 'Alice B' }) });
    await openPage(paths.setting());
    await nickname.fill('Alice B');
    await save.click();
    await expect.element(page.getByText('Saved', { exact: true })).toBeVisible();
    expect(callsOf('user/profile/set')).toMatchObject([{ nickname: 'Alice B' }]);
  });

  it('cannot be empty', async () => {
    await openPage(paths.setting());
    await nickname.fill('  ');
    await save.click();
    await expect
      .element(nickname)
      .toHaveAccessibleDescription(expect.stringContaining('Enter a nickname of 1 to 40 characters.'));
    expect(callsOf('user/profile/set')).toEqual([]);
  });

  it('that is refused is said at its field', async () => {
    answers({ 'user/profile/set': new Refusal('nickname_reserved', {}, 'nickname') });
    await openPage(paths.setting());
    await nickname.fill('Marigold');
    await save.click();
    await expect.element(nickname).toHaveAttribute('aria-invalid', 'true');
  });

  it('takes 40 characters and no more', async () => {
    await openPage(paths.setting());
    await expect.element(nickname).toHaveAttribute('maxlength', '40');
  });
});

describe('looks', () => {
  it('change at once', async () => {
    await openPage(paths.setting());
    await page.getByRole('radio', { name: 'Dark' }).click();
    expect(document.documentElement.dataset['theme']).toBe('dark');
    await page.getByRole('radio', { name: 'Light' }).click();
    expect(document.documentElement.dataset['theme']).toBe('light');
  });
});
