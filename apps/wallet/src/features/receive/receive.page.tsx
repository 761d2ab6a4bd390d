import { paths, type ReceiveSearch } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { ScreenBar } from '../../screen/screen.tsx';
import { IconButton } from '../../ui/base/icon-button.tsx';
import { FieldHero } from '../../ui/page/field-hero.tsx';
import { Page } from '../../ui/page/page.tsx';
import { AddressRotation } from './address-rotation.tsx';
import { CodeTile } from './code-tile.tsx';
import { IncomingDeposits } from './incoming-deposits.tsx';
import { NoCode } from './no-code.tsx';
import { OwnAddresses } from './own-addresses.tsx';
import { ChainNote, InternalNote } from './receive-notes.tsx';
import { useReceive } from './use-receive.ts';
import { WayChips } from './way-chips.tsx';

/** How to be paid: an own address on a chain, with what is on its way there, or the internal code (spec 2). */
export function ReceivePage(search: ReceiveSearch) {
  const t = useText();
  const receive = useReceive(search);
  const { way, code, address } = receive;
  const share =
    code === undefined ? undefined : (
      <IconButton icon="share-network" label={t('receive.share')} onPress={() => void code.share()} />
    );
  return (
    <Page isFlush width="480">
      <FieldHero className="grow wide:grow-0">
        <ScreenBar back={paths.home()} actions={share} />
        <div className="mx-auto grid w-full max-w-105 grid-cols-1 gap-4 px-gutter pt-1">
          {way === undefined ? null : <WayChips way={way} amount={search.amount} />}
          {address?.rotate === true ? <AddressRotation own={address} /> : null}
          {way === undefined || code === undefined ? (
            <NoCode receive={receive} />
          ) : (
            <CodeTile way={way} code={code} amount={search.amount} />
          )}
          {way?.kind === 'chain' ? <IncomingDeposits chain={way.chain.chain} /> : null}
          {way?.kind === 'chain' ? <ChainNote way={way} own={address} /> : null}
          {way?.kind === 'internal' ? <InternalNote way={way} /> : null}
          {way?.kind === 'chain' && address !== undefined ? (
            <OwnAddresses chain={way.chain.chain} current={address.address} />
          ) : null}
        </div>
      </FieldHero>
    </Page>
  );
}
