/** The people of a demonstration. Their secrets are printed at the start and mean nothing anywhere else. */
import type { LanguageId } from '@marigold/texts/languages';

import type { OpeningAmounts } from '../demo-money/opening.ts';
import type { Contact } from '../person/person.ts';

export type DemoPerson = {
  readonly username: string;
  readonly contact: Contact;
  readonly password: string;
  readonly payPassword: string;
  readonly language: LanguageId;
  /** Decimal amounts by asset; each becomes an ordinary journal and its bill. */
  readonly opening: OpeningAmounts;
};

const email = (name: string): Contact => ({ channel: 'email', target: `${name}@marigold.example` });

export const demoPeople: readonly DemoPerson[] = [
  {
    username: 'anna',
    contact: email('anna'),
    password: 'Marigold-anna-1',
    payPassword: '258036',
    language: 'en',
    opening: { USDT: '2500', BTC: '0.05', ETH: '1.2', EUR: '300' },
  },
  {
    username: 'boris',
    contact: email('boris'),
    password: 'Marigold-boris-2',
    payPassword: '147258',
    language: 'en',
    opening: { USDT: '120.5', TRX: '1500' },
  },
  {
    username: 'carol',
    contact: email('carol'),
    password: 'Marigold-carol-3',
    payPassword: '369147',
    language: 'zh-Hans',
    opening: { USDC: '800', HKD: '5000' },
  },
  {
    username: 'dmitri',
    contact: { channel: 'sms', target: '+12025550143' },
    password: 'Marigold-dmitri-4',
    payPassword: '741852',
    language: 'ru',
    opening: { USDT: '40', RUB: '25000' },
  },
];
