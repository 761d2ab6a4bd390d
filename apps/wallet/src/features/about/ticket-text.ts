/** What is sent of a request to support: the line that says what it is about, then what the person wrote. Pure. */

/** As many UTF-16 units as the contract takes. */
const textMax = 2000;

/** Without a word of the person there is nothing to send: the line alone asks nothing. */
export function ticketText(about: string | undefined, typed: string): string {
  return about === undefined || typed.trim() === '' ? typed : `${about}\n${typed}`;
}

/** As much as may be typed, so that the whole of it is taken. */
export function typedMax(about: string | undefined): number {
  return about === undefined ? textMax : textMax - about.length - 1;
}
