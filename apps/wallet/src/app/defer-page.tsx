/** Pages that are loaded when they are needed, with the time-out of spec 9 and a way to try again. */
import { type ComponentType, use } from 'react';

/** Spec 9: asynchronous pages show themselves loading after 200 ms and give up after 20 s. */
export const pendingAfterMs = 200;
export const pageTimeoutMs = 20_000;

/** The page's code did not arrive in time. */
export class PageTimeout extends Error {}

/** The page's code could not be loaded: a newer version was published, or the line is broken (spec 8). */
export class CodeLoadingError extends Error {}

export type DeferredPage<Props> = ComponentType<Props> & {
  /** Begins to load; a failed load is begun again. Never rejects: the page itself shows what happened. */
  readonly preload: () => Promise<void>;
};

/** Makes a component out of a loader. It suspends until the page is there and throws what kept it away. */
export function deferPage<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  timeoutMs = pageTimeoutMs,
): DeferredPage<Props> {
  let Page: ComponentType<Props> | undefined;
  let error: Error | undefined;
  let running: Promise<void> | undefined;
  /** What a render waited for. The next one reads it again, as React wants of `use`; settled, it costs nothing. */
  let awaited: Promise<void> | undefined;

  async function run(): Promise<void> {
    try {
      Page = await within(load(), timeoutMs);
    } catch (reason) {
      error =
        reason instanceof PageTimeout
          ? reason
          : new CodeLoadingError('a page did not load', { cause: reason });
    } finally {
      running = undefined;
    }
  }

  function preload(): Promise<void> {
    if (Page !== undefined) return Promise.resolve();
    error = undefined;
    running ??= run();
    return running;
  }

  function Deferred(props: Props) {
    if (error !== undefined) throw error;
    if (Page === undefined) awaited = preload();
    if (awaited !== undefined) use(awaited);
    return Page === undefined ? null : <Page {...props} />;
  }

  return Object.assign(Deferred, { preload });
}

/** The promise, or a PageTimeout when it takes longer. */
export async function within<Value>(promise: Promise<Value>, timeoutMs: number): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new PageTimeout(`not loaded after ${timeoutMs} ms`)), timeoutMs);
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
