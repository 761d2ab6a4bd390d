import type { Database } from '../../platform/database/database.ts';
import type { Handlers } from '../../platform/http/call.ts';
import type { Limits } from '../../platform/http/limits.ts';
import type { SessionHalves } from '../../platform/http/session-half.ts';
import type { SessionDependencies } from '../../platform/http/session.ts';
import type { JobHandlers } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/process/log.ts';
import { createRelyingParty, type PasskeySites } from '../factor/passkey/relying-party.ts';
import type { RefuseFlood } from '../human/port.ts';
import { createMessageJobs } from '../message/delivery.ts';
import type { Mailer, SmsSender } from '../message/port.ts';
import { addPerson } from '../person/add.ts';
import type { NewPerson, Person } from '../person/person.ts';
import { createSendCode } from './contact-code.ts';
import { createOnCopied, recordFirstHalf } from './copied-session.ts';
import { baseCountry } from './countries.ts';
import { createCheckGoogleCode } from './google-code.ts';
import { inviteInfo, listInvited } from './invite.ts';
import { createLogin, logout } from './login.ts';
import { createPasswords } from './passwords.ts';
import { createProfile } from './profile.ts';
import { createResetPassword, type VoidChallenges } from './recovery/password-reset.ts';
import {
  createFindRecovery,
  createRecoveryJob,
  createSendRecoveryCode,
  createVerifyRecovery,
} from './recovery/recovery.ts';
import { createRegister } from './register.ts';
import { createJudgeLogin } from './second-step/login-proof.ts';
import { createPasskeyLogin } from './second-step/passkey-login.ts';
import { createUseRecoveryCode } from './second-step/recovery-code.ts';
import { createFinishLogin, createSendLoginCode } from './second-step/second-step.ts';
import { securityLog } from './security-log.ts';
import { sessionHandlers } from './sessions.ts';
import type { UserFacts } from './show-user.ts';
import { createShowUser } from './show-user.ts';
import { createSignIn } from './sign-in.ts';
import type { SmsBudget } from './sms-budget.ts';
import { createSmsBudget } from './sms-budget.ts';

type IdentityHandlers = Pick<
  Handlers,
  | 'base/country'
  | 'user/code/send'
  | 'user/register'
  | 'user/login'
  | 'user/login/send'
  | 'user/login/second'
  | 'user/passkey/begin'
  | 'user/passkey/login'
  | 'user/logout'
  | 'user/info'
  | 'user/prefs/set'
  | 'user/profile/set'
  | 'user/session/list'
  | 'user/session/revoke'
  | 'user/security/log'
  | 'user/forget/find'
  | 'user/forget/send'
  | 'user/forget/verify'
  | 'user/forget/reset'
  | 'invite/info'
  | 'invite/list'
>;

export type IdentityDependencies = PasskeySites & {
  /** For the jobs; a call brings its own. */
  readonly db: Database;
  /** Peppers passwords and keys the digests of codes. */
  readonly secretKey: string;
  readonly limits: Limits;
  readonly mode: 'demo' | 'production';
  /** Makes the second halves of sessions. */
  readonly halves: SessionHalves;
  readonly log: Log;
  /** How many SMS leave in a day, to whomever. */
  readonly smsDailyMax: number;
  /** How words leave the program. */
  readonly mailer: Mailer;
  readonly smsSender: SmsSender;
  /** Asked first where a flood of calls is to be feared. */
  readonly refuseFlood: RefuseFlood;
  /** What a reset of the login password ends beside sessions. */
  readonly voidChallenges: VoidChallenges;
  /** What others know of a person, for the person's own screens. */
  readonly userFacts: UserFacts;
};

export type IdentityService = {
  readonly handlers: IdentityHandlers;
  /** What follows from the halves that sessions show. */
  readonly sessionEvents: Pick<SessionDependencies, 'onCopied' | 'onFirstHalf'>;
  /** The tasks `mail`, `sms` and `recovery`. */
  readonly jobs: JobHandlers;
  /** Whoever sends a code by SMS takes it from here. */
  readonly smsBudget: SmsBudget;
  /** Adds a person without a code, for demo people; undefined when the username or the contact is taken. */
  addPerson(
    db: Database,
    person: Omit<NewPerson, 'passwordHash'> & { readonly password: string },
  ): Promise<Person | undefined>;
};

export function createIdentity(dependencies: IdentityDependencies): IdentityService {
  const { db, secretKey, limits, mailer, mode, halves, smsSender, publicAddress, userFacts } = dependencies;
  const { voidChallenges } = dependencies;
  const relyingParty = createRelyingParty(dependencies);
  const smsBudget = createSmsBudget(dependencies);
  const passwords = createPasswords(secretKey);
  const showUser = createShowUser(secretKey, userFacts);
  const signIn = createSignIn(halves, showUser);
  const checkGoogleCode = createCheckGoogleCode(secretKey);
  const openRecoveryCode = createUseRecoveryCode(secretKey);
  const judge = createJudgeLogin({ secretKey, relyingParty, checkGoogleCode, openRecoveryCode });
  return {
    sessionEvents: { onCopied: createOnCopied(db), onFirstHalf: recordFirstHalf },
    handlers: {
      'user/code/send': createSendCode({ ...dependencies, smsBudget }),
      'user/register': createRegister({ secretKey, passwords, halves }),
      'user/login': createLogin({ passwords, signIn, mode, relyingParty }),
      'user/login/send': createSendLoginCode({ secretKey, limits, smsBudget }),
      'user/login/second': createFinishLogin({ signIn, judge }),
      ...createPasskeyLogin({ signIn, relyingParty }),
      'user/logout': logout,
      ...createProfile(showUser),
      ...sessionHandlers,
      'user/security/log': securityLog,
      'base/country': baseCountry,
      'user/forget/find': createFindRecovery(dependencies),
      'user/forget/send': createSendRecoveryCode({ secretKey, limits, smsBudget }),
      'user/forget/verify': createVerifyRecovery(secretKey),
      'user/forget/reset': createResetPassword({ passwords, checkGoogleCode, voidChallenges }),
      'invite/info': inviteInfo,
      'invite/list': listInvited,
    },
    jobs: {
      ...createMessageJobs({ mailer, smsSender, publicAddress }),
      ...createRecoveryJob({ db, limits, smsBudget }),
    },
    smsBudget,
    async addPerson(tx, { password, ...person }) {
      return await addPerson(tx, { ...person, passwordHash: await passwords.hash(password) });
    },
  };
}
