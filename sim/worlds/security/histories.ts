/** Histories drawn from seeds: a thief and an owner who comes late take turns, a millisecond before and after each end. */
import { hourMs } from '@marigold/money/spans';

import { createRandom, type Random } from '../../../chaos/random.ts';
import { accounts, startTheft, type AccountState, thieves, type Who } from './account.ts';
import { deeds, later, lock } from './house.ts';
import { nextMoment } from './moments.ts';
import { judgeProofs } from './proofs.ts';
import { judgeDeed, judgeState, type ReportFinding } from './walk.ts';
import { findWayBack } from './way-back.ts';

const stepsMax = 14;
/** The longest that somebody waits for nothing. */
const hoursMax = 9 * 24;

export function liveHistory(seed: number, report: ReportFinding): void {
  const random = createRandom(seed, 'security');
  const thief = random.pick(thieves);
  const account = random.pick(accounts);
  // From here on the owner does something as well: late, or never.
  const ownerFrom = random.chance(0.3) ? Infinity : random.below(stepsMax);
  let state = startTheft(account, thief);
  let path = `${thief.name} in ${account.name}`;
  for (let step = 0; step < stepsMax; step += 1) {
    const who = step >= ownerFrom && random.chance(0.4) ? 'owner' : 'thief';
    const { after, name } = random.chance(0.35) ? waited(state, random) : acted(state, who, random);
    if (after === state) continue;
    if (name in deeds) judgeDeed({ state, name, path }, report);
    state = after;
    path = `${path} · ${who === 'owner' ? 'owner ' : ''}${name}`;
    judgeState(state, path, report);
  }
  if (findWayBack(state) === 'nobody')
    report({ kind: 'deadEnds', what: `${path}: no way back for the owner` });
  judgeProofs(random, report);
}

type Step = { readonly after: AccountState; readonly name: string };

function acted(state: AccountState, who: Who, random: Random): Step {
  if (who === 'owner' && random.chance(0.2)) return { after: lock(state), name: 'user/notme' };
  const name = random.pick(Object.keys(deeds));
  return { after: deeds[name]?.(state, who) ?? state, name };
}

function waited(state: AccountState, random: Random): Step {
  const next = nextMoment(state);
  const about = random.pick([-1000, -1, 0, 1]);
  const some = state.now + Math.ceil(random.between(0, hoursMax)) * hourMs;
  const moment = next !== undefined && random.chance(0.8) ? next + about : some;
  if (moment <= state.now) return { after: state, name: 'nothing' };
  return { after: later(state, moment), name: `${((moment - state.now) / hourMs).toFixed(2)} h` };
}
