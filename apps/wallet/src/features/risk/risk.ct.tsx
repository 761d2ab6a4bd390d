import type { RiskCase, riskDetail } from '@marigold/contract/calls/risk';
/** What a rule holds back: what is asked, what is still missing of an answer, that it is sent once, and how it went on. */
import { Refusal, type WireOutput } from '@marigold/contract/endpoint';
import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';

import { answers, callsOf, held, lost, noAnswer, UnservedAnswer } from '../../../testing/answers.ts';
import { publish } from '../../../testing/line.ts';
import { visibleRows, saying, valueOf } from '../../../testing/look.ts';
import { day, hour, idOf, minute, morning } from '../../../testing/samples.ts';
import { openPage, pass, type ScreenSetup } from '../../../testing/screen.tsx';
import { answersUpload, sent, uploads } from '../../../testing/upload.ts';
import { paths } from '../../lib/route/paths.ts';

type Detail = WireOutput<typeof riskDetail>;

const held20: RiskCase = {
  id: idOf(1001),
  rule: 'amount',
  object: 'deposit',
  billId: idOf(301),
  currency: 'USDT',
  chain: 'eth',
  amount: '20000',
  address: '0x52908400098527886E0F7030069857D2E4169EE7',
  state: 'open',
  deadline: morning + 7 * day,
  time: morning - hour,
};
const detail: Detail = {
  ...held20,
  asks: ['origin', 'document'],
  answers: [],
  files: [],
  timeline: [{ state: 'open', time: morning - hour }],
};
const image = { fileId: idOf(1101), url: '/files/1.jpg', size: 2048, type: 'image/jpeg' };

const origin = page.getByLabelText('Where does the money come from?', { exact: true });
const documents = page.getByRole('group', { name: 'Documents' });
const send = page.getByRole('button', { name: /^(Send answers|Sending)/ });

async function openCase(more: Partial<Detail> = {}, setup: ScreenSetup = {}): Promise<void> {
  answers({ 'risk/detail': { ...detail, ...more } });
  await openPage(paths.riskDetail(held20.id), setup);
}

/** Chooses a file as a person does, without the browser's own window. */
function choose(name: string, type = 'image/jpeg', bytes = 3): void {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new Error('nothing takes a file');
  const chosen = new DataTransfer();
  chosen.items.add(new File([new Uint8Array(bytes)], name, { type }));
  input.files = chosen.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

async function bring(name: string): Promise<void> {
  choose(name);
  await expect.element(documents.getByRole('button', { name: `Remove ${name}` })).toBeVisible();
}

describe('a case about trades', () => {
  const trades = {
    rule: 'counterparty',
    object: 'trade',
    billId: null,
    currency: 'USD',
    chain: null,
    address: null,
    amount: '480',
  } as const;

  it('says that nothing is held, and names neither a network nor the other account', async () => {
    await openCase({ ...trades, asks: ['relation', 'purpose'] });
    await expect.element(page.getByText(/^Most of what you traded .* Nothing is held back/)).toBeVisible();
    await expect.element(page.getByText(/Questions asked/).first()).toBeVisible();
    expect(page.getByText('Network', { exact: true }).elements()).toEqual([]);
    expect(page.getByRole('button', { name: /^Copy/ }).elements()).toEqual([]);
  });

  it('is closed and not released in the end', async () => {
    await openCase({
      ...trades,
      state: 'cleared',
      asks: [],
      timeline: [...detail.timeline, { state: 'cleared', time: morning }],
    });
    await expect.element(page.getByText('Closed', { exact: true })).toBeVisible();
  });
});

describe('the list of what was held back', () => {
  it('names each case with its state, its reason, its amount and how long it takes answers', async () => {
    const refused = {
      ...held20,
      id: idOf(1002),
      object: 'transfer',
      rule: 'list',
      state: 'refused',
      deadline: null,
    } as const;
    answers({ 'risk/list': { list: [held20, refused], next: null } });
    await openPage(paths.risks());
    await expect
      .poll(() => visibleRows('What was held back'))
      .toEqual([
        'DepositNeeds your answerLarge amount · until 2026-11-30 10:0020,000.00 USDT09:00',
        'TransferRefusedAddress on a watch list20,000.00 USDT09:00',
      ]);
  });

  it('is empty on a quiet day, and says what would stand there', async () => {
    await openPage(paths.risks());
    await expect.element(page.getByText('Nothing is held back')).toBeVisible();
  });

  it('that did not come says so, and comes with another try', async () => {
    answers({ 'risk/list': lost });
    await openPage(paths.risks());
    await expect
      .element(page.getByText('This could not be loaded. Your money is not affected.'))
      .toBeVisible();
    answers({ 'risk/list': { list: [held20], next: null } });
    await page.getByRole('button', { name: 'tap to retry' }).click();
    await expect.poll(() => visibleRows('What was held back')).toHaveLength(1);
  });
});

describe('a case', () => {
  it('stands with each name beside its own value', async () => {
    await openCase();
    await expect.poll(() => valueOf('Network')).toBe('Ethereum (ERC20)');
    expect(valueOf('Reason')).toBe('Large amount');
    expect(valueOf('Answer until')).toBe('2026-11-30 10:00:00');
    expect(valueOf('Held since')).toBe('2026-11-23 09:00:00');
    expect(valueOf('Sent from')).toContain(held20.address);
    await expect
      .element(page.getByRole('link', { name: 'See the bill' }))
      .toHaveAttribute('href', paths.billDetail(held20.billId ?? ''));
  });

  it.for([
    ['deposit', 'cleared', 'The deposit was released and credited to your balance.'],
    ['deposit', 'refused', /^The deposit could not be accepted\./],
    ['transfer', 'cleared', 'The transfer was released and is being processed.'],
    ['transfer', 'refused', /^The transfer was not sent\. The whole amount is back in your balance\./],
    ['transfer', 'answered', /^Thank you\. Our team will review your answers/],
  ] as const)(
    'of a %s that is %s says what became of the money, and asks nothing',
    async ([object, state, words]) => {
      await openCase({ object, state });
      await expect.element(page.getByText(words)).toBeVisible();
      expect(send.elements()).toEqual([]);
    },
  );

  it('shows what was answered, in the words it was answered with', async () => {
    await openCase({
      state: 'answered',
      answers: [{ ask: 'origin', text: 'Salary of May\nand of June' }],
      files: [{ id: idOf(1101), name: 'contract.jpg' }],
    });
    await expect.element(page.getByText(saying('Salary of May and of June'))).toBeVisible();
    await expect.element(page.getByText('contract.jpg')).toBeVisible();
  });

  it('that is of nobody here says so', async () => {
    answers({ 'risk/detail': new UnservedAnswer(404, 'not_found') });
    await openPage(paths.riskDetail(held20.id));
    await expect.element(page.getByRole('heading', { name: 'No such case' })).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'All cases' }))
      .toHaveAttribute('href', paths.risks());
  });

  it('takes no answers any more once its time is over', async () => {
    await openCase({ deadline: morning + 5 * minute });
    await expect.element(send).toBeVisible();
    vi.setSystemTime(morning + 6 * minute);
    await pass(30_000);
    await expect.element(page.getByText(/The time for answers is over; our team decides/)).toBeVisible();
    expect(send.elements()).toEqual([]);
  });

  it('follows what a person decides while it is looked at', async () => {
    await openCase({ state: 'answered' });
    answers({ 'risk/detail': { ...detail, state: 'cleared' } });
    publish('bill', { id: held20.billId });
    await expect.element(page.getByText(/^The deposit was released/)).toBeVisible();
  });
});

describe('the answers', () => {
  it('name what is missing, and lead to the first gap', async () => {
    await openCase();
    await send.click();
    await expect.element(origin).toHaveAccessibleDescription(saying('Write an answer'));
    await expect.element(origin).toHaveFocus();
    await expect.element(documents).toHaveAccessibleDescription('Add at least one document');
    expect(callsOf('risk/submit')).toEqual([]);
  });

  it('go once with what was brought, and the case says that a person looks at them', async () => {
    const late = held('risk/submit');
    answers({ 'risk/submit': late.promise });
    answersUpload(image);
    await openCase();
    await origin.fill('  Salary ');
    await bring('payslip.jpg');
    await expect.element(documents.getByRole('status')).toHaveTextContent('Added');
    await send.click();
    await expect.element(send).toHaveAttribute('aria-busy', 'true');
    await send.click({ force: true });
    answers({ 'risk/detail': { ...detail, state: 'answered' } });
    late.resolve({ state: 'answered' });
    await expect.element(page.getByText('Answers sent')).toBeVisible();
    await expect.element(page.getByText(/^Thank you\./)).toBeVisible();
    expect(callsOf('risk/submit')).toMatchObject([
      { id: held20.id, answers: [{ ask: 'origin', text: 'Salary' }], fileIds: [image.fileId] },
    ]);
    expect(uploads()).toMatchObject([{ name: 'payslip.jpg', kind: 'evidence' }]);
  });

  it.for([
    ['risk_closed', /^This case no longer takes answers\./],
    ['risk_incomplete', /^Please answer every question/],
  ] as const)('that are refused say why, and stay as they were written: %s', async ([code, words]) => {
    answers({ 'risk/submit': new Refusal(code, {}) });
    await openCase({ asks: ['origin'] });
    await origin.fill('Salary');
    await send.click();
    await expect.element(page.getByText(words)).toBeVisible();
    await expect.element(origin).toHaveValue('Salary');
  });

  it('whose fate is not known may be sent again, and say so', async () => {
    answers({ 'risk/submit': noAnswer });
    await openCase({ asks: ['origin'] });
    await origin.fill('Salary');
    await send.click();
    await expect.element(page.getByText(/^The connection broke before the answer came\./)).toBeVisible();
    await expect.element(origin).toHaveValue('Salary');
  });
});

describe('a picture that answers', () => {
  const add = documents.getByRole('button', { name: 'Add a picture' });

  it.for([
    ['letter.pdf', 'application/pdf', 3, 'Choose a JPG, PNG or WebP picture'],
    ['wall.png', 'image/png', 20_000_001, 'The picture is larger than 20 MB'],
  ] as const)('is not sent where the server would refuse it: %s', async ([name, type, bytes, words]) => {
    await openCase();
    choose(name, type, bytes);
    await expect.element(documents).toHaveAccessibleDescription(words);
    expect(uploads()).toEqual([]);
  });

  it('says how much of it has left, and the answers wait for it', async () => {
    const late = Promise.withResolvers<typeof image>();
    answersUpload(late.promise);
    await openCase();
    await bring('payslip.jpg');
    sent(0.4);
    await expect.element(documents.getByRole('status')).toHaveTextContent('40% sent');
    await expect.element(send).toBeDisabled();
    await expect.element(add).toBeDisabled();
    late.resolve(image);
    await expect.element(documents.getByRole('status')).toHaveTextContent('Added');
    await expect.element(send).toBeEnabled();
  });

  it.for([
    ['of a broken picture', new Refusal('image_broken', {}), /picture/i],
    ['of a broken line', noAnswer, 'Network error'],
  ] as const)('is gone from the list with the reason %s', async ([, answer, words]) => {
    answersUpload(answer);
    await openCase();
    choose('payslip.jpg');
    await expect.element(documents).toHaveAccessibleDescription(words);
    await expect.poll(() => documents.getByRole('listitem').elements()).toEqual([]);
    await expect.element(add).toBeEnabled();
  });

  it('that is taken away is not sent with the answers', async () => {
    answersUpload(image);
    await openCase();
    await origin.fill('Salary');
    await bring('payslip.jpg');
    await documents.getByRole('button', { name: 'Remove payslip.jpg' }).click();
    await send.click();
    await expect.element(documents).toHaveAccessibleDescription('Add at least one document');
    expect(callsOf('risk/submit')).toEqual([]);
  });
});
