/** What a browser keeps of the app: the worker's files and the copies of what was read. */
import type { LanguageId } from '@marigold/texts/languages';
import type { Page } from '@playwright/test';
import { expect, vi } from 'vitest';

const storedWithin = { timeout: 30_000, interval: 50 };

/** Waits until the app would open without a network, in its language. */
export async function keepsApp(page: Page, language: LanguageId = 'en'): Promise<void> {
  await vi.waitFor(async () => {
    const spoken = await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      const languages = await (await caches.open('spoken')).keys();
      return registration?.active?.state === 'activated' ? languages.map(({ url }) => url) : [];
    });
    expect(spoken.map((url) => new URL(url).pathname)).toContain(`/${language}`);
  }, storedWithin);
}

/** Every address that some cache of this origin answers. */
export async function cachedPaths(page: Page): Promise<string[]> {
  return await page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map(async (name) => await caches.open(name)));
    const requests = await Promise.all(caches_.map(async (cache) => await cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
}

/** Waits until what was read is written: a page that is left in between takes its answer along. */
export async function keepsCopy(page: Page, path: string): Promise<void> {
  await vi.waitFor(
    async () => expect((await storedCopies(page)).map((copy) => copy.path)).toContain(path),
    storedWithin,
  );
}

export type StoredCopy = { readonly owner: string; readonly path: string };

/** The copies of what was read, by whom and of what. */
export async function storedCopies(page: Page): Promise<StoredCopy[]> {
  return await page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
    const answer = async <Value>(request: IDBRequest<Value>): Promise<Value> =>
      await new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('no answer'));
      });
    const found: StoredCopy[] = [];
    for (const name of names) {
      const database = await answer(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const rows = await answer(database.transaction(store).objectStore(store).getAll());
        found.push(...rows.map(({ owner, path }: StoredCopy) => ({ owner, path })));
      }
      database.close();
    }
    return found;
  });
}
