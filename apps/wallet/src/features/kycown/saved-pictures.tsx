import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';
import { List, ListGlyph, ListRow } from '../../ui/list/list.tsx';

type SavedProps = {
  readonly label: string;
  readonly pictures: readonly {
    readonly key: string;
    readonly title: string;
    readonly action: string;
    readonly onPress: () => void;
  }[];
};

/** Pictures that are sealed and not shown again; each can be made anew. */
export function SavedPictures({ label, pictures }: SavedProps) {
  const t = useText();
  return (
    <List label={label}>
      {pictures.map(({ key, title, action, onPress }) => (
        <ListRow
          key={key}
          glyph={<ListGlyph icon="check-bold" tone="ok" />}
          title={title}
          detail={
            <>
              {t('kycown.saved')}
              {/* Below and not beside: in Russian and English the name would not fit a phone in one line. */}
              <span className="mt-2 flex text-ink">
                <Button size="small" onPress={onPress}>
                  {action}
                </Button>
              </span>
            </>
          }
        />
      ))}
    </List>
  );
}
