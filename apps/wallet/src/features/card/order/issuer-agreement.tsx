import { useId } from 'react';

import type { CardProductItem } from '../../../domain/card/card-queries.ts';
import { PageLink } from '../../../lib/route/link.tsx';
import { paths } from '../../../lib/route/paths.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { Checkbox } from '../../../ui/field/choice-rows.tsx';
import { FieldHint } from '../../../ui/field/field.tsx';
import { idOfCardField } from './place-fields.tsx';

type AgreementProps = {
  readonly issuer: CardProductItem['issuer'];
  readonly isAgreed: boolean;
  readonly error: string | undefined;
  readonly onAgree: (isOn: boolean) => void;
};

const place = '\uE000';

/** "I accept the agreement of …", unticked; its words lead to what is accepted. */
export function IssuerAgreement({ issuer, isAgreed, error, onAgree }: AgreementProps) {
  const t = useText();
  const errorId = useId();
  const [before = '', after = ''] = t('card.agree', { agreement: place }).split(place);
  const words = t('card.agreementOf', { company: issuer.name });
  return (
    <div
      id={idOfCardField('agreement')}
      tabIndex={-1}
      role="group"
      aria-label={words}
      aria-describedby={error === undefined ? undefined : errorId}
    >
      <Checkbox isOn={isAgreed} onChange={onAgree}>
        {before}
        <PageLink className="link" to={paths.content({ id: issuer.contentId })}>
          {words}
        </PageLink>
        {after}
      </Checkbox>
      <FieldHint id={errorId} error={error} />
    </div>
  );
}

/** What was accepted: another text or another version of it is not. */
export function agreementKey({ contentId, version }: CardProductItem['issuer']): string {
  return `${contentId} ${version}`;
}
