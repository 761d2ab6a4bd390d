/** Whether this browser has seen the introduction (spec/routes.json "First start … skipped afterwards"). */
import { storage, storageKeys, type TextStorage } from './storage.ts';

export function hasStarted(from: TextStorage = storage): boolean {
  return from.getItem(storageKeys.started) !== null;
}

export function rememberStarted(into: TextStorage = storage): void {
  into.setItem(storageKeys.started, '1');
}
