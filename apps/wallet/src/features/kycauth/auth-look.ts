/** What stands in the form of a number, what it still needs, and how bindings look. Pure. */
import type { KycBindings } from '../../domain/kyc/kyc-queries.ts';
import type { TagTone } from '../../ui/base/tag.tsx';

export type BindUse = 'system' | 'card';

export type NumberFields = {
  /** The ten characters after the head; what was typed of them so far. */
  readonly number: string;
  readonly use: BindUse;
  readonly purpose: string;
  readonly contact: string;
  readonly description: string;
};

export const numberHead = 'MK-';
const bodyLength = 10;
const headLetters = 'MK';

/**
 * The characters after the head, of what was typed or pasted: with the head or without, in any case, with blanks. Letters
 * that the numbers do not have because they look like digits become these digits.
 */
export function numberBody(typed: string): string {
  const plain = typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  const isWhole = plain.startsWith(headLetters) && plain.length >= headLetters.length + bodyLength;
  if (isWhole || /^\s*MK-/i.test(typed))
    return plain.slice(headLetters.length, headLetters.length + bodyLength);
  // Whoever types the head along is not cut short before it can be recognised.
  return plain.slice(0, plain.startsWith(headLetters) ? bodyLength + 1 : bodyLength);
}

export function isWholeNumber(body: string): boolean {
  return /^[0-9A-HJKMNP-TV-Z]{10}$/.test(body);
}

export type Prompt = 'number' | 'form' | 'purpose' | 'contact';

/** What is missing first; undefined: it can be sent. */
export function promptOf({ number, purpose, contact }: NumberFields): Prompt | undefined {
  if (number === '') return 'number';
  if (!isWholeNumber(number)) return 'form';
  if (purpose.trim() === '') return 'purpose';
  return contact.trim() === '' ? 'contact' : undefined;
}

type Status = KycBindings['received'][number]['status'];

export const bindingTone: Readonly<Record<Status, TagTone>> = {
  open: 'warn',
  accepted: 'ok',
  refused: 'neutral',
  expired: 'neutral',
  cancelled: 'neutral',
};
