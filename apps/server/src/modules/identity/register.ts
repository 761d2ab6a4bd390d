import type { register } from '@marigold/contract/calls/user';
/** Registration: one transaction holds the used code, the person and the first session. */
import type { InputOf, RefusalOf } from '@marigold/contract/endpoint';
import { Refusal } from '@marigold/contract/endpoint';
import { mask } from '@marigold/contract/rules/masking';

import type { Call, Handlers } from '../../platform/http/call.ts';
import type { SessionHalves } from '../../platform/http/session-half.ts';
import { deviceOf, trustDevice } from '../../platform/http/trusted-device.ts';
import { notify } from '../message/notify.ts';
import { addPerson, isNameTaken } from '../person/add.ts';
import type { Contact, Person } from '../person/person.ts';
import { contactOf } from '../person/person.ts';
import { findByContact, findByKey } from '../person/views.ts';
import { acceptAgreements } from './agreements.ts';
import { checkContactCode, takeContactCode } from './contact-code.ts';
import { guessableNames, refuseNewPassword } from './login-password.ts';
import type { Passwords } from './passwords.ts';
import { recordSecurityEvent } from './security-log.ts';
import { userOf } from './show-user.ts';
import { openFor } from './sign-in.ts';

type Input = InputOf<typeof register>;
type No = Refusal<RefusalOf<typeof register>>;
type Dependencies = {
  readonly secretKey: string;
  readonly passwords: Passwords;
  readonly halves: SessionHalves;
};

export function createRegister({ secretKey, passwords, halves }: Dependencies): Handlers['user/register'] {
  return async (input, call) => {
    const contact = contactOf(input);
    const no =
      refuseNewPassword(input, namesOf(input, contact)) ??
      (await checkContactCode(secretKey, call, contact, input.code)) ??
      (await refuseTaken(input, contact, call));
    if (no !== undefined) return no;
    const inviter =
      input.inviteCode === undefined ? undefined : await findByKey(call.db, 'inviteCode', input.inviteCode);
    if (input.inviteCode !== undefined && inviter === undefined) {
      return new Refusal('invite_code_unknown', {}, 'inviteCode');
    }
    const passwordHash = await passwords.hash(input.password);
    if (!(await takeContactCode(call.db, secretKey, contact, input.code))) {
      return new Refusal('code_expired', {}, 'code');
    }
    const language = input.language ?? call.language;
    const person = await addPerson(call.db, {
      username: input.username,
      contact,
      passwordHash,
      invitedBy: inviter?.id,
      language,
      now: call.now,
    });
    // Somebody else took the name or the contact between the question and the insert.
    if (person === undefined) return (await refuseTaken(input, contact, call)) ?? nameTaken();
    await acceptAgreements(call.db, { userId: person.id, language, now: call.now });
    if (inviter !== undefined) await notifyInviter(inviter, person, call);
    return await enter(person, halves, call);
  };
}

/** A nickname begins as the username. */
function namesOf({ username }: Input, { channel, target }: Contact): string[] {
  return guessableNames({ username, nickname: username, email: channel === 'email' ? target : null });
}

/** Asked only after the contact is proven: nobody else learns whose it is (reliability.md 7.11). */
async function refuseTaken({ username }: Input, contact: Contact, { db }: Call): Promise<No | undefined> {
  if (await isNameTaken(db, username)) return nameTaken();
  if ((await findByContact(db, contact)) !== undefined) {
    return new Refusal('contact_taken', {}, contact.channel === 'email' ? 'email' : 'phone');
  }
  return undefined;
}

function nameTaken(): No {
  return new Refusal('username_taken', {}, 'username');
}

async function notifyInviter(inviter: Person, friend: Person, { db, now }: Call): Promise<void> {
  const facts = { friend: mask(friend.nickname) };
  await notify(db, { userId: inviter.id, kind: 'friendJoined', facts, now });
}

/** The contact was proven on this device a moment ago: it is trusted. */
async function enter(person: Person, halves: SessionHalves, call: Call) {
  const { db, deviceName: name, now } = call;
  const { id: userId } = person;
  const device = deviceOf(call);
  await recordSecurityEvent(db, call, userId, 'login');
  await trustDevice(db, { userId, device, name, now });
  const { token } = await openFor(db, halves, call, { userId, device, remember: false });
  // Whoever is new has no payment password, no two-step, no passkey, no freeze and no picture.
  const nothing = { hasPayPassword: false, hasGoogle: false, codesLeft: 0, passkeys: 0, freezes: [] };
  return { token, user: userOf({ ...person, ...nothing, isPasswordCommon: false }, null, now) };
}
