import type { PhoneItem, PhonePhotos } from '../../../domain/kyc/kyc-phone.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { List } from '../../../ui/list/list.tsx';
import { PhotoRow } from '../photo-row.tsx';

type RowsProps = Pick<PhonePhotos, 'idType' | 'photos'> & {
  /** Where photos are taken; absent where they are waited for. */
  readonly onTake?: (item: PhoneItem) => void;
};

/** Photos that are wanted, and which of them are there. */
export function PhotoRows({ idType, photos, onTake }: RowsProps) {
  const t = useText();
  const titleOf = useTitleOfPhoto(idType);
  return (
    <List label={t('kycown.phone.photosLabel')}>
      {photos.map(({ item, isGiven }) => (
        <PhotoRow
          key={item}
          title={titleOf(item)}
          isGiven={isGiven}
          {...(onTake !== undefined &&
            isGiven && { again: { label: t('kycown.photo.another'), onPress: () => onTake(item) } })}
        />
      ))}
    </List>
  );
}

/** What a photo is called. A kind of document that was not chosen yet is taken for a passport, which has one page. */
export function useTitleOfPhoto(idType: PhonePhotos['idType']): (item: PhoneItem) => string {
  const t = useText();
  return (item) =>
    item === 'addressProof'
      ? t('kycown.address.title')
      : item === 'idBack'
        ? t('kycown.photo.idBack')
        : t(`kycown.photo.idFront.${idType ?? 'passport'}`);
}
