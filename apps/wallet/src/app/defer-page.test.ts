import { describe, expect, it } from 'vitest';

import { CodeLoadingError, deferPage, PageTimeout, within } from './defer-page.tsx';

/** What a deferred page does when it is rendered outside of React, once its load has settled. */
function render(page: ReturnType<typeof deferPage<object>>): unknown {
  return (page as (props: object) => unknown)({});
}

const Content = () => null;

describe('a deferred page', () => {
  it('is loaded once, however often it is touched', async () => {
    let loads = 0;
    const page = deferPage(async () => {
      loads += 1;
      return await Promise.resolve(Content);
    });
    await Promise.all([page.preload(), page.preload()]);
    await page.preload();
    expect(loads).toBe(1);
    expect(render(page)).toMatchObject({ type: Content });
  });

  it('says that its code did not load, and loads it when tried again', async () => {
    const answers = [
      async () => await Promise.reject(new TypeError('gone')),
      async () => await Promise.resolve(Content),
    ];
    const page = deferPage(
      async () => await (answers.shift()?.() ?? Promise.reject(new Error('asked too often'))),
    );
    await page.preload();
    expect(() => render(page)).toThrow(CodeLoadingError);
    await page.preload();
    expect(render(page)).toMatchObject({ type: Content });
  });

  it('gives up when its code takes too long', async () => {
    const page = deferPage(() => new Promise<typeof Content>(() => undefined), 1);
    await page.preload();
    expect(() => render(page)).toThrow(PageTimeout);
  });
});

describe('waiting', () => {
  it('answers what came in time and passes on what went wrong', async () => {
    await expect(within(Promise.resolve(7), 1_000)).resolves.toBe(7);
    await expect(within(Promise.reject(new Error('broken')), 1_000)).rejects.toThrow('broken');
  });
});
