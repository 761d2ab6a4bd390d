/** Frames of a channel are numbered: a snapshot begins a story, and each update names the frame it goes on from. */
import type { Frame } from './line.ts';

/**
 * How a frame goes on from what was heard. `heard` is the number of the last frame; undefined while a snapshot is
 * awaited, and then an update is `early`. A `gap` is a frame that was missed.
 */
export function followOf(
  heard: number | undefined,
  { snapshot, prev }: Frame,
): 'snapshot' | 'next' | 'early' | 'gap' {
  if (snapshot === true) return 'snapshot';
  if (heard === undefined) return 'early';
  return prev === heard ? 'next' : 'gap';
}
