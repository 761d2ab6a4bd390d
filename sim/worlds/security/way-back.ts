/** The way that the product's own pages lead an owner who comes late: lock, log in or reset, lift, a payment of one's own. */
import { freezes } from '@marigold/guard/freezes';

import type { AccountState } from './account.ts';
import { deeds, leaves, later, lock } from './house.ts';
import { nextMoment } from './moments.ts';

/** Waits of one way: each freeze and each rest of a factor ends once. */
const waitsMax = 12;

/**
 * Who gets an account back to its owner: the owner, two people of the house (they lift what a lock holds, and take away a
 * factor that is not the owner's), or nobody.
 */
export function findWayBack(state: AccountState): 'owner' | 'house' | 'nobody' {
  const locked = lock(state);
  if (isBackAlone(locked)) return 'owner';
  const isForeign = state.google === 'thief' || state.passkey?.of === 'thief';
  // Whoever has everything of their own needs nobody.
  if (!isForeign) return 'nobody';
  return isBackAlone(withoutForeign(locked)) ? 'house' : 'nobody';
}

function withoutForeign(state: AccountState): AccountState {
  const { google, passkey, paper } = state;
  return {
    ...state,
    google: google === 'thief' ? undefined : google,
    paper: paper === 'thief' ? undefined : paper,
    passkey: passkey?.of === 'thief' ? undefined : passkey,
    freezes: state.freezes.map((one) =>
      freezes[one.reason].liftedBy === 'time' ? one : { ...one, until: state.now },
    ),
  };
}

function isBackAlone(from: AccountState): boolean {
  let state = from;
  for (let waits = 0; waits <= waitsMax; waits += 1) {
    state = goAsFarAsItGoes(state);
    if (leaves(state, 'owner', 'payout') && state.sessions.thief === undefined) return true;
    const moment = nextMoment(state);
    if (moment === undefined) return false;
    state = later(state, moment);
  }
  return false;
}

/** In the order in which a page offers it. */
function goAsFarAsItGoes(from: AccountState): AccountState {
  let state = from;
  // Whoever comes in by a key alone still needs the password to lift a lock.
  if (!state.login.owner) state = resetAndLogIn(state) ?? state;
  for (const name of ['user/login', 'user/passkey/login'])
    if (state.sessions.owner === undefined) state = deeds[name]?.(state, 'owner') ?? state;
  for (const name of ['user/freeze/lift', 'user/paypwd/set']) state = deeds[name]?.(state, 'owner') ?? state;
  if (state.pay?.owner === false) state = deeds['user/paypwd/reset']?.(state, 'owner') ?? state;
  return state;
}

/** By a contact that is in the owner's hands; of two by the phone, so that the mailbox stays a class of its own. */
function resetAndLogIn(state: AccountState): AccountState | undefined {
  for (const by of ['user/forget/reset sms', 'user/forget/reset email']) {
    const after = deeds[by]?.(state, 'owner');
    const inside = after === undefined ? undefined : deeds['user/login']?.(after, 'owner');
    if (inside !== undefined) return inside;
  }
  return undefined;
}
