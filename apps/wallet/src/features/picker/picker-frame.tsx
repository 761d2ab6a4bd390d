import { type ReactNode, useState } from 'react';

import type { ReadError } from '../../lib/query/queries.ts';
import { leavePicker, type WayBack } from '../../lib/route/picker.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Screen } from '../../screen/screen.tsx';
import { ReadFailed, WaitingRows } from '../../screen/when-read.tsx';
import { Button } from '../../ui/base/button.tsx';
import { Icon } from '../../ui/base/icon.tsx';
import { Field } from '../../ui/field/field.tsx';
import { EmptyState } from '../../ui/page/empty-state.tsx';

type FrameProps<Row> = {
  readonly wayBack: WayBack;
  /** Undefined while it is fetched. */
  readonly rows: readonly Row[] | undefined;
  readonly failure: ReadError | null;
  readonly retry: () => Promise<unknown>;
  readonly find: (rows: readonly Row[], typed: string) => readonly Row[];
  /** What is said instead of a list that has nothing at all. */
  readonly empty?: ReactNode;
  /** Under the search, above the rows. */
  readonly note?: ReactNode;
  /** `typed` is '' while nobody searches. */
  readonly children: (rows: readonly Row[], typed: string) => ReactNode;
};

/** A page to choose a currency on: search on top, rows below, and every way it can be without rows. */
export function PickerFrame<Row>({ wayBack, children, ...list }: FrameProps<Row>) {
  return (
    <Screen width="480" back={() => leavePicker(wayBack)}>
      <Content {...list}>{children}</Content>
    </Screen>
  );
}

function Content<Row>({
  rows,
  failure,
  retry,
  find,
  empty,
  note,
  children,
}: Omit<FrameProps<Row>, 'wayBack'>) {
  const t = useText();
  const [typed, setTyped] = useState('');
  if (rows === undefined) {
    if (failure === null) return <WaitingRows rows={6} />;
    return <ReadFailed error={failure} reason={t('picker.failed')} onRetry={retry} />;
  }
  if (rows.length === 0 && empty !== undefined) return <>{empty}</>;
  const found = find(rows, typed);
  return (
    <>
      <Field
        label={t('picker.search')}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        left={<Icon name="magnifying-glass" size={20} />}
        value={typed}
        maxLength={40}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setTyped('');
        }}
      />
      {note === undefined ? null : <p className="type-sm text-ink-2 px-1 pt-3">{note}</p>}
      {found.length === 0 ? (
        <EmptyState
          title={t('picker.noneTitle')}
          reason={t('picker.noneText', { text: typed.trim() })}
          isInline
          action={
            <Button size="small" onPress={() => setTyped('')}>
              {t('picker.clear')}
            </Button>
          }
        />
      ) : (
        children(found, typed.trim())
      )}
    </>
  );
}
