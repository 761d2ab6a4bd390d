/** How a person may call themselves: something to see, one line, and nobody of the house. */
import { Refusal } from '@marigold/contract/endpoint';

/** Marks above or below one letter; more of them only cover the lines around. */
const marksMax = 3;

/** What draws nothing, except the joiner and the selector that emoji are made with. */
const invisible = /(?!\u200d|\ufe0f)[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu;

/** The nickname as it is kept, or why not. What was typed has at most 40 characters (contract). */
export function readNickname(typed: string): string | Refusal<'nickname_empty' | 'nickname_reserved'> {
  const nickname = typed
    .normalize('NFC')
    .replace(invisible, '')
    .replace(new RegExp(`(\\p{M}{${marksMax}})\\p{M}+`, 'gu'), '$1')
    .replace(/\s+/gu, ' ')
    .trim();
  // Joiners, marks and blanks alone show nothing; U+3164 and U+2800 are letters that look like a blank.
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(nickname.replace(/[\u3164\u115f\u1160\uffa0\u2800]/g, '')))
    return new Refusal('nickname_empty', {}, 'nickname');
  if (isReservedName(nickname)) return new Refusal('nickname_reserved', {}, 'nickname');
  return nickname;
}

/** Letters of other alphabets and digits that look like a Latin letter. */
const lookAlikes: Readonly<Record<string, string>> = {
  а: 'a',
  α: 'a',
  '@': 'a',
  '4': 'a',
  в: 'b',
  ь: 'b',
  с: 'c',
  ԁ: 'd',
  е: 'e',
  ё: 'e',
  ε: 'e',
  '3': 'e',
  ɡ: 'g',
  '9': 'g',
  н: 'h',
  һ: 'h',
  і: 'i',
  ι: 'i',
  ӏ: 'l',
  '1': 'l',
  '|': 'l',
  ј: 'j',
  к: 'k',
  κ: 'k',
  м: 'm',
  п: 'n',
  ո: 'n',
  о: 'o',
  ο: 'o',
  '0': 'o',
  р: 'p',
  ρ: 'p',
  г: 'r',
  ѕ: 's',
  $: 's',
  '5': 's',
  т: 't',
  τ: 't',
  υ: 'u',
  ц: 'u',
  у: 'y',
  ν: 'v',
  ѵ: 'v',
  ԝ: 'w',
  х: 'x',
  χ: 'x',
  ı: 'i',
  '!': 'i',
};

/** The house itself, wherever it stands in a name. */
const house = /mar[il]g[o]l?d|mar[il]go[l]?[d]/;
/** What people of the house are called, as words of their own. */
const staff =
  /(^|[^a-z])(support|admin|administrator|moderator|official|security|helpdesk|help desk|customer service|staff|system|operator|team)([^a-z]|$)/;
const staffElsewhere =
  /客服|官方|运营|營運|管理员|管理員|系统|系統|サポート|公式|運営|管理者|поддержк|администр|служба|оператор|модератор/u;

/** True for a name that a reader could take for the house or somebody who works there. */
export function isReservedName(name: string): boolean {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const latin = Array.from(plain, (character) => lookAlikes[character] ?? character).join('');
  return (
    house.test(latin.replace(/[^a-z]/g, '')) ||
    staff.test(latin) ||
    staffElsewhere.test(name.normalize('NFKC').toLowerCase())
  );
}
