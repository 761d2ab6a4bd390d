import type { KycLink, KycRecordDetail } from '../../domain/kyc/kyc-queries.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Screen } from '../../screen/screen.tsx';
import { Bloom } from '../../ui/base/bloom.tsx';
import { Button } from '../../ui/base/button.tsx';
import { SilentNote } from './silent-note.tsx';

type OpeningProps = {
  readonly record: KycRecordDetail;
  readonly link: KycLink;
  readonly isSlow: boolean;
};

/** The company is asked to open its page; nobody has to stay for that. */
export function CompanyOpening({ record, link, isSlow }: OpeningProps) {
  const t = useText();
  const { provider: company } = record;
  return (
    <Screen
      back={paths.kyc()}
      width="480"
      foot={<Button link={linkTo(paths.kyc())}>{t('kycreview.leave')}</Button>}
    >
      <div className="flex flex-1 flex-col items-center justify-center pb-10 text-center">
        <Bloom size={132} tone="brand" isTurning />
        <div role="status">
          <h2 className="mt-6 type-1">
            {company === null ? t('kycreview.opening.any') : t('kycreview.opening.title', { company })}
          </h2>
          {link.silentSince === null ? (
            <p className="mx-auto mt-2 max-w-78 text-balance text-ink-2">
              {t(isSlow ? 'kycreview.opening.slow' : 'kycreview.opening.text')}
            </p>
          ) : null}
        </div>
        <div className="mt-5 w-full text-start">
          <SilentNote since={link.silentSince} />
        </div>
      </div>
    </Screen>
  );
}
