import { type FormEvent, type ReactElement, useState } from 'react';

import { type FormProblem, problemOf } from '../../lib/http/form-problem.ts';
import { useIntent } from '../../lib/intents/intent.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';
import { Card } from '../../ui/base/card.tsx';
import { Note } from '../../ui/base/note.tsx';
import { TextAreaField } from '../../ui/field/field.tsx';
import { ticketText, typedMax } from './ticket-text.ts';

type FormProps = {
  /** The order number of the bill that it is about. */
  readonly order: string | undefined;
};

/** A request to support; the answer comes as a message. */
export function TicketForm({ order }: FormProps): ReactElement {
  const t = useText();
  const about = order === undefined ? undefined : t('contactus.about', { order });
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<FormProblem<'text'>>();
  const [number, setNumber] = useState<string>();
  const ticket = useIntent('app/feedback');
  async function send(): Promise<void> {
    setProblem(undefined);
    try {
      const result = await ticket.send({ text: ticketText(about, text) }, { onFail: () => undefined });
      if (result.ok) {
        setNumber(result.data.number);
        setText('');
      } else setProblem(problemOf(result, { fields: ['text'] }));
    } catch {
      // No answer: the note under the field says what that means.
    }
  }
  if (number !== undefined) return <Sent number={number} onAnother={() => setNumber(undefined)} />;
  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void send();
      }}
    >
      {about === undefined ? null : <p className="type-sm-b mb-3 wrap-anywhere">{about}</p>}
      <TextAreaField
        label={t('contactus.text')}
        hint={t('contactus.hint')}
        error={problem?.field === 'text' ? problem.text : undefined}
        className="min-h-30"
        maxLength={typedMax(about)}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setProblem(undefined);
        }}
      />
      <div className="grid gap-3 mt-4">
        {problem !== undefined && problem.field === undefined ? (
          <Note tone="warn">{problem.text}</Note>
        ) : null}
        {ticket.isUnanswered && !ticket.isSending ? <Note tone="info">{t('contactus.unsure')}</Note> : null}
        <Button kind="primary" type="submit" isBusy={ticket.isSending} busyLabel={t('contactus.sending')}>
          {t('contactus.send')}
        </Button>
      </div>
    </form>
  );
}

function Sent({
  number,
  onAnother,
}: {
  readonly number: string;
  readonly onAnother: () => void;
}): ReactElement {
  const t = useText();
  return (
    <Card>
      <div role="status">
        <h3 className="type-body-b wrap-anywhere">{t('contactus.sent.title', { number })}</h3>
        <p className="type-sm text-ink-2 mt-1 mb-4">{t('contactus.sent.text')}</p>
      </div>
      <Button size="small" onPress={onAnother}>
        {t('contactus.sent.another')}
      </Button>
    </Card>
  );
}
