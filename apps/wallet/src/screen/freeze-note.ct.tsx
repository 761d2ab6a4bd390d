/** What is frozen, on every page that it concerns; and the buttons that wait for its end, each in its place. */
import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';

import { answers } from '../../testing/answers.ts';
import { day, hour, morning, payee, sampleFreeze } from '../../testing/samples.ts';
import { openPage, pass } from '../../testing/screen.tsx';
import { paths } from '../lib/route/paths.ts';

const locked = { until: null, reason: 'notMe', liftedBy: 'self' } as const;
/** As "this was not me" leaves somebody. */
const lockedAll = [
  sampleFreeze(locked),
  sampleFreeze({ ...locked, area: 'trade' }),
  sampleFreeze({ ...locked, area: 'card' }),
];
const note = page.getByRole('region', { name: 'sending' });
const whole = page.getByRole('region', { name: /^sending(, trading, and cards| and trading)$/ });

describe('a freeze that ends by itself', () => {
  it('says what, until when, why and what still works, and is gone at its end', async () => {
    const until = morning + 5 * hour + 12 * 60_000;
    await openPage(paths.profile(), { as: { freezes: [sampleFreeze({ until })] } });
    for (const words of [
      'Paused: sending',
      'until Mon 15:12 · 5 h 12 min',
      'Your login password was changed.',
      'Receiving and trading still work. Your balance is safe.',
      'It opens by itself then; you do not have to do anything.',
    ])
      await expect.element(note.getByText(words)).toBeVisible();
    expect(note.getByRole('link').elements()).toEqual([]);
    vi.setSystemTime(morning + hour);
    await pass(1000);
    await expect.element(note.getByText('until Mon 15:12 · 4 h 12 min')).toBeVisible();
    vi.setSystemTime(until);
    await pass(10_000);
    await expect.element(note).not.toBeInTheDocument();
  });

  it('says each area with its own end: a reset holds security settings for a week', async () => {
    const reset = { reason: 'passwordReset', until: morning + day } as const;
    await openPage(paths.profile(), {
      as: {
        freezes: [
          sampleFreeze(reset),
          sampleFreeze({ ...reset, area: 'trade' }),
          sampleFreeze({ ...reset, area: 'card' }),
          sampleFreeze({ ...reset, area: 'credentials', until: morning + 7 * day }),
        ],
      },
    });
    const all = page.getByRole('region', { name: /^sending, trading, cards, and security settings$/ });
    await expect.element(all.getByText('until Tue 10:00 · 24 h 0 min')).toBeVisible();
    await expect.element(all.getByText('until 2026-11-30 10:00 · 7 d 0 h')).toBeVisible();
    await expect
      .element(all.getByText(/^Receiving still works, and open orders can be cancelled\./))
      .toBeVisible();
  });
});

describe('a freeze that somebody has to lift', () => {
  it.for([
    ['its owner', 'self', paths.notMe()],
    ['an identity that is verified anew', 'identity', paths.kyc()],
    ['people of the house', 'support', paths.contact()],
  ] as const)('says so, and leads to where it is done by %s', async ([, liftedBy, way]) => {
    await openPage(paths.profile(), { as: { freezes: lockedAll.map((held) => ({ ...held, liftedBy })) } });
    await expect.element(whole.getByText('until it is unlocked')).toBeVisible();
    await expect.element(whole.getByText(/“This was not me\.”/)).toBeVisible();
    await expect.element(whole.getByRole('link')).toHaveAttribute('href', way);
    await pass(60_000);
    await expect.element(whole).toBeVisible();
  });
});

describe('the note', () => {
  const timed = [sampleFreeze(), sampleFreeze({ area: 'trade' })];
  it.for(
    [
      ['home', paths.home()],
      ['assets', paths.assets()],
      ['transfer', paths.transfer()],
      ['the address book', paths.payees()],
      ['bills by mail', paths.exportByMail()],
      ['my account', paths.profile()],
      ['the personal centre', paths.me()],
      ['messages', paths.messages()],
      ['trade', paths.trade({ pair: 'BTC_USDT' })],
    ].flatMap(([name = '', address = '']) => [
      { name, address, freezes: lockedAll, words: 'until it is unlocked' },
      { name, address, freezes: timed, words: 'until Mon 15:00 · 5 h 0 min' },
    ]),
  )('stands on $name and says: $words', async ({ address, freezes, words }) => {
    await openPage(address, { as: { freezes } });
    await expect.element(whole.getByText(words)).toBeVisible();
  });

  it('is nowhere on pages of what goes on', async () => {
    await openPage(paths.transfer(), { as: { freezes: [sampleFreeze({ area: 'trade' })] } });
    await expect.element(page.getByRole('form', { name: 'Transfer' })).toBeVisible();
    expect(page.getByText(/^Paused:/).elements()).toEqual([]);
  });

  it('speaks the language of its reader, on the narrowest screen', async () => {
    await openPage(paths.home(), { as: { freezes: lockedAll }, language: 'ru', size: 'narrow' });
    const russian = page.getByRole('region', { name: 'переводы, торговля и карты' });
    await expect.element(russian.getByText('Приостановлено: переводы, торговля и карты')).toBeVisible();
    await expect.element(russian.getByText('до разблокировки')).toBeVisible();
  });
});

describe('the button that waits', () => {
  const until = '2026-11-23 15:00:00';
  const credentials = sampleFreeze({ area: 'credentials', reason: 'passwordReset' });

  it.for([
    [sampleFreeze(), `Sending is paused until ${until}. Your balance is safe.`],
    [sampleFreeze(locked), 'Sending is locked until your account is unlocked. Your balance is safe.'],
  ] as const)('of a recipient and of an asset keeps its place and says why', async ([freeze, words]) => {
    answers({ 'payee/list': { list: [payee()], next: null } });
    await openPage(paths.payees({ id: payee().id }), { as: { freezes: [freeze] } });
    const pay = page.getByRole('button', { name: /^Transfer to / });
    await expect.element(pay).toBeDisabled();
    await expect.element(pay).toHaveAccessibleDescription(words);
    await openPage(paths.assets({ explain: 'USDT' }), { as: { freezes: [freeze] } });
    const transfer = page.getByRole('button', { name: 'Transfer', exact: true });
    await expect.element(transfer).toBeDisabled();
    await expect.element(transfer).toHaveAccessibleDescription(words);
  });

  it('of bills by mail waits for other addresses only', async () => {
    await openPage(paths.exportByMail({ range: '1m' }), { as: { freezes: [sampleFreeze()] } });
    const send = page.getByRole('button', { name: 'Send the link' });
    await expect.element(send).toBeEnabled();
    await page.getByRole('textbox').first().fill('someone@example.com');
    await expect.element(send).toBeDisabled();
    await expect
      .element(send)
      .toHaveAccessibleDescription(
        `Mailing bills to other addresses is paused until ${until}. Your own address still works.`,
      );
  });

  it.for([
    ['the reset of the payment password', paths.resetPayPassword(), true, 'Reset payment password'],
    ['the first payment password', paths.paymentPassword(), false, 'Set payment password'],
  ] as const)('of %s says when it works', async ([, address, hasPayPassword, name]) => {
    await openPage(address, { as: { hasPayPassword, freezes: [credentials] } });
    const button = page.getByRole('button', { name });
    await expect.element(button).toBeDisabled();
    await expect
      .element(button)
      .toHaveAccessibleDescription(`Security settings cannot be changed until ${until}. Your money is safe.`);
  });

  it('of a change by the old payment password does not wait', async () => {
    await openPage(paths.paymentPassword(), { as: { freezes: [credentials] } });
    await expect.element(page.getByRole('button', { name: 'Change payment password' })).toBeEnabled();
  });
});

describe('a change that freezes', () => {
  it.for([
    [paths.password(), ['Paused for 24 hours after this: sending.']],
    [paths.resetPayPassword(), ['Paused for 24 hours after this: sending, trading, and cards.']],
  ] as const)('says above its button what is paused and for how long: %s', async ([address, sentences]) => {
    await openPage(address);
    for (const words of sentences) await expect.element(page.getByText(words)).toBeVisible();
  });
});
