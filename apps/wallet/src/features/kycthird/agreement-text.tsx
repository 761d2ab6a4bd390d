import '../../ui/base/card.css';
import { ContentBlocks } from '../../domain/content/content-blocks.tsx';
import { useContent } from '../../domain/content/message-queries.ts';
import { dateTimeText } from '../../lib/text/format.ts';
import { languages, useText } from '../../lib/text/i18n.ts';
import { WhenRead } from '../../screen/when-read.tsx';

/** The agreement as it holds now, with its version. */
export function AgreementText({ id }: { readonly id: string }) {
  const t = useText();
  const content = useContent(id);
  return (
    <section className="mt-3">
      <WhenRead read={content} rows={3} failed={t('kycreview.agreementFailed')} isInline>
        {({ title, blocks, version, time, language }) => (
          <div className="card">
            <h2 className="type-3" lang={languages[language].lang}>
              {title}
            </h2>
            <p className="mt-1 mb-3 num type-cap text-ink-3">
              {t('kycreview.version', { version, time: dateTimeText(time) })}
            </p>
            <div lang={languages[language].lang}>
              <ContentBlocks blocks={blocks} />
            </div>
          </div>
        )}
      </WhenRead>
    </section>
  );
}
