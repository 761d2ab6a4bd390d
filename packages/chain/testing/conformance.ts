/**
 * The promises of src/port.ts as one suite. Every adapter arranges a scene on its own chain and is held to all of them:
 * `describeChain('the fake chain', arrange)`.
 */
import { afterAll, beforeAll, beforeEach, describe } from 'vitest';

import { describeFaults } from './conformance-faults.ts';
import {
  describeBlocks,
  describeBranches,
  describeDirectTransfers,
  describeOddTransfers,
  describeTransfers,
} from './conformance-reading.ts';
import type { ChainScene } from './conformance-scene.ts';
import {
  describeFees,
  describeOtherTransactions,
  describeRehearsals,
  describeTransactions,
} from './conformance-sending.ts';

export type { ChainScene, SceneFault } from './conformance-scene.ts';

/** Holds an adapter to the port. */
export function describeChain(name: string, arrange: () => Promise<ChainScene>): void {
  describe.each([name])('%s', () => {
    const at: { scene?: ChainScene } = {};
    beforeAll(async () => {
      at.scene = await arrange();
    });
    beforeEach(async () => await get().setFault('none'));
    afterAll(async () => await at.scene?.stop());
    const get = (): ChainScene => {
      if (at.scene === undefined) throw new Error('The scene was not arranged.');
      return at.scene;
    };
    describe('blocks', () => {
      describeBlocks(get);
    });
    describe('transfers', () => {
      describeTransfers(get);
      describeOddTransfers(get);
      describeDirectTransfers(get);
    });
    describe('branches', () => {
      describeBranches(get);
    });
    describe('transactions', () => {
      describeTransactions(get);
      describeOtherTransactions(get);
    });
    describe('rehearsals', () => {
      describeRehearsals(get);
    });
    describe('fees', () => {
      describeFees(get);
    });
    describe('faults', () => {
      describeFaults(get);
    });
  });
}
