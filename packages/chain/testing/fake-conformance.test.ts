import { describeChain } from './conformance.ts';
import { fakeAccount, fakeBytes, type FakeStep } from './fake-bytes.ts';
import { createFakeChain } from './fake-chain.ts';
import { gwei } from './fake-setup.ts';

describeChain('the fake chain', async () => {
  const chain = createFakeChain({ finalityDepth: 64 });
  const payer = fakeAccount('payer');
  const contract = chain.createContract('caller');
  const tokens = {
    good: chain.createToken('good'),
    taxed: chain.createToken('taxed'),
    silent: chain.createToken('silent'),
  };
  for (const coin of ['native', ...Object.values(tokens)] as const) chain.give(payer, coin, 10n ** 24n);
  const refusing = chain.createContract('refusing');
  chain.refuse(refusing, 'openly');
  const byContract = (step: FakeStep): FakeStep => (step.kind === 'pay' ? { ...step, from: contract } : step);
  return await Promise.resolve({
    chain,
    networkId: 31_337n,
    tokens,
    payer,
    refusing,
    sign: async (draft) => await Promise.resolve(fakeBytes(draft)),
    send: async (sending) =>
      await Promise.resolve(chain.send('coin' in sending ? sending : { steps: sending.map(byContract) })),
    mine: async (blocks) => await Promise.resolve(void chain.mine(blocks)),
    reorg: async (depth, keep) => await Promise.resolve(void chain.reorg(depth, { keep })),
    setBaseFee: async (wei) => await Promise.resolve(chain.setBaseFee(wei)),
    setFeeRecipient: async (account) => await Promise.resolve(chain.setFeeRecipient(account)),
    withdraw: async (to, amount) => await Promise.resolve(void chain.withdraw(to, amount * gwei)),
    faults: ['none', 'down', 'second-elsewhere', 'second-down', 'hides'],
    setFault: async (fault) => {
      chain.faults.isDown = fault === 'down';
      chain.faults.hides = fault === 'hides';
      chain.faults.second =
        fault === 'second-elsewhere' ? 'elsewhere' : fault === 'second-down' ? 'down' : 'agrees';
      await Promise.resolve();
    },
    stop: async () => await Promise.resolve(),
  });
});
