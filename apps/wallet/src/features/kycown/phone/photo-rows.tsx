import type { PhoneItem, PhonePhotos } from '../../../domain/kyc/kyc-phone.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { Button } from '../../../ui/base/button.tsx';
import { List, ListGlyph, ListRow } from '../../../ui/list/list.tsx';

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
        <ListRow
          key={item}
          glyph={<ListGlyph icon={isGiven ? 'check-bold' : 'camera'} tone={isGiven ? 'ok' : 'plain'} />}
          title={titleOf(item)}
          detail={
            <>
              {t(isGiven ? 'kycown.saved' : 'kycown.phone.wanted')}
              {onTake !== undefined && isGiven ? (
                // Below and not beside, as in SavedPictures: the name would not fit a phone in one line.
                <span className="mt-2 flex text-ink">
                  <Button size="small" onPress={() => onTake(item)}>
                    {t('kycown.photo.another')}
                  </Button>
                </span>
              ) : null}
            </>
          }
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
