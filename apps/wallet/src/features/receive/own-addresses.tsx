import { useState } from 'react';

import type { LabelledAddress } from '../../domain/chain/deposit-queries.ts';
import { useText } from '../../lib/text/i18n.ts';
import { ScreenSheet } from '../../screen/screen-sheet.tsx';
import { shortAddress } from '../../ui/address/address-parts.ts';
import { Button } from '../../ui/base/button.tsx';
import { AddressLabel } from './address-label.tsx';
import { AddressList, NewAddress } from './address-list.tsx';

type OwnProps = {
  readonly chain: string;
  /** The address in the code. */
  readonly current: string;
};

/** The door to every own address of the chain, old ones included. One sheet with two faces: the list, and one label. */
export function OwnAddresses({ chain, current }: OwnProps) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const [labelled, setLabelled] = useState<LabelledAddress>();
  const close = (): void => {
    setOpen(false);
    setLabelled(undefined);
  };
  return (
    <>
      <Button kind="quiet" onPress={() => setOpen(true)}>
        {t('receive.addresses')}
      </Button>
      <ScreenSheet
        isOpen={isOpen}
        onClose={close}
        title={
          labelled === undefined
            ? t('receive.addresses')
            : t('receive.addressLabelEdit', { address: shortAddress(labelled.address) })
        }
        text={labelled === undefined ? t('receive.addressesText') : undefined}
        foot={labelled === undefined ? <NewAddress chain={chain} /> : null}
      >
        {labelled === undefined ? (
          <AddressList chain={chain} current={current} isVisible={isOpen} onLabel={setLabelled} />
        ) : (
          <AddressLabel own={labelled} onDone={() => setLabelled(undefined)} />
        )}
      </ScreenSheet>
    </>
  );
}
