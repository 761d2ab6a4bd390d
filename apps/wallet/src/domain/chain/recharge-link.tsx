import { PageLink } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';

/** Spec 8: where a balance is too small, the go-recharge action leads to where money comes in. */
export function RechargeLink({ currency }: { readonly currency: string }) {
  const t = useText();
  return (
    <PageLink className="mt-1 text-action my-0 text-brand-text" to={paths.receive({ currency })}>
      {t('shell.recharge')}
    </PageLink>
  );
}
