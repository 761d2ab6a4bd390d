import { useState } from 'react';

import {
  type PhoneItem,
  type PhoneLink,
  type PhonePhotos,
  useKycPhone,
} from '../../../domain/kyc/kyc-phone.ts';
import { ReadFailure } from '../../../lib/query/queries.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { Screen } from '../../../screen/screen.tsx';
import { WhenRead } from '../../../screen/when-read.tsx';
import { PhonePhoto } from './phone-photo.tsx';
import { ConfirmAccount, PhoneEnd, PhotoList } from './phone-steps.tsx';

type OpenedProps = { readonly link: PhoneLink; readonly onLeft: () => void };

/** The photos that are wanted, one after the other, once its person knows whose they are. */
export function OpenedPhone({ link, onLeft }: OpenedProps) {
  const t = useText();
  const read = useKycPhone(link);
  const [isOwn, setOwn] = useState(false);
  const [item, setItem] = useState<PhoneItem>();
  if (isOver(read.error)) return <PhoneEnd kind="gone" />;
  const { data } = read;
  if (data === undefined)
    return (
      <Screen width="480">
        <WhenRead read={read} rows={3} failed={t('kycown.phone.openFailed')}>
          {() => null}
        </WhenRead>
      </Screen>
    );
  if (!isOwn) return <ConfirmAccount photos={data} onOwn={() => setOwn(true)} />;
  if (item !== undefined)
    return (
      <PhonePhoto
        key={item}
        link={link}
        item={item}
        idType={data.idType}
        onClose={() => setItem(undefined)}
        onSaved={(photos) => setItem(item === 'idFront' ? nextOf(photos, 'idBack') : undefined)}
      />
    );
  return <PhotoList link={link} photos={data} onTake={setItem} onLeft={onLeft} />;
}

/** The back of a document follows its front at once. */
function nextOf({ photos }: PhonePhotos, item: PhoneItem): PhoneItem | undefined {
  return photos.find((one) => one.item === item && !one.isGiven)?.item;
}

function isOver(error: Error | null): boolean {
  return (
    error instanceof ReadFailure &&
    error.failure.kind === 'refusal' &&
    error.failure.refusal === 'phone_link_over'
  );
}
