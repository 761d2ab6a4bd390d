import * as z from 'zod';

/**
 * What somebody writes beside a number: what for, and how to reach them. Sealed by the house and not under the key of the
 * record, which a number that nobody has would not have; so all rows are made alike.
 */
import { createSealer } from '../../../platform/process/sealed-text.ts';

const stored = z.strictObject({
  purpose: z.string(),
  contact: z.string(),
  description: z.string().nullable(),
});
export type BindingTexts = z.output<typeof stored>;

const erased = { purpose: null, contact: null, description: null };

export type TextSeal = {
  seal(texts: BindingTexts, id: string): Buffer;
  /** Nothing of one that was erased. */
  open(row: { readonly id: string; readonly texts: Buffer | null }): BindingTexts | typeof erased;
};

export function createTextSeal(secretKey: string): TextSeal {
  const sealer = createSealer(secretKey, 'identity-binding');
  return {
    seal: (texts, id) => sealer.seal(Buffer.from(JSON.stringify(texts), 'utf8'), id),
    open: ({ id, texts }) =>
      texts === null ? erased : stored.parse(JSON.parse(sealer.open(texts, id).toString('utf8'))),
  };
}
