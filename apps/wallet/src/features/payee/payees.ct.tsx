/** The address book: who is added once and with what, what is said of what is wrong, who is locked, and how one goes. */
import { Refusal } from '@marigold/contract/endpoint';
import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';

import { answers, callsOf, held, UnservedAnswer, noAnswer } from '../../../testing/answers.ts';
import { visiblePairs, visibleRows, saying } from '../../../testing/look.ts';
import { chainOf, day, hour, idOf, minute, morning, payee } from '../../../testing/samples.ts';
import { openPage, pass } from '../../../testing/screen.tsx';
import { paths } from '../../lib/route/paths.ts';

const address = '0x52908400098527886E0F7030069857D2E4169EE7';
const book = page.getByRole('list', { name: 'Address book' });
const form = page.getByRole('dialog', { name: 'Add recipient' });
const name = form.getByLabelText('Name', { exact: true });
const who = form.getByLabelText('Username, phone, email or code', { exact: true });
const save = form.getByRole('button', { name: 'Save recipient' });

const shop = payee({
  id: idOf(702),
  name: 'The shop',
  address,
  currency: 'USDT',
  chain: 'eth',
  masked: null,
});

/** What is known of the shop's address: nothing that speaks against it. */
const known = {
  address,
  checksum: 'good',
  internal: null,
  isContract: false,
  lookAlike: null,
  payee: null,
  payeeLock: null,
} as const;

/** The form to add somebody, with who they are and what they are called. */
async function fillIn(typed = '100000002', called = 'Bob'): Promise<void> {
  answers({ 'payee/lookup': { masked: 'B***b', kind: 'code' } });
  await openPage(paths.payees({ add: typed }));
  await name.fill(called);
}

describe('the address book', () => {
  it('says of nobody how to begin', async () => {
    answers({ 'payee/list': { list: [], next: null } });
    await openPage(paths.payees());
    await expect.element(page.getByText('No recipients yet')).toBeVisible();
    await page.getByRole('button', { name: 'Add recipient' }).last().click();
    await expect.element(form).toBeVisible();
  });

  it('that did not come says that money is safe, and comes with another try', async () => {
    answers({ 'payee/list': noAnswer });
    await openPage(paths.payees());
    await expect
      .element(page.getByText('The address book could not be loaded. Your money is not affected.'))
      .toBeVisible();
    answers({ 'payee/list': { list: [payee()], next: null } });
    await page.getByRole('button', { name: 'tap to retry' }).click();
    await expect.element(book).toBeVisible();
  });

  it('names each one with what is paid, where, and how often', async () => {
    const rent = payee({ id: idOf(703), name: 'Rent', remark: 'Flat', count: 0, lastTime: null });
    answers({ 'payee/list': { list: [payee(), shop, rent], next: null } });
    await openPage(paths.payees());
    await expect.poll(() => visibleRows('Address book')).toHaveLength(3);
    const [first, second, third] = visibleRows('Address book');
    expect(first).toMatch(/Bob100000002.*3 payments/);
    expect(second).toMatch(/The shopUSDTEthereum \(ERC20\) · 0x5290.+9EE7.*3 payments/);
    expect(third).toMatch(/Rent100000002 · Flat.*Not paid yet/);
  });

  it('has everything of one beside its own name, and leads to paying them', async () => {
    answers({ 'payee/list': { list: [{ ...shop, remark: 'Bread' }], next: null } });
    await openPage(paths.payees({ id: shop.id }));
    const card = page.getByRole('dialog', { name: 'Recipient' });
    await expect.element(card).toBeVisible();
    const pairs = Object.fromEntries(visiblePairs());
    expect(pairs).toMatchObject({
      Currency: 'USDT',
      Network: 'Ethereum (ERC20)',
      Remark: 'Bread',
      Payments: '3 payments',
    });
    expect(pairs['Address']?.replaceAll(/[\s\u2060]/g, '')).toContain(address);
    await expect
      .element(card.getByRole('link', { name: 'Transfer to The shop' }))
      .toHaveAttribute('href', paths.transfer({ address, currency: 'USDT', chain: 'eth' }));
  });

  it('counts down until a new one is no longer protected, and lets go of it then', async () => {
    const lockedUntil = morning + hour;
    answers({ 'payee/list': { list: [{ ...shop, lockedUntil }], next: null } });
    await openPage(paths.payees({ id: shop.id }));
    await expect.element(page.getByRole('timer')).toHaveTextContent('01:00:00');
    await pass(minute);
    await expect.element(page.getByRole('timer')).toHaveTextContent('00:59:00');
    vi.setSystemTime(lockedUntil);
    await pass(minute);
    await expect.poll(() => page.getByRole('timer').elements()).toEqual([]);
    expect(page.getByText('Protected', { exact: true }).elements()).toEqual([]);
  });

  const opened =
    /above your single-payment limit needs your authenticator app or passkey\. With it, it goes at once/;
  const waits = /one transfer here cannot exceed your single-payment limit/;
  it.for([
    ['strong', opened, waits, 0],
    ['bind', waits, opened, 1],
    ['time', waits, opened, 0],
  ] as const)(
    'says of a new one what lets more go there sooner: %s',
    async ([lockOpensBy, words, others, links]) => {
      answers({
        'payee/list': { list: [{ ...shop, lockedUntil: morning + hour, lockOpensBy }], next: null },
      });
      await openPage(paths.payees({ id: shop.id }));
      await expect.element(page.getByText(words)).toBeVisible();
      expect(page.getByText(others).elements()).toEqual([]);
      const bind = page.getByRole('link', { name: 'Bind an authenticator app and send at once' });
      expect(bind.elements()).toHaveLength(links);
    },
  );
});

describe('somebody new', () => {
  it('is looked up by what another page knew, and saved once, however often the button is pressed', async () => {
    const late = held('payee/add');
    answers({ 'payee/add': late.promise });
    await fillIn();
    await expect.element(form.getByText('This is B***b')).toBeVisible();
    await form.getByLabelText('Remark').fill(' Rent ');
    await save.click();
    await expect
      .element(form.getByRole('button', { name: 'Saving' }))
      .toHaveAttribute('aria-disabled', 'true');
    await form.getByRole('button', { name: 'Saving' }).click({ force: true });
    late.resolve(payee());
    await expect.element(page.getByText('Saved in your address book')).toBeVisible();
    expect(callsOf('payee/add')).toMatchObject([{ name: 'Bob', to: '100000002', remark: 'Rent' }]);
    expect(callsOf('payee/add')[0]).not.toHaveProperty('chain');
  });

  it.for([
    ['', 'Bob', 'Enter a username, a phone number with +, an email address or a nine-digit code.'],
    ['abc', 'Bob', 'Enter a username, a phone number with +, an email address or a nine-digit code.'],
    ['100000002', ' ', 'Enter a name of up to 40 characters.'],
  ] as const)('as "%s" called "%s" is wrong: %s', async ([typed, called, words]) => {
    await fillIn('100000009', called);
    await who.fill(typed);
    await save.click();
    await expect
      .element(called === ' ' ? name : who)
      .toHaveAccessibleDescription(expect.stringContaining(words));
    expect(callsOf('payee/add')).toEqual([]);
  });

  it.for([
    [
      'is there already',
      new Refusal('payee_known', {}, 'to'),
      'This recipient is already in your address book.',
    ],
    ['is oneself', new Refusal('payee_is_self', {}, 'to'), 'This is your own account.'],
    ['is the sixth of a day', new Refusal('payees_too_many'), 'You can add five new recipients a day.'],
    [
      'was tried too often',
      new UnservedAnswer(429, 'rate_limited', { seconds: 60 }),
      'Please try again in 60 seconds.',
    ],
  ] as const)('who %s is told so, and nothing typed is lost', async ([, answer, words]) => {
    answers({ 'payee/add': answer });
    await fillIn();
    await save.click();
    await expect.element(form.getByText(saying(words)).first()).toBeInTheDocument();
    await expect.element(who).toHaveValue('100000002');
    await expect.element(name).toHaveValue('Bob');
    expect(callsOf('payee/add')).toHaveLength(1);
  });

  it('whom nobody answered for is saved by another try, under the same id', async () => {
    answers({ 'payee/add': noAnswer });
    await fillIn();
    await save.click();
    await expect.poll(() => callsOf('payee/add').length).toBeGreaterThan(0);
    window.dispatchEvent(new Event('online'));
    await expect.element(save).toBeEnabled();
    await expect.element(who).toHaveValue('100000002');
    answers({ 'payee/add': payee() });
    await save.click();
    await expect.poll(() => form.elements()).toEqual([]);
    expect(new Set(callsOf('payee/add').map(({ requestId }) => requestId)).size).toBe(1);
  });

  it('at an address is checked, and saved with its currency and network', async () => {
    answers({ 'payee/check': known, 'payee/add': shop });
    await openPage(paths.payees({ add: address, currency: 'USDT', chain: 'eth' }));
    await name.fill('The shop');
    await save.click();
    await expect
      .poll(() => callsOf('payee/add'))
      .toMatchObject([{ to: address, chain: 'eth', currency: 'USDT' }]);
  });

  it('at an address that is new is told when any amount goes there', async () => {
    answers({ 'payee/check': { ...known, payeeLock: { until: null, single: '30', canBind: false } } });
    await openPage(paths.payees({ add: address, currency: 'USDT', chain: 'eth' }));
    await expect
      .element(form.getByText(/^New address: up to 30\sUSD now; a larger amount 24 hours after/))
      .toBeVisible();
  });

  it('at an address with a mistake is told beside it, and not saved', async () => {
    answers({ 'payee/check': new Refusal('address_checksum', {}, 'address') });
    await openPage(paths.payees({ add: address, currency: 'USDT', chain: 'eth' }));
    await expect
      .element(form.getByRole('textbox', { name: 'Address' }))
      .toHaveAccessibleDescription(/^There is a mistake in this address/);
    await name.fill('The shop');
    await save.click();
    expect(callsOf('payee/add')).toEqual([]);
  });

  it('cannot be saved while the server is not reached, which is said', async () => {
    await fillIn();
    window.dispatchEvent(new Event('offline'));
    await expect.element(save).toBeDisabled();
    await expect
      .element(save)
      .toHaveAccessibleDescription('You can change the address book again when you are back online.');
  });
});

describe('somebody known', () => {
  it('is changed in name and remark alone, whoever they are', async () => {
    const changed = payee({ name: 'Robert', lastTime: morning - day });
    answers({ 'payee/edit': changed });
    await openPage(paths.payees({ id: payee().id }));
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const editor = page.getByRole('dialog', { name: 'Edit recipient' });
    expect(editor.getByLabelText('Username, phone, email or code').elements()).toEqual([]);
    await editor.getByLabelText('Name', { exact: true }).fill('Robert');
    await editor.getByRole('button', { name: 'Save recipient' }).click();
    await expect.element(page.getByText('Saved in your address book')).toBeVisible();
    expect(callsOf('payee/edit')).toMatchObject([{ id: payee().id, name: 'Robert' }]);
  });

  it.for([
    ['taken out', {}],
    ['gone already', new UnservedAnswer(404, 'not_found')],
  ] as const)('is %s after one question, and leaves the book', async ([, answer]) => {
    const late = held('payee/delete');
    answers({ 'payee/delete': late.promise });
    await openPage(paths.payees({ id: payee().id }));
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Delete Bob from the address book?' });
    await expect.element(question.getByText('Payments already made stay in your bills.')).toBeVisible();
    answers({ 'payee/list': { list: [], next: null } });
    await question.getByRole('button', { name: 'Delete recipient' }).click();
    await question.getByRole('button', { name: 'Deleting' }).click({ force: true });
    late.resolve(answer);
    await expect.element(page.getByText('Removed from your address book')).toBeVisible();
    await expect.element(page.getByText('No recipients yet')).toBeVisible();
    expect(callsOf('payee/delete')).toMatchObject([{ id: payee().id }]);
  });

  it('stays when the question is answered with Keep', async () => {
    await openPage(paths.payees({ id: payee().id }));
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('button', { name: 'Keep' }).click();
    await expect.element(page.getByRole('dialog', { name: 'Recipient' })).toBeVisible();
    expect(callsOf('payee/delete')).toEqual([]);
  });
});

describe('the recipient of a transfer', () => {
  it('offers those alone whom the currency can reach on its network', async () => {
    answers({ 'payee/list': { list: [payee(), shop], next: null }, 'payee/recent': { list: [] } });
    await openPage(paths.recipient({ currency: 'USDT', chain: chainOf().chain }));
    await expect.poll(() => visibleRows('Address book')).toEqual([expect.stringMatching(/^T?.*The shop/)]);
    expect(callsOf('payee/list')).toMatchObject([{ currency: 'USDT', chain: 'eth' }]);
  });
});
