/** The types of the catalogue: which texts there are and which values each of them needs. */
import type { TextId, TextValues } from '../generated/ids.ts';

export type { TextId, TextValues, WalletTextId } from '../generated/ids.ts';

/** Nothing for a text without values, otherwise one object with exactly its values. */
export type TextArguments<Id extends TextId> = Id extends keyof TextValues ? [values: TextValues[Id]] : [];
