/** The months of a calendar as its zone counts them. */

/** The first moments of the month of `now` and of those before it, newest first. A zone that nobody knows is UTC. */
export function monthsBack(now: number, count: number, timeZone: string): number[] {
  const format = formatIn(timeZone);
  const { year, month } = partsOf(format, now);
  return Array.from({ length: count }, (_, back) => firstMoment(format, Date.UTC(year, month - 1 - back, 1)));
}

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const options = {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
    calendar: 'gregory',
    numberingSystem: 'latn',
  } as const;
  try {
    return new Intl.DateTimeFormat('en', { ...options, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' });
  }
}

/** What a wall clock shows at a moment. */
function partsOf(format: Intl.DateTimeFormat, moment: number) {
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
  const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
  return {
    year: part('year'),
    month: part('month'),
    asUtc: Date.UTC(
      part('year'),
      part('month') - 1,
      part('day'),
      part('hour'),
      part('minute'),
      part('second'),
    ),
  };
}

/** The moment at which a wall clock shows what UTC shows at `wall`; asked twice, because a guess may lie in another offset. */
function firstMoment(format: Intl.DateTimeFormat, wall: number): number {
  const guess = wall - (partsOf(format, wall).asUtc - wall);
  return wall - (partsOf(format, guess).asUtc - guess);
}
