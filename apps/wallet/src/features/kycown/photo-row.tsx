import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';
import { ListGlyph, ListRow } from '../../ui/list/list.tsx';

type PhotoRowProps = {
  readonly title: string;
  /** It was given, and is sealed; else it is still wanted. */
  readonly isGiven: boolean;
  /** Makes it anew; absent where nothing is made. */
  readonly again?: { readonly label: string; readonly onPress: () => void };
};

/** A photo or a signature, and whether it is there. */
export function PhotoRow({ title, isGiven, again }: PhotoRowProps) {
  const t = useText();
  return (
    <ListRow
      glyph={<ListGlyph icon={isGiven ? 'check-bold' : 'camera'} tone={isGiven ? 'ok' : 'plain'} />}
      title={title}
      detail={
        <>
          {t(isGiven ? 'kycown.saved' : 'kycown.phone.wanted')}
          {again === undefined ? null : (
            // Below and not beside: in Russian and English the name would not fit a phone in one line.
            <span className="mt-2 flex text-ink">
              <Button size="small" onPress={again.onPress}>
                {again.label}
              </Button>
            </span>
          )}
        </>
      }
    />
  );
}
