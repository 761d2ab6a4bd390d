import type { CardApplication } from '../../../domain/card/card-queries.ts';
import { momentText } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { Note } from '../../../ui/base/note.tsx';

type NoteProps = { readonly application: CardApplication };

/** A company that does not answer: since when, and when it is asked again. What it alerts last stands beneath. */
export function UnknownNote({ application }: NoteProps) {
  const t = useText();
  const { progress, silentSince, channel, nextLook } = application;
  if (progress !== 'unknown') return null;
  const company = channel;
  return (
    <div className="mb-3" role="status">
      <Note tone="warn">
        <p className="type-body-b">{t('card.unknown.title')}</p>
        <p>
          {silentSince === null
            ? t('card.unknown.text', { company })
            : t('card.unknown.since', { company, since: momentText(silentSince) })}
        </p>
        {nextLook === null ? null : <p>{t('card.unknown.next', { time: momentText(nextLook) })}</p>}
      </Note>
    </div>
  );
}
