import { useText } from './i18n.ts';
import { PageLink } from './link.tsx';
import { paths } from './paths.ts';

/** Spec 8: where a balance is too small, the go-recharge action leads to where money comes in. */
export function RechargeLink({ currency }: { readonly currency: string }) {
  const t = useText();
  return (
    <PageLink className="mt-1 text-action my-0 text-brand-text" to={paths.receive({ currency })}>
      {t('shell.recharge')}
    </PageLink>
  );
}
