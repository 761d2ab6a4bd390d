/**
 * How the host of a link is shown. A name that could be mistaken for another is shown as it is registered (`xn--…`);
 * letters are shown only where a whole label is of one script and does not look like Latin (reliability.md 7.4).
 */

/** The host of a parsed address for a person to read, with its port where one is named. */
export function displayHost(url: URL): string {
  const labels = url.hostname.split('.').map((label) => displayLabel(label));
  return labels.join('.') + (url.port === '' ? '' : `:${url.port}`);
}

function displayLabel(label: string): string {
  if (!label.startsWith('xn--')) return label;
  const decoded = decodePunycode(label.slice(4));
  return decoded !== undefined && isUnmistakable(decoded) ? decoded : label;
}

/**
 * Latin beyond a-z is left out on purpose: é and ı are look-alikes of e and i. So are scripts written from the right,
 * which would turn the order of the labels round.
 */
const scripts = [
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー0-9-]+$/u,
  /^[\p{Script=Hangul}0-9-]+$/u,
  // All of it, and one letter at least that no Latin letter looks like.
  /^(?=.*[бгджзийлпфцчшщъыэюя])[а-яё0-9-]+$/u,
];

/** Strokes that read as a slash, a dot or a dash are names of nobody when they stand alone. */
const onlyStrokes = /^[ーノ丶丿一丨〇0-9-]+$/u;

function isUnmistakable(label: string): boolean {
  return scripts.some((script) => script.test(label)) && !onlyStrokes.test(label);
}

// RFC 3492, "Parameter values for Punycode".
const base = 36;
const tMin = 1;
const tMax = 26;
const skew = 38;
const damp = 700;
const initialBias = 72;
const firstNonAscii = 128;
/** A label of the domain name system has at most 63 characters. */
const labelMax = 63;

/** The letters of a label behind its `xn--`; undefined when it is no punycode (RFC 3492, 6.2). */
export function decodePunycode(encoded: string): string | undefined {
  if (encoded.length > labelMax || !/^[a-z0-9-]+$/.test(encoded)) return undefined;
  const end = encoded.lastIndexOf('-');
  const letters = Array.from(encoded.slice(0, Math.max(end, 0)), (letter) => letter.charCodeAt(0));
  let rest = encoded.slice(end + 1);
  let point = firstNonAscii;
  let bias = initialBias;
  let index = 0;
  // Ends: each turn takes at least one letter of the rest, and a label has at most `labelMax`.
  while (rest !== '') {
    const before = index;
    let weight = 1;
    // Ends: each turn takes a letter of the rest, and where there is none it is no punycode.
    for (let k = base; ; k += base) {
      const digit = digitOf(rest);
      if (digit === undefined) return undefined;
      rest = rest.slice(1);
      index += digit * weight;
      const threshold = Math.min(Math.max(k - bias, tMin), tMax);
      if (digit < threshold) break;
      weight *= base - threshold;
    }
    const count = letters.length + 1;
    bias = adapt(index - before, count, before === 0);
    point += Math.floor(index / count);
    if (point > 0x10_ff_ff) return undefined;
    index %= count;
    letters.splice(index, 0, point);
    index += 1;
  }
  return String.fromCodePoint(...letters);
}

/** a-z are 0 to 25, 0-9 are 26 to 35. */
function digitOf(text: string): number | undefined {
  const [letter] = text;
  if (letter === undefined || letter === '-') return undefined;
  return letter <= '9' ? Number(letter) + 26 : letter.charCodeAt(0) - 97;
}

function adapt(delta: number, count: number, isFirst: boolean): number {
  let left = Math.floor(delta / (isFirst ? damp : 2));
  left += Math.floor(left / count);
  let k = 0;
  for (; left > ((base - tMin) * tMax) / 2; k += base) left = Math.floor(left / (base - tMin));
  return k + Math.floor(((base - tMin + 1) * left) / (left + skew));
}
