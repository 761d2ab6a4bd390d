/** What we use of fontverter, which has no types of its own. */
declare module 'fontverter' {
  /** Answers the font in another container; its letters stay the same. Throws where it is no font. */
  export function convert(font: Buffer, container: 'sfnt' | 'woff' | 'woff2'): Promise<Buffer>;
}
