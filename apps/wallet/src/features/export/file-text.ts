/** Sizes and shares of files as this reader writes numbers. */
import { countText, wholePercentText } from '../../lib/text/format.ts';
import { sayNow } from '../../lib/text/i18n.ts';

const megabyte = 1_000_000;

/** 12 kB or 3.4 MB; never less than the file is. */
export function sizeText(bytes: number): string {
  const isSmall = bytes < megabyte;
  const size = isSmall ? Math.ceil(bytes / 1000) : Math.ceil(bytes / 100_000) / 10;
  return sayNow(isSmall ? 'export.size.kb' : 'export.size.mb', { size: countText(size) });
}

/** 45 %; a share that is not whole yet never reads as 100. */
export function shareText(share: number): string {
  return wholePercentText(Math.floor(share * 100));
}

/** A file's name that breaks between its words and never inside a date. */
export function nameText(name: string): string {
  return name.replaceAll('-', '\u2011').replaceAll('_', '_\u200b');
}
