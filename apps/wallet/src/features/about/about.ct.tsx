/** The app and its support: what it is and whose work it is built on, how support is reached, and a request that arrives once. */
import type { ContactChannel } from '@marigold/contract/calls/config';
import { Refusal } from '@marigold/contract/endpoint';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';

import { answers, callsOf, held, lost, noAnswer, UnservedAnswer } from '../../../testing/answers.ts';
import { linksOf, visibleRows } from '../../../testing/look.ts';
import { day, idOf, inEveryLanguage, morning } from '../../../testing/samples.ts';
import { openPage } from '../../../testing/screen.tsx';
import { installedVersion, appVersionCode } from '../../lib/device/device.ts';
import { paths } from '../../lib/route/paths.ts';

const newest = {
  version: '1.6.0',
  code: 160,
  time: morning - day,
  leastCode: 100,
  url: null,
  notes: ['Bills load faster', 'A new look for prices'],
};

afterEach(() => vi.restoreAllMocks());

describe('what the app is', () => {
  beforeEach(() => answers({ 'app/version': newest }));

  it('is said with the version that runs here', async () => {
    await openPage(paths.about(), { as: 'visitor' });
    await expect.element(page.getByText(`Version ${installedVersion} (${appVersionCode})`)).toBeVisible();
  });

  it.for([
    ['demo', 1],
    ['production', 0],
  ] as const)('says of a server in %s whether its money is real', async ([mode, times]) => {
    answers({ 'app/config': [{ key: 'deployment', mode }] });
    await openPage(paths.about());
    await expect.element(page.getByText('Bills load faster')).toBeVisible();
    expect(page.getByText('Demo: no balance here is real money.').elements()).toHaveLength(times);
  });

  it('leads to updates, help, support, diagnostics and the agreements', async () => {
    await openPage(paths.about());
    await expect
      .poll(() => linksOf('App'))
      .toEqual([
        ['Check for updates', paths.updater()],
        ['Help', paths.content()],
        ['Contact Us', paths.contact()],
        ['Diagnostics', paths.diagnostics()],
      ]);
    expect(linksOf('Agreements')).toEqual([
      ['Terms of use', paths.content({ id: 'terms' })],
      ['Privacy policy', paths.content({ id: 'privacy' })],
    ]);
  });

  it('says what is new; that it did not come, with another try', async () => {
    answers({ 'app/version': lost });
    await openPage(paths.about());
    await expect.element(page.getByText('What is new could not be loaded.')).toBeVisible();
    answers({ 'app/version': newest });
    await page.getByRole('button', { name: 'tap to retry' }).click();
    await expect.element(page.getByText('Bills load faster')).toBeVisible();
    await expect.element(page.getByText('A new look for prices')).toBeVisible();
    expect(page.getByText('What is new could not be loaded.').elements()).toEqual([]);
  });
});

describe('the licences', () => {
  const summary = page.getByText('Open-source licences');
  const failed = page.getByText('The list of licences could not be loaded.');
  const list = [{ licence: 'MIT', names: ['react', 'wouter'] }];

  /** The app's own file beside the calls; tells how often it was fetched. */
  function serveLicences(...served: readonly Response[]) {
    const calls = window.fetch.bind(window);
    const file = vi.fn<() => Response>();
    for (const response of served) file.mockReturnValueOnce(response);
    vi.spyOn(window, 'fetch').mockImplementation(async (target, init) =>
      target === '/licences.json' ? file() : await calls(target, init),
    );
    return file;
  }

  beforeEach(() => answers({ 'app/version': newest }));

  it('are fetched by whoever wants to see them, once', async () => {
    await openPage(paths.about());
    const file = serveLicences(Response.json(list));
    expect(file).not.toHaveBeenCalled();
    await summary.click();
    await expect.element(page.getByRole('heading', { name: 'MIT' })).toBeVisible();
    await expect.element(page.getByText('react, wouter')).toBeVisible();
    await summary.click();
    await summary.click();
    await expect.element(page.getByText('react, wouter')).toBeVisible();
    expect(file).toHaveBeenCalledTimes(1);
  });

  it.for([
    ['the server has none', () => Response.json([], { status: 404 })],
    ['it is no list', () => Response.json({ licence: 'MIT' })],
  ] as const)('say that they did not come where %s, with another try', async ([, broken]) => {
    await openPage(paths.about());
    serveLicences(broken(), Response.json(list));
    await summary.click();
    await expect.element(failed).toBeVisible();
    await page.getByRole('button', { name: 'tap to retry' }).click();
    await expect.element(page.getByText('react, wouter')).toBeVisible();
    expect(failed.elements()).toEqual([]);
  });
});

describe('the ways to support', () => {
  const channel = (
    kind: ContactChannel['kind'],
    label: string,
    value: string,
    link?: string,
  ): ContactChannel => ({
    kind,
    label: inEveryLanguage(label),
    value,
    ...(link === undefined ? {} : { link }),
  });
  const mail = channel('email', 'Mail', 'help@marigold.example', 'mailto:help@marigold.example');
  const telegram = channel('telegram', 'Telegram', '@marigold', 'https://t.me/marigold');
  const website = channel('website', 'Website', 'marigold.example', 'https://marigold.example/help');
  const hours = channel('hours', 'Hours', 'Monday to Friday');

  it('are those that the operator set, each by its own means', async () => {
    const phone = channel('phone', 'Telephone', '+49 30 1234', 'tel:+49301234');
    answers({ 'app/config': [{ key: 'contact', channels: [mail, phone, telegram, website, hours] }] });
    await openPage(paths.contact());
    await expect
      .poll(() => linksOf('How to reach us'))
      .toEqual([
        ['help@marigold.example', 'mailto:help@marigold.example'],
        ['+49 30 1234', 'tel:+49301234'],
        ['@marigold', 'https://t.me/marigold'],
        ['marigold.example', paths.outlink({ src: 'https://marigold.example/help' })],
      ]);
    expect(visibleRows('How to reach us').at(-1)).toBe('HoursMonday to Friday');
  });

  it('are copied by the button beside them; hours are nothing to copy', async () => {
    const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    answers({ 'app/config': [{ key: 'contact', channels: [telegram, hours] }] });
    await openPage(paths.contact());
    await page.getByRole('button', { name: 'Copy: Telegram' }).click();
    await expect.element(page.getByText('Content copied')).toBeVisible();
    expect(copy.mock.calls).toEqual([['@marigold']]);
    expect(page.getByRole('button', { name: 'Copy: Hours' }).elements()).toEqual([]);
  });

  it('are the request alone where the operator set none', async () => {
    await openPage(paths.contact());
    await expect
      .element(page.getByText('Write to us below; the answer comes as a message in the app.'))
      .toBeVisible();
    expect(page.getByRole('list', { name: 'How to reach us' }).elements()).toEqual([]);
    expect(linksOf('Diagnostics').map(([, address]) => address)).toEqual([paths.diagnostics()]);
  });
});

describe('a request to support', () => {
  const number = 'MG-261121201059123456';
  const text = page.getByLabelText('What can we help you with?', { exact: true });
  const send = page.getByRole('button', { name: /^(Send request|Sending)/ });
  const unsure = page.getByText(
    'We do not know yet whether it arrived. Sending the same text again is safe.',
  );
  const arrived = { id: idOf(1), number: 'T-1042' };

  it('says which bill it is about, here and to support, and which number it has', async () => {
    answers({ 'app/feedback': arrived });
    await openPage(paths.contact({ order: number }));
    await expect.element(page.getByText(`About bill ${number}`)).toBeVisible();
    await text.fill('Where is it?');
    await send.click();
    await expect.element(page.getByRole('heading', { name: 'We received request T-1042' })).toBeVisible();
    expect(callsOf('app/feedback')).toMatchObject([{ text: `About bill ${number}\nWhere is it?` }]);
  });

  it('is sent once, however often it is pressed meanwhile', async () => {
    const late = held('app/feedback');
    answers({ 'app/feedback': late.promise });
    await openPage(paths.contact());
    await text.fill('Where is it?');
    await send.click();
    await expect.element(send).toHaveAttribute('aria-busy', 'true');
    await send.click({ force: true });
    late.resolve(arrived);
    await expect.element(page.getByText('We received request T-1042')).toBeVisible();
    expect(callsOf('app/feedback')).toMatchObject([{ text: 'Where is it?' }]);
  });

  it('can be followed by another one, which begins empty', async () => {
    answers({ 'app/feedback': ({ text: answer }) => ({ ...arrived, number: answer }) });
    await openPage(paths.contact());
    await text.fill('first');
    await send.click();
    await page.getByRole('button', { name: 'Write another' }).click();
    await expect.element(text).toHaveValue('');
    await text.fill('second');
    await send.click();
    await expect.element(page.getByText('We received request second')).toBeVisible();
  });

  it('of nothing is refused at its field, until something is typed', async () => {
    answers({ 'app/feedback': new Refusal('text_empty', {}, 'text') });
    await openPage(paths.contact({ order: number }));
    await send.click();
    await expect.element(text).toHaveAccessibleDescription('Write a few words first.');
    await expect.element(text).toHaveAttribute('aria-invalid', 'true');
    await text.fill('W');
    await expect.element(text).not.toHaveAttribute('aria-invalid');
  });

  it.for([
    [
      'has too many open ones',
      new Refusal('tickets_too_many', { max: 5 }),
      'You have several open requests. We answer those first; please wait for our message.',
    ],
    [
      'asks too often',
      new UnservedAnswer(429, 'rate_limited', { seconds: 60 }),
      'Too many requests. Please try again in 60 seconds.',
    ],
  ] as const)('of somebody who %s says so, and keeps what was typed', async ([, answer, words]) => {
    answers({ 'app/feedback': answer });
    await openPage(paths.contact());
    await text.fill('Where is it?');
    await send.click();
    await expect.element(page.getByText(words)).toBeVisible();
    await expect.element(text).toHaveValue('Where is it?');
    await expect.element(text).not.toHaveAttribute('aria-invalid');
    expect(unsure.elements()).toEqual([]);
  });

  it.for([
    ['no answer came', noAnswer],
    ['the server was away', lost],
  ] as const)(
    'to which %s says what that means, and is the same one when pressed again',
    async ([, answer]) => {
      answers({ 'app/feedback': answer });
      await openPage(paths.contact());
      await text.fill('Where is it?');
      await send.click();
      await expect.element(unsure).toBeVisible();
      await expect.element(text).toHaveValue('Where is it?');
      answers({ 'app/feedback': arrived });
      await send.click();
      await expect.element(page.getByText('We received request T-1042')).toBeVisible();
      const [first, second] = callsOf('app/feedback');
      expect(second).toEqual(first);
    },
  );

  it('with other words is another one, also after no answer', async () => {
    answers({ 'app/feedback': noAnswer });
    await openPage(paths.contact());
    await text.fill('Where is it?');
    await send.click();
    await expect.element(unsure).toBeVisible();
    answers({ 'app/feedback': arrived });
    await text.fill('Where is my money?');
    await send.click();
    await expect.element(page.getByText('We received request T-1042')).toBeVisible();
    const [first, second] = callsOf('app/feedback');
    expect(second?.requestId).not.toBe(first?.requestId);
  });

  it('may be as long as support takes, with the line of its bill', async () => {
    answers({ 'app/feedback': arrived });
    await openPage(paths.contact({ order: number }));
    const max = Number(text.element().getAttribute('maxlength'));
    await text.fill('x'.repeat(max));
    await send.click();
    await expect.element(page.getByText('We received request T-1042')).toBeVisible();
    expect(callsOf('app/feedback')[0]?.text).toHaveLength(2000);
  });

  it('of a visitor begins with logging in, and comes back to the same bill', async () => {
    await openPage(paths.contact({ order: number }), { as: 'visitor' });
    const login = page.getByRole('main').getByRole('link', { name: 'Log in' });
    await expect
      .element(login)
      .toHaveAttribute('href', paths.login({ back: paths.contact({ order: number }) }));
    expect(page.getByRole('textbox').elements()).toEqual([]);
  });
});
