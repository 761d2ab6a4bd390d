import { expect, it } from 'vitest';

import { followOf } from './sequence.ts';

it.each([
  { name: 'a snapshot begins, whatever was heard', heard: 7, frame: { snapshot: true }, follow: 'snapshot' },
  {
    name: 'a snapshot that was awaited begins',
    heard: undefined,
    frame: { snapshot: true },
    follow: 'snapshot',
  },
  { name: 'an update from what was heard last goes on', heard: 7, frame: { prev: 7 }, follow: 'next' },
  { name: 'an update from anything else is a gap', heard: 7, frame: { prev: 8 }, follow: 'gap' },
  { name: 'one that does not say from what is a gap', heard: 7, frame: {}, follow: 'gap' },
  { name: 'an update before its snapshot is early', heard: undefined, frame: { prev: 7 }, follow: 'early' },
])('$name', ({ heard, frame, follow }) => {
  expect(followOf(heard, frame)).toBe(follow);
});
