import { List } from '../../ui/list/list.tsx';
import { PhotoRow } from './photo-row.tsx';

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
  return (
    <List label={label}>
      {pictures.map(({ key, title, action, onPress }) => (
        <PhotoRow key={key} title={title} isGiven again={{ label: action, onPress }} />
      ))}
    </List>
  );
}
