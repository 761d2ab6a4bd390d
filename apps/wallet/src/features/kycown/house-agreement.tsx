import { useId, useState } from 'react';

import { ContentBlocks } from '../../domain/content/content-blocks.tsx';
import { useContent } from '../../domain/content/message-queries.ts';
import { dateTimeText } from '../../lib/text/format.ts';
import { languages, useText } from '../../lib/text/i18n.ts';
import { ScreenSheet } from '../../screen/screen-sheet.tsx';
import { WhenRead } from '../../screen/when-read.tsx';
import { Checkbox } from '../../ui/field/choice-rows.tsx';
import { FieldHint } from '../../ui/field/field.tsx';
import { idOfField } from './typed/use-step-form.ts';

type AgreementProps = {
  readonly contentId: string;
  readonly isAgreed: boolean;
  readonly error: string | undefined;
  readonly onAgree: (isOn: boolean) => void;
};

/** "I agree …", and the text over this page: what was signed here stays as it is while somebody reads. */
export function HouseAgreement({ contentId, isAgreed, error, onAgree }: AgreementProps) {
  const t = useText();
  const errorId = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <div
        id={idOfField('agreement')}
        tabIndex={-1}
        role="group"
        aria-label={t('kycown.agreement')}
        aria-describedby={error === undefined ? undefined : errorId}
      >
        <Checkbox isOn={isAgreed} onChange={onAgree}>
          {t('kycown.agree')}
        </Checkbox>
      </div>
      <button type="button" className="ms-9 link type-sm" onClick={() => setOpen(true)}>
        {t('kycown.readAgreement')}
      </button>
      <FieldHint id={errorId} error={error} />
      <ScreenSheet isOpen={isOpen} onClose={() => setOpen(false)} title={t('kycown.agreement')}>
        {isOpen ? <AgreementOfHouse contentId={contentId} /> : null}
      </ScreenSheet>
    </div>
  );
}

function AgreementOfHouse({ contentId }: Pick<AgreementProps, 'contentId'>) {
  const t = useText();
  const content = useContent(contentId);
  return (
    <WhenRead read={content} rows={3} failed={t('kycreview.agreementFailed')} isInline>
      {({ blocks, version, time, language }) => (
        <>
          <p className="mb-3 num type-cap text-ink-3">
            {t('kycreview.version', { version, time: dateTimeText(time) })}
          </p>
          <div lang={languages[language].lang}>
            <ContentBlocks blocks={blocks} />
          </div>
        </>
      )}
    </WhenRead>
  );
}
