import '../../ui/base/glyph.css';
import type { KycLink, KycRecordDetail } from '../../domain/kyc/kyc-queries.ts';
import { useIsDemo } from '../../lib/http/config.ts';
import { useLinkSettings } from '../../lib/route/open-link.ts';
import { OutsideLink } from '../../lib/route/out-link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { momentText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Screen } from '../../screen/screen.tsx';
import { Button } from '../../ui/base/button.tsx';
import { Icon } from '../../ui/base/icon.tsx';
import { Note } from '../../ui/base/note.tsx';
import { SilentNote } from './silent-note.tsx';
import { type CompanyLink, companyLink } from './third-look.ts';

type OpenProps = {
  readonly record: KycRecordDetail;
  readonly link: KycLink;
  /** The person was there and came back without a result. */
  readonly isBack: boolean;
};

/**
 * The company's page, in a window of its own: a frame of ours has no camera. It is opened by a press, as a window that
 * opens by itself is stopped by browsers.
 */
export function CompanyOpen({ record, link, isBack }: OpenProps) {
  const t = useText();
  const to = companyLink(link.url, useLinkSettings(), useIsDemo());
  const { provider } = record;
  const company = provider ?? to?.host ?? '';
  return (
    <Screen back={paths.kyc()} width="480" foot={<ToCompany to={to} company={company} />}>
      <div className="flex flex-1 flex-col items-center justify-center pb-10 text-center">
        <span className="glyph glyph-brand glyph-large">
          <Icon name="arrow-square-out" size={34} />
        </span>
        <div role="status">
          <h2 className="mt-6 type-1">
            {isBack ? t('kycreview.back.title') : t('kycreview.open.title', { company })}
          </h2>
          <p className="mx-auto mt-2 max-w-78 text-balance text-ink-2">
            {isBack ? t('kycreview.back.text') : t('kycreview.open.text')}
          </p>
        </div>
        {to === undefined ? null : <Place to={to} expires={link.expires} />}
        <div className="mt-5 w-full text-start">
          <SilentNote since={link.silentSince} />
        </div>
      </div>
    </Screen>
  );
}

function Place({ to, expires }: { readonly to: CompanyLink; readonly expires: number | null }) {
  const t = useText();
  return (
    <div className="mt-5 grid justify-items-center gap-1 type-sm text-ink-3">
      <span className="inline-flex items-center gap-2">
        <Icon name="lock-simple" size={18} />
        {to.host}
      </span>
      {expires === null ? null : <span>{t('kycreview.openUntil', { time: momentText(expires) })}</span>}
    </div>
  );
}

type ToCompanyProps = { readonly to: CompanyLink | undefined; readonly company: string };

function ToCompany({ to, company }: ToCompanyProps) {
  const t = useText();
  if (to === undefined) return <Note tone="bad">{t('kycreview.badLink')}</Note>;
  return (
    <Button
      kind="primary"
      icon="arrow-square-out"
      link={(props) => <OutsideLink {...props} address={to.address} />}
    >
      {t('kycreview.continueAt', { company })}
    </Button>
  );
}
