/** Sizes and shares of files as this reader writes numbers. */
import { currentLanguage, languages, say } from '../../lib/text/i18n.ts';

const megabyte = 1_000_000;

/** 12 kB or 3.4 MB; never less than the file is. */
export function sizeText(bytes: number): string {
  const isSmall = bytes < megabyte;
  const size = isSmall ? Math.ceil(bytes / 1000) : Math.ceil(bytes / 100_000) / 10;
  return say(isSmall ? 'export.size.kb' : 'export.size.mb', { size: numberText(size) });
}

/** 45 %; a share that is not whole yet never reads as 100. */
export function percentText(share: number): string {
  return numberText(Math.floor(share * 100) / 100, { style: 'percent' });
}

/** A file's name that breaks between its words and never inside a date. */
export function nameText(name: string): string {
  return name.replaceAll('-', '\u2011').replaceAll('_', '_\u200b');
}

function numberText(value: number, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(languages[currentLanguage()].lang, options).format(value);
}
