import { type RiskDetail, useChains } from '../../domain/chain/chain-queries.ts';
import { networkText } from '../../lib/http/network.ts';
import { useCopyOutcome } from '../../lib/route/copy-outcome.ts';
import { dateTimeText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { AddressText } from '../../ui/address/address-text.tsx';
import { CopyButton } from '../../ui/base/copy-button.tsx';
import { HoldToCopy } from '../../ui/base/hold-to-copy.tsx';
import { type KeyValue, KeyValues } from '../../ui/list/key-values.tsx';

/** What it is about, and since when. */
export function RiskFacts({ risk }: { readonly risk: RiskDetail }) {
  const t = useText();
  const say = useCopyOutcome();
  const chains = useChains().data?.list;
  const { object, rule, chain, address, deadline, time, state } = risk;
  const network = chains?.find((one) => one.chain === chain);
  const side = t(object === 'deposit' ? 'risk.from' : 'risk.to');
  const rows: KeyValue[] = [
    { key: t('risk.rule'), value: t(`risk.rule.${rule}`) },
    ...(state === 'open' && deadline !== null
      ? [{ key: t('risk.deadline'), value: dateTimeText(deadline), isStrong: true }]
      : []),
    ...(chain === null
      ? []
      : [{ key: t('risk.network'), value: network === undefined ? chain : networkText(network) }]),
    ...(address === null
      ? []
      : [
          {
            key: side,
            value: (
              <span className="inline-flex items-center gap-1">
                <HoldToCopy value={address} onDone={say}>
                  <AddressText address={address} />
                </HoldToCopy>
                <CopyButton value={address} label={t('shell.copyWhat', { what: side })} onDone={say} />
              </span>
            ),
          },
        ]),
    { key: t(object === 'trade' ? 'risk.asked' : 'risk.time'), value: dateTimeText(time) },
  ];
  return <KeyValues rows={rows} />;
}
