import { messages } from '../generated/server/en.js';
import type { TextId } from '../src/ids.ts';

/** True for an id that the catalogue knows. */
export function isTextId(id: string): id is TextId {
  return Object.hasOwn(messages, id);
}
