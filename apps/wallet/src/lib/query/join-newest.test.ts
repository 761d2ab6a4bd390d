import { describe, expect, it } from 'vitest';

import { joinNewest } from './join-newest.ts';

const page = (ids: string, next: string | null) => ({ list: Array.from(ids, (id) => ({ id })), next });
const known = { pages: [page('gfe', 'e'), page('dcb', 'b')], pageParams: [undefined, 'e'] };
const idsOf = (joined: typeof known | ReturnType<typeof joinNewest>) =>
  joined?.pages.flatMap(({ list }) => list.map(({ id }) => id)).join('');

describe('the newest page of a long list', () => {
  it('brings what is new in front of what is known', () => {
    const joined = joinNewest(known, page('hgf', 'f'));
    expect(idsOf(joined)).toBe('hgfedcb');
    expect(joined?.pageParams).toEqual([undefined, 'e']);
    expect(joined?.pages.at(-1)?.next).toBe('b');
  });

  it('takes the place of the rows it tells anew, and of those that are gone', () => {
    const newest = { list: [{ id: 'g', status: 'success' }, { id: 'e' }, { id: 'd' }], next: 'd' };
    const joined = joinNewest(known, newest);
    expect(idsOf(joined)).toBe('gedcb');
    expect(joined?.pages[0]?.list[0]).toEqual({ id: 'g', status: 'success' });
    expect([joined?.pages.length, joined?.pages[0]?.next]).toEqual([1, 'b']);
  });

  it('is the whole list when nothing comes after it', () => {
    expect(idsOf(joinNewest(known, page('h', null)))).toBe('h');
  });

  it('does not join where rows between the two are unknown', () => {
    expect(joinNewest(known, page('zyx', 'x'))).toBeUndefined();
  });
});
