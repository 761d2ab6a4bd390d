/** The keys of a seed: deposits, hot and gas stand under hardened accounts of their own, so none reveals another. */
import { accountOfKey, watchKey } from '@marigold/chain/hd';
import type { ChainAccount, TransactionDraft } from '@marigold/chain/port';
import type { SigningApproval, SignerAccounts } from '@marigold/chain/signer-port';
import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';

/** The words that every developer's tool knows; whoever reads this can spend what lies there. */
export const demoWords = 'test test test test test test test test test test test junk';

export interface Keys {
  readonly accounts: SignerAccounts;
  readonly depositAt: (index: number) => ChainAccount;
  /** The key of whoever pays for this; undefined when the draft is from or to another account than the approval says. */
  keyFor(draft: TransactionDraft, approval: SigningApproval): Uint8Array | undefined;
}

export function keysOf(words: string): Keys {
  const root = HDKey.fromMasterSeed(mnemonicToSeedSync(words));
  const deposits = root.derive("m/44'/60'/0'");
  const hot = root.derive("m/44'/60'/1'/0/0");
  const gas = root.derive("m/44'/60'/2'/0/0");
  root.wipePrivateData();
  const accounts: SignerAccounts = {
    depositKey: deposits.publicExtendedKey,
    hot: accountOfKey(hot.publicKey),
    gas: accountOfKey(gas.publicKey),
    isDemoSeed: words === demoWords,
  };
  const { accountAt } = watchKey(accounts.depositKey);
  const external = deposits.deriveChild(0);
  return {
    accounts,
    depositAt: accountAt,
    keyFor({ from, payment }, approval) {
      if (approval.kind === 'payout') return from === accounts.hot ? keyOf(hot) : undefined;
      const deposit = accountAt(approval.index);
      if (approval.kind === 'topup')
        return from === accounts.gas && payment.to === deposit ? keyOf(gas) : undefined;
      const isSweep = from === deposit && payment.to === accounts.hot;
      return isSweep ? keyOf(external.deriveChild(approval.index)) : undefined;
    },
  };
}

function keyOf(node: HDKey): Uint8Array {
  if (node.privateKey === null) throw new Error('Broken: keys of a seed can sign');
  return node.privateKey;
}
