import '../../ui/base/card.css';
import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { momentText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Bloom } from '../../ui/base/bloom.tsx';
import { Button } from '../../ui/base/button.tsx';
import type { BindEnd } from './use-bind-number.ts';

type DoneProps = { readonly end: BindEnd; readonly onAgain: () => void };

/** It is bound, or it waits for whoever has the number. */
export function BindDone({ end, onAgain }: DoneProps) {
  const t = useText();
  const { number, use, expires } = end;
  const isBound = expires === null;
  return (
    <section className="card">
      <Bloom size={88} tone={isBound ? 'brand' : 'dotted'} />
      <div role="status" className="mt-3">
        <h2 className="type-2">{t(isBound ? 'kycauth.done.title' : 'kycauth.waiting.title')}</h2>
        <p className="mt-1 wrap-anywhere text-ink-2">
          {isBound
            ? t(`kycauth.done.${use}`, { number })
            : t('kycauth.waiting.text', { number, time: momentText(expires) })}
        </p>
      </div>
      <div className="mt-4 grid gap-2">
        {isBound ? (
          <Button kind="primary" link={linkTo(paths.kycRecord({ record: number }))}>
            {t('kycauth.seeRecord')}
          </Button>
        ) : null}
        <Button kind="secondary" onPress={onAgain}>
          {t('kycauth.another')}
        </Button>
      </div>
    </section>
  );
}
