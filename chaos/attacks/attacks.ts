/** The attacks on accounts by name, and how much of each shows a fault that is planted for it. */
import type { AccountAttack } from './attack.ts';
import { attackDrain } from './drain.ts';
import { attackGuesses } from './guesses.ts';
import { attackSessions } from './sessions.ts';

export const attackNames = ['sessions', 'drain', 'guesses'] as const;
export type AttackName = (typeof attackNames)[number];

export const attacks: Readonly<Record<AttackName, AccountAttack>> = {
  sessions: attackSessions,
  drain: attackDrain,
  guesses: attackGuesses,
};

/** Enough of each for a fault that is there. */
export const sizesPlanted: Readonly<Record<AttackName, number | undefined>> = {
  sessions: 120,
  drain: undefined,
  guesses: 60,
};
