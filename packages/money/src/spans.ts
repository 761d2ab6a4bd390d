/** A minute, an hour and a day of the clock in milliseconds: the one place that says how many. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
