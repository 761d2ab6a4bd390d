/**
 * Which nonce belongs to which payment, for ever, and what was spent. One line for each first signature, on the disk
 * before the signature leaves this process: after any crash the signer knows at least what it has signed.
 */
import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs';

import * as z from 'zod';

/** One nonce of one account of one network, bound to one piece of work. */
export interface Binding {
  /** network/account/nonce */
  readonly slot: string;
  /** coin/to/amount */
  readonly payment: string;
  /** payout/<id>, topup/<index>, sweep/<index> */
  readonly work: string;
  /** What it counts against, and how much; a sweep into our own hot account spends nothing. */
  readonly spent: { readonly purse: string; readonly amount: bigint } | undefined;
  readonly at: number;
}

export interface SigningJournal {
  find(slot: string): Pick<Binding, 'payment' | 'work'> | undefined;
  /** The nonce that a payout was given. */
  slotOf(payout: string): string | undefined;
  /** What a purse spent since a moment of the last day. */
  spentSince(purse: string, since: number): bigint;
  /** Stores a binding; when it returns, the disk has it. */
  bind(binding: Binding): void;
  close(): void;
}

export const hourMs = 60 * 60 * 1000;
export const dayMs = 24 * hourMs;
const line = z.strictObject({
  slot: z.string(),
  payment: z.string(),
  work: z.string(),
  spent: z
    .strictObject({ purse: z.string(), amount: z.string().regex(/^\d+$/).transform(BigInt) })
    .optional(),
  at: z.number(),
});

type Spent = { readonly at: number; readonly amount: bigint };

/** Opens or makes the file. A line that was being written when the machine stopped was never answered and is cut off. */
export function openJournal(path: string): SigningJournal {
  const file = openSync(path, 'a+', 0o600);
  const bound = new Map<string, Pick<Binding, 'payment' | 'work'>>();
  const payouts = new Map<string, string>();
  const purses = new Map<string, Spent[]>();
  let size = 0;

  function take(binding: Binding): void {
    const { slot, payment, work, spent, at } = binding;
    bound.set(slot, { payment, work });
    if (work.startsWith('payout/')) payouts.set(work, slot);
    if (spent === undefined) return;
    const spending = (purses.get(spent.purse) ?? []).filter((one) => one.at > at - dayMs);
    spending.push({ at, amount: spent.amount });
    purses.set(spent.purse, spending);
  }

  const text = readFileSync(path, 'utf8');
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  for (const [index, one] of whole.split('\n').slice(0, -1).entries()) take(read(one, index + 1));
  size = Buffer.byteLength(whole);
  if (whole.length < text.length) ftruncateSync(file, size);
  fdatasyncSync(file);

  return {
    find: (slot) => bound.get(slot),
    slotOf: (payout) => payouts.get(payout),
    spentSince(purse, since) {
      let sum = 0n;
      for (const { at, amount } of purses.get(purse) ?? []) if (at > since) sum += amount;
      return sum;
    },
    bind(binding) {
      // Two signers with one journal would each not know of the other's payments.
      if (fstatSync(file).size !== size)
        throw new Error('Another process writes the journal of this signer.');
      const { spent, ...rest } = binding;
      const written =
        spent === undefined ? rest : { ...rest, spent: { ...spent, amount: String(spent.amount) } };
      const bytes = Buffer.from(`${JSON.stringify(written)}\n`);
      // A part of a line would make the file longer than we know, and nothing is bound after that.
      if (writeSync(file, bytes) !== bytes.length) throw new Error('The disk took only a part of a line.');
      fdatasyncSync(file);
      size += bytes.length;
      take(binding);
    },
    close: () => closeSync(file),
  };
}

function read(text: string, number: number): Binding {
  try {
    const { spent, ...rest } = line.parse(JSON.parse(text));
    return { ...rest, spent };
  } catch {
    throw new Error(`Line ${number} of the signer's journal cannot be read; a person must look.`);
  }
}
