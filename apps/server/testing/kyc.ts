/** What tests of identities need: the vault of the test server, and a company that answers nobody. */
import { minuteMs } from '@marigold/money/spans';
import type { FoundReview, ReadFields } from '@marigold/partners/identity-port';
import { hostedItems, type KycItem } from '@marigold/partners/kyc-states';

import type { HostedCompany } from '../src/modules/kyc/port.ts';
import { houseVault } from '../src/modules/kyc/record/house-vault.ts';
import type { IdentityKeeping } from '../src/platform/process/identity-keys.ts';
import { testSecretKey } from './session-cookies.ts';

export const testVault = houseVault(testSecretKey);

/** As settings that name nothing say it. */
export const testKeeping: IdentityKeeping = { keys: [], years: 5 };

/** Open for orders; whoever is sent there hears nothing. */
export const silentCompanies: ReadonlyMap<string, HostedCompany> = new Map([
  [
    'democompany',
    {
      id: 'democompany',
      name: 'Demo company',
      contentId: 'kyc-demo-company',
      way: 'page',
      promise: { requestValidForMs: null, readLagMs: null },
      port: {
        start: async () => await Promise.resolve({ is: 'unknown' as const }),
        find: async () => await Promise.resolve({ is: 'unknown' as const }),
        erase: async () => await Promise.resolve({ is: 'unknown' as const }),
        readEvent: () => undefined,
      },
    },
  ],
]);

/** A company whose people say what a test tells them to. */
export type ScriptedCompany = {
  readonly companies: ReadonlyMap<string, HostedCompany>;
  /** What it finds of an applicant from now on; a record without a line was never begun there. */
  readonly found: Map<string, FoundReview>;
  /** Who was begun there, and with which items, in order. */
  readonly started: { readonly applicant: string; readonly items: readonly string[] }[];
  /** Whom it was asked to forget, by its own name for them, in order. */
  readonly erased: string[];
  /** It answers nobody while this is true. */
  isSilent: boolean;
  /** It begins nobody while there is a reason, and says so where it is silent otherwise too. */
  startRefusal: { readonly reason: string; readonly isFinal: boolean } | undefined;
  /** It forgets nobody while this is true. */
  isStubborn: boolean;
  /** Happens between its answer about somebody and whoever reads it. */
  meanwhile: (() => Promise<unknown>) | undefined;
};

/** Events are signed by a header `x-demo` that says so. */
export function createScriptedCompany(now: () => number, id = 'democompany'): ScriptedCompany {
  const found = new Map<string, FoundReview>();
  const started: { applicant: string; items: readonly string[] }[] = [];
  const unknown = { is: 'unknown' } as const;
  const company: ScriptedCompany = {
    found,
    started,
    erased: [],
    isSilent: false,
    startRefusal: undefined,
    isStubborn: false,
    meanwhile: undefined,
    companies: new Map([
      [
        id,
        {
          id,
          name: 'Demo company',
          contentId: 'kyc-demo-company',
          way: 'page',
          promise: { requestValidForMs: null, readLagMs: null },
          port: {
            async start({ applicant, items }) {
              const { startRefusal } = company;
              if (startRefusal !== undefined)
                return await Promise.resolve({ is: 'refused', ...startRefusal });
              if (company.isSilent) return await Promise.resolve(unknown);
              started.push({ applicant, items });
              const value = {
                ref: `ref-${applicant}`,
                url: `https://company.example/${applicant}`,
                expires: now() + 30 * minuteMs,
              };
              await company.meanwhile?.();
              return await Promise.resolve({ is: 'done', value });
            },
            async find(name) {
              if (company.isSilent) return await Promise.resolve(unknown);
              const value = 'applicant' in name ? found.get(name.applicant) : undefined;
              await company.meanwhile?.();
              return await Promise.resolve(value === undefined ? { is: 'absent' } : { is: 'done', value });
            },
            async erase(ref) {
              if (company.isSilent) return await Promise.resolve(unknown);
              if (company.isStubborn)
                return await Promise.resolve({ is: 'refused', reason: 'not now', isFinal: false });
              company.erased.push(ref);
              return await Promise.resolve({ is: 'done', value: null });
            },
            readEvent(raw, headers) {
              if (headers['x-demo'] !== 'signed') return undefined;
              const { applicant } = JSON.parse(raw.toString('utf8')) as { applicant: string };
              return { about: { applicant } };
            },
          },
        },
      ],
    ]),
  };
  return company;
}

/** Somebody of age, with a passport that is good for years. */
export const annaRead: ReadFields = {
  firstName: 'ANNA',
  lastName: 'KOVALEVA',
  birthday: '1990-05-17',
  nationality: 'GE',
  idType: 'passport',
  idNumber: '20AB123456',
  issuingRegion: 'GE',
  expiry: '2034-01-01',
};

/** A verdict on every item; `again` are asked once more. Everybody has a document of their own, but for who is given one. */
export function foundVerdict(
  applicant: string,
  verdict: {
    readonly outcome: 'passed' | 'again' | 'final';
    readonly decidedAt: number;
    readonly again?: readonly KycItem[];
    readonly without?: readonly KycItem[];
    readonly read?: ReadFields;
  },
): FoundReview {
  const { outcome, decidedAt, again = [], without = [] } = verdict;
  const { read = { ...annaRead, idNumber: applicant } } = verdict;
  return {
    ref: `ref-${applicant}`,
    phase: 'done',
    outcome,
    decidedAt,
    items: hostedItems
      .filter((item) => !without.includes(item))
      .map((item) =>
        again.includes(item)
          ? { item, verdict: 'again', label: 'blurred', words: 'Please hold it still.' }
          : { item, verdict: 'accepted', label: null, words: null },
      ),
    read: outcome === 'passed' ? read : null,
  };
}
