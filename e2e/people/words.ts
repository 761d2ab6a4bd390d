/** Texts of the catalogue as journeys look for them, in any language. */

/** A text anywhere in what is said; its own marks stand for themselves. */
export function writtenAs(text: string): RegExp {
  return new RegExp(text.trim().replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
}
