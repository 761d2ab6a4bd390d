/** Promises about names: what is the same, what a person looks at, and that order and alphabet say nothing. */
import { describe, expect, it } from 'vitest';

import { compareNames, type Likeness, plainNumber, type TypedNames } from './matching.ts';

const named = (firstName: string, lastName: string): TypedNames => ({ firstName, lastName });

const rows: readonly (readonly [TypedNames, string, string, Likeness])[] = [
  [named('Anna', 'Kovaleva'), 'ANNA', 'KOVALEVA', 'same'],
  [named('Kovaleva', 'Anna'), 'ANNA', 'KOVALEVA', 'same'],
  [named('José María', 'Núñez-Díaz'), 'JOSE MARIA', 'NUNEZ DIAZ', 'same'],
  [named('Søren', 'Weiß'), 'SOEREN', 'WEISS', 'same'],
  [named('Łukasz', 'Đoković'), 'LUKASZ', 'DOKOVIC', 'same'],
  [named('Brian', 'O’Neill'), 'BRIAN', 'ONEILL', 'same'],
  [named('Анна', 'Ковалёва'), 'ANNA', 'KOVALEVA', 'same'],
  [named('Юлия', 'Щербатых'), 'IULIIA', 'SHCHERBATYKH', 'same'],
  [named('Андрей', 'Подъячев'), 'ANDREI', 'PODIEIACHEV', 'same'],
  [named('Ольга', 'Мельник'), 'OLGA', 'MELNIK', 'same'],
  [named('Ѓорѓи', 'Џамбазов'), 'GORGI', 'DZAMBAZOV', 'same'],
  [named('Sukarno', ''), '', 'SUKARNO', 'same'],
  [named('Nina', 'Kapanadze'), 'NINO', 'KAPANADZE', 'close'],
  [named('Anna', 'Kovaleva'), 'ANNE', 'KOVALEVA', 'close'],
  [named('Anna', 'Kovaleva'), 'ANA', 'KOVALEVA', 'close'],
  [named('Anna', 'Kovaleva'), 'ANNA MARIA', 'KOVALEVA', 'close'],
  [named('Anna Maria', 'Kovaleva'), 'ANNA', 'KOVALEVA', 'close'],
  [named('Jörg', 'Müller'), 'JORG', 'MUELLER', 'close'],
  [named('Nina', 'Kapanadze'), 'LINO', 'KAPANADZE', 'different'],
  [named('Anna', 'Kovaleva'), 'ANNE', 'KOVALEV', 'different'],
  [named('Anna', 'Kovaleva'), 'ANNA', '', 'different'],
  [named('Anna', 'Kovaleva'), 'ANNA MARIA SOFIA', 'KOVALEVA', 'different'],
  [named('Anna', 'Kovaleva'), 'OLGA', 'MELNIK', 'different'],
  [named('', ''), '', '', 'different'],
  [named('花子', '山田'), 'HANAKO', 'YAMADA', 'different'],
  [{ ...named('花子', '山田'), latinFirst: 'Hanako', latinLast: 'Yamada' }, 'HANAKO', 'YAMADA', 'same'],
  [{ ...named('花子', '山田'), latinFirst: 'Hanako', latinLast: 'Yamada' }, '花子', '山田', 'different'],
  [{ ...named('花子', '山田'), latinFirst: 'Hanako' }, 'HANAKO', 'YAMADA', 'different'],
  [
    { ...named('Анна', 'Ковалева'), latinFirst: 'Nina', latinLast: 'Kovaleva' },
    'ANNA',
    'KOVALEVA',
    'different',
  ],
];

describe('names', () => {
  it.each(rows)('%j and %s %s are %s', (typed, firstName, lastName, likeness) => {
    expect(compareNames(typed, { firstName, lastName })).toBe(likeness);
  });

  it('are one edit apart at any place, and never two', () => {
    const name = 'KOVALEVA';
    for (let place = 0; place <= name.length; place += 1) {
      const [before, after] = [name.slice(0, place), name.slice(place)];
      const of = (lastName: string) => compareNames(named('Anna', name), { firstName: 'ANNA', lastName });
      expect(of(`${before}X${after}`)).toBe('close');
      expect(of(`${before}XY${after}`)).toBe('different');
      if (after === '') continue;
      expect(of(`${before}${after.slice(1)}`)).toBe('close');
      expect(of(`${before}X${after.slice(1)}`)).toBe('close');
    }
  });
});

it('numbers of documents are the same whatever stands between their letters and digits', () => {
  expect(plainNumber('20 ab-123.456')).toBe('20AB123456');
});
