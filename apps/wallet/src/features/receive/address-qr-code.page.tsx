import { chainName } from '../../domain/chain/deposit-queries.ts';
import { paths, type ReceiveSearch } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { ScreenBar } from '../../screen/screen.tsx';
import { AddressText } from '../../ui/address/address-text.tsx';
import { QrCode } from '../../ui/address/qr-code.tsx';
import { Button } from '../../ui/base/button.tsx';
import { useLongPress } from '../../ui/base/use-long-press.ts';
import { FieldHero } from '../../ui/page/field-hero.tsx';
import { Page } from '../../ui/page/page.tsx';
import { NoCode } from './no-code.tsx';
import { type Receive, useReceive } from './use-receive.ts';

/** The code alone, as large as the screen allows, to be held in front of somebody's camera. */
export function AddressQrCodePage(search: ReceiveSearch) {
  const receive = useReceive(search);
  return (
    <Page isFlush width="480">
      <FieldHero className="flex min-h-dvh flex-col wide:min-h-0">
        <ScreenBar close={paths.receive(search)} />
        <div className="mx-auto flex w-full max-w-105 flex-auto flex-col justify-center px-gutter py-4 text-center">
          {receive.code === undefined ? <NoCode receive={receive} /> : <LargeCode {...receive} />}
        </div>
      </FieldHero>
    </Page>
  );
}

function LargeCode({ way, code }: Pick<Receive, 'way' | 'code'>) {
  const t = useText();
  // As people are used to; the button beneath does the same.
  const hold = useLongPress(() => void code?.save());
  if (way === undefined || code === undefined) return null;
  const isChain = way.kind === 'chain';
  return (
    <>
      {isChain ? (
        <h2 className="pb-3 type-3">
          {t('receive.chainTitle', { currency: way.currency.code, network: chainName(way.chain) })}
        </h2>
      ) : null}
      <div {...hold}>
        <QrCode text={code.qrText} label={code.label} size={400} />
      </div>
      {code.requested === undefined ? null : <p className="mt-4 type-2">{code.requested}</p>}
      {isChain ? (
        <p className="mt-3 text-balance">
          <AddressText address={code.text} />
        </p>
      ) : (
        <>
          <p className="mt-3 type-sm">{t('receive.code')}</p>
          <p className="type-1 type-mono">{code.text}</p>
        </>
      )}
      <p className="mt-2 type-sm">{t('receive.brightness')}</p>
      <div className="mt-5 flex flex-wrap gap-2 *:grow *:basis-2/5 *:min-w-min">
        <Button kind="field" icon="share-network" onPress={code.share}>
          {t('receive.share')}
        </Button>
        <Button kind="quiet" icon="download-simple" onPress={code.save}>
          {t('receive.save')}
        </Button>
      </div>
    </>
  );
}
