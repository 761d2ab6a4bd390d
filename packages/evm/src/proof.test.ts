import { createMPT } from '@ethereumjs/mpt';
import { RLP } from '@ethereumjs/rlp';
import { bytesToHex } from 'viem/utils';
import { describe, expect, it } from 'vitest';

import { headerHash, orderedRoot, withdrawalsRoot } from './proof.ts';

/** The first block of the main network, as every node tells it. */
const mainGenesis = {
  parentHash: `0x${'0'.repeat(64)}`,
  sha3Uncles: '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347',
  miner: `0x${'0'.repeat(40)}`,
  stateRoot: '0xd7f8974fb5ac78d9ac099b9ad5018bedc2ce0a72dad1827a1709da30580f0544',
  transactionsRoot: '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421',
  receiptsRoot: '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421',
  logsBloom: `0x${'0'.repeat(512)}`,
  difficulty: '0x400000000',
  number: '0x0',
  gasLimit: '0x1388',
  gasUsed: '0x0',
  timestamp: '0x0',
  extraData: '0x11bbe8db4e347b4e8c937c1c8370e4b5ed33adb3db69cbdb7a38e1e50b1b82fa',
  mixHash: `0x${'0'.repeat(64)}`,
  nonce: '0x0000000000000042',
};
const mainGenesisHash = '0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3';

describe('the root of values under their indexes', () => {
  it.each([0, 1, 2, 15, 16, 17, 127, 128, 129, 200, 255, 256, 257, 600])(
    'is that of the library for %i values, small and large ones mixed',
    async (count) => {
      const values = Array.from({ length: count }, (_, index) =>
        Uint8Array.from({ length: 1 + ((index * 7) % 90) }, (_unused, place) => 1 + ((index + place) % 250)),
      );
      const trie = await createMPT();
      for (const [index, value] of values.entries()) await trie.put(RLP.encode(index), value);
      expect(orderedRoot(values)).toBe(bytesToHex(trie.root()));
    },
  );
});

describe('the hash of a header', () => {
  it('is that of the first block of the main network', () => {
    expect(headerHash(mainGenesis)).toBe(mainGenesisHash);
  });

  it.each(Object.keys(mainGenesis))('changes with %s', (field) => {
    const value = mainGenesis[field as keyof typeof mainGenesis];
    const changed = `${value.slice(0, -1)}${value.endsWith('1') ? '2' : '1'}`;
    expect(headerHash({ ...mainGenesis, [field]: changed })).not.toBe(mainGenesisHash);
  });
});

/** A block with withdrawals as Ethereum's execution-apis print it as an example, hash and all. */
const withdrawing = {
  parentHash: '0xfe950635b1bd2a416ff6283b0bbd30176e1b1125ad06fa729da9f3f4c1c61710',
  sha3Uncles: mainGenesis.sha3Uncles,
  miner: '0xaa00000000000000000000000000000000000000',
  stateRoot: '0x23eadd91fca55c0e14034e4d63b2b3ed43f2e807b6bf4d276b784ac245e7fa3f',
  transactionsRoot: mainGenesis.transactionsRoot,
  receiptsRoot: mainGenesis.receiptsRoot,
  logsBloom: mainGenesis.logsBloom,
  difficulty: '0x0',
  number: '0x1',
  gasLimit: '0x1c9c380',
  gasUsed: '0x0',
  timestamp: '0x2f',
  extraData: '0x',
  mixHash: `0xff${'0'.repeat(62)}`,
  nonce: '0x0000000000000000',
  baseFeePerGas: '0x7',
};
const withdrawals = Array.from({ length: 8 }, (_, index) => ({
  index: `0x${index}`,
  validatorIndex: `0x${(0xffff + index).toString(16)}`,
  address: `0x0${index}${'0'.repeat(38)}`,
  amount: index === 0 ? '0x0' : `0x${index}${'0'.repeat(62)}`,
}));

describe('the root of withdrawals', () => {
  const hashWith = (rows: typeof withdrawals): string =>
    headerHash({ ...withdrawing, withdrawalsRoot: withdrawalsRoot(rows) });
  const published = '0xd30a8c821078a9153a5cbc5ac9a2c5baca7f7885496f1f461dbfcb8dbe1fa0c0';

  it('makes the hash of a block that others published', () => {
    expect(hashWith(withdrawals)).toBe(published);
  });

  it.each(['index', 'validatorIndex', 'address', 'amount'] as const)('changes with each %s', (field) => {
    const changed = withdrawals.map((row, place) =>
      place === 5 ? { ...row, [field]: field === 'address' ? withdrawals[6]?.address : '0x1' } : row,
    );
    expect(hashWith(changed as typeof withdrawals)).not.toBe(published);
  });

  it('changes with their order and their number', () => {
    expect(hashWith(withdrawals.toReversed())).not.toBe(published);
    expect(hashWith(withdrawals.slice(0, -1))).not.toBe(published);
  });
});
