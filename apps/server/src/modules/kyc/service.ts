import type { ScreeningList } from '@marigold/partners/screening-port';

import type { Database } from '../../platform/database/database.ts';
import type { Handlers } from '../../platform/http/call.ts';
import type { JobHandlers } from '../../platform/jobs/jobs.ts';
import type { Clock } from '../../platform/process/clock.ts';
import type { IdentityKeeping } from '../../platform/process/identity-keys.ts';
import { isId } from '../../platform/process/ids.ts';
import type { Log } from '../../platform/process/log.ts';
import { createSealer } from '../../platform/process/sealed-text.ts';
import type { Partner } from '../partner/service.ts';
import { type BindDependencies, createBindHandlers } from './bind/bind.ts';
import { runKycClock } from './clock.ts';
import { createDraftHandlers } from './draft/handlers.ts';
import { createSubmitKind, submitKind } from './draft/submit.ts';
import { houseCompany } from './house/company.ts';
import type { HouseParts } from './house/provider.ts';
import { createEraseKind, eraseKind } from './keeping/company.ts';
import { eraseEnded, wishAgain } from './keeping/erase.ts';
import { rewrapKeys } from './keeping/rewrap.ts';
import { createOrderHandlers, type KycOrderDependencies } from './order/order.ts';
import { createPhoneHandlers } from './phone/handlers.ts';
import { findPhonePerson } from './phone/phone.ts';
import { type IdentityCompanies, type IdentityCompany, ownVerifier } from './port.ts';
import { createReadHandlers } from './read.ts';
import { houseVault } from './record/house-vault.ts';
import type { PictureFiles } from './record/picture.ts';
import { createWatch } from './review/look.ts';
import { createStartKind, readPageLink, startKind, startThird } from './review/start.ts';
import { lookNow } from './review/store.ts';
import { runRescreen } from './screening/rescreen.ts';

export type KycDependencies = Omit<KycOrderDependencies, 'vault'> &
  BindDependencies & {
    readonly db: Database;
    readonly clock: Clock;
    readonly log: Log;
    readonly publicAddress: () => string;
    readonly keeping: IdentityKeeping;
    readonly files: PictureFiles;
    /** With which people are compared before they are approved; undefined: the company does it, or nobody is. */
    readonly screening: ScreeningList | undefined;
  };

export type Kyc = {
  readonly handlers: Pick<
    Handlers,
    | 'kyc/config'
    | 'kyc/status'
    | 'kyc/order/create'
    | 'kyc/order/pay'
    | 'kyc/order/cancel'
    | 'kyc/order/list'
    | 'kyc/order/detail'
    | 'kyc/list'
    | 'kyc/detail'
    | 'kyc/draft'
    | 'kyc/save'
    | 'kyc/submit'
    | 'kyc/resubmit'
    | 'kyc/third/start'
    | 'kyc/third/link'
    | 'kyc/third/desc'
    | 'kyc/bind'
    | 'kyc/unbind'
    | 'kyc/bind/answer'
    | 'kyc/bind/list'
    | 'kyc/phone/handoff'
    | 'kyc/phone/open'
    | 'kyc/phone/save'
    | 'kyc/phone/leave'
  >;
  /** Whose photos the phone with this key may upload. */
  readonly findPhone: (key: string, now: number) => Promise<{ readonly userId: string } | undefined>;
  /** The tasks `kycClock`, `kycErase` and `kycRescreen`. */
  readonly jobs: JobHandlers;
  /** What the companies do for us, for their rounds and their events. */
  readonly partners: readonly Partner[];
};

export function createKyc(dependencies: KycDependencies): Kyc {
  const { db, clock, log, secretKey, publicAddress, keeping, screening, files } = dependencies;
  const vault = houseVault(secretKey, keeping.keys);
  const companies = withHouse(dependencies.companies, { db, vault, clock });
  const { years } = keeping;
  const sealer = createSealer(secretKey, 'identity-page');
  const partnerOf = (company: IdentityCompany): Partner => ({
    work: {
      provider: company.id,
      promise: company.promise,
      kinds: {
        ...(company.way === 'page' && {
          [startKind]: createStartKind({ db, clock, sealer, publicAddress }, company),
        }),
        ...(company.way === 'own' && { [submitKind]: createSubmitKind({ db, clock }, company) }),
        [eraseKind]: createEraseKind({ db, clock, log }, company),
      },
      watch: createWatch({ db, clock, log, vault, screening }, company),
    },
    events: {
      read(raw, headers) {
        const event = company.port.readEvent(raw, headers);
        if (event === undefined) return undefined;
        const { applicant: id } = event.about ?? { applicant: '' };
        if (!isId(id)) return { about: null };
        return {
          about: async (transaction, now) => await lookNow(transaction, { id, provider: company.id, now }),
        };
      },
    },
  });
  return {
    handlers: {
      ...createReadHandlers({ ...dependencies, companies, vault, years }),
      ...createOrderHandlers({ ...dependencies, companies, vault }),
      ...createDraftHandlers({ vault, files, secretKey }),
      ...createBindHandlers(dependencies),
      ...createPhoneHandlers({ vault, files, publicAddress }),
      'kyc/third/start': async (input, call) => await startThird(companies, input, call),
      'kyc/third/link': async ({ authNo }, call) => await readPageLink(sealer, authNo, call),
    },
    findPhone: async (key, now) => await findPhonePerson(db, key, now),
    jobs: {
      kycClock: async () => await runKycClock(db, log, clock()),
      async kycErase() {
        await rewrapKeys(db, log, vault);
        await eraseEnded(db, { years, now: clock() });
        await wishAgain(db, clock());
      },
      async kycRescreen() {
        if (screening !== undefined) await runRescreen({ db, clock, log, vault, list: screening });
      },
    },
    partners: [...companies.values()].map(partnerOf),
  };
}

/** Whoever else checks identities here, the house does too. */
function withHouse(companies: IdentityCompanies, parts: HouseParts): IdentityCompanies {
  return companies.has(ownVerifier) ? companies : new Map([...companies, [ownVerifier, houseCompany(parts)]]);
}
