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
import {
  describeFees,
  describeOtherTransactions,
  describeRehearsals,
  describeTransactions,
} from './conformance-sending.ts';
import type { ChainSetup } from './conformance-setup.ts';

export type { ChainSetup, SetupFault } from './conformance-setup.ts';

/** Holds an adapter to the port. */
export function describeChain(name: string, arrange: () => Promise<ChainSetup>): void {
  describe.each([name])('%s', () => {
    const at: { setup?: ChainSetup } = {};
    beforeAll(async () => {
      at.setup = await arrange();
    });
    beforeEach(async () => await get().setFault('none'));
    afterAll(async () => await at.setup?.stop());
    const get = (): ChainSetup => {
      if (at.setup === undefined) throw new Error('The scene was not arranged.');
      return at.setup;
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
