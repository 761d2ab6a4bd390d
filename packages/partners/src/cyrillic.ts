/** How documents write Cyrillic letters in their lines: ICAO Doc 9303, part 3, section 6 B. */

/** Each letter, then what is written for it. A mark above or below was taken off before: Й is И, Ё is Е, Ї is І. */
const written = `
  А:A Б:B В:V Г:G Д:D Е:E Ж:ZH З:Z И:I К:K Л:L М:M Н:N О:O П:P Р:R С:S Т:T У:U Ф:F Х:KH Ц:TS Ч:CH Ш:SH Щ:SHCH
  Ъ:IE Ы:Y Ь: Э:E Ю:IU Я:IA І:I Є:IE Ґ:G Ђ:D Ј:J Љ:LJ Њ:NJ Ћ:C Џ:DZ Ѕ:DZ Ѣ:IE Ѳ:F Ѵ:Y Ѫ:U
`;

const latinOf: ReadonlyMap<string, string> = new Map(
  written
    .trim()
    .split(/\s+/)
    .map((pair) => [pair.slice(0, 1), pair.slice(2)] as const),
);

/** Latin letters for Cyrillic ones, in upper case; everything else stays as it stands. */
export function latinOfCyrillic(upper: string): string {
  return upper.replaceAll(/\p{Script=Cyrillic}/gu, (letter) => latinOf.get(letter) ?? letter);
}
