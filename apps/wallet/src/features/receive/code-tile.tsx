import { useState } from 'react';

import { useCopyOutcome } from '../../lib/route/copy-outcome.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { go } from '../../lib/route/navigation.ts';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { AddressText } from '../../ui/address/address-text.tsx';
import { QrCode } from '../../ui/address/qr-code.tsx';
import { Button } from '../../ui/base/button.tsx';
import { writeClipboard } from '../../ui/base/copy-button.tsx';
import { HoldToCopy } from '../../ui/base/hold-to-copy.tsx';
import { IconButton } from '../../ui/base/icon-button.tsx';
import { useLongPress } from '../../ui/base/use-long-press.ts';
import { AmountSheet } from './amount-sheet.tsx';
import type { ReceiveCode } from './receive-code.ts';
import { requestScale, type ReceiveWay, receiveSearch } from './receive-way.ts';

type TileProps = {
  readonly way: ReceiveWay;
  readonly code: ReceiveCode;
  readonly amount: string | undefined;
};

/** The white tile with the code: to be scanned, copied, saved, and to ask for an amount. */
export function CodeTile({ way, code, amount }: TileProps) {
  const t = useText();
  const say = useCopyOutcome();
  // As people are used to; the button beneath does the same.
  const longPress = useLongPress(() => void code.save());
  const onChain = way.kind === 'chain';
  const name = onChain ? t('receive.address', { currency: way.currency.code }) : t('receive.code');
  return (
    <section aria-label={name} className="rounded-xl bg-surface px-4 pt-3 pb-3 text-center text-ink">
      <div {...longPress}>
        {linkTo(paths.addressQrCode(receiveSearch(way, amount)))({
          className: 'mx-auto block w-full max-w-70 rounded-md',
          'aria-label': t('receive.full'),
          children: <QrCode text={code.qrText} label={code.label} size={280} />,
        })}
      </div>
      {code.requested === undefined ? null : <p className="mt-2 type-3">{code.requested}</p>}
      <p className="mt-2 type-cap text-ink-2">{name}</p>
      {onChain ? (
        <p className="text-balance">
          <HoldToCopy value={code.text} onDone={say}>
            <AddressText address={code.text} />
          </HoldToCopy>
        </p>
      ) : (
        <p className="type-2 type-mono">
          <HoldToCopy value={code.text} onDone={say}>
            {code.text}
          </HoldToCopy>
        </p>
      )}
      <div className="mt-3 flex gap-2">
        <div className="flex-auto">
          <Button kind="ink" icon="copy-bold" onPress={async () => say(await writeClipboard(code.text))}>
            {t(onChain ? 'receive.copyAddress' : 'receive.copy')}
          </Button>
        </div>
        <IconButton icon="download-simple" label={t('receive.save')} onPress={() => void code.save()} />
      </div>
      <AskAmount way={way} code={code} amount={amount} />
      {onChain && code.requested !== undefined ? (
        <p className="pb-2 type-cap text-ink-2">{t('receive.qrAmountNote')}</p>
      ) : null}
    </section>
  );
}

/** Asks for an amount of the chosen currency; any currency cannot be asked for. */
function AskAmount({ way, code, amount }: TileProps) {
  const t = useText();
  const [isAsking, setAsking] = useState(false);
  if (way.currency === undefined) return <div className="h-2" />;
  return (
    <>
      <button type="button" className="text-action my-0 px-3 text-brand-text" onClick={() => setAsking(true)}>
        {t(code.requested === undefined ? 'receive.amount' : 'receive.amountChange')}
      </button>
      <AmountSheet
        asset={{ currency: way.currency.code, scale: requestScale(way) }}
        amount={amount}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onDone={(requested) => {
          setAsking(false);
          go(paths.receive(receiveSearch(way, requested)), { isReplacing: true });
        }}
      />
    </>
  );
}
