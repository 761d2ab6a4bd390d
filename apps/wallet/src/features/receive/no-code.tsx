import { ReadFailure } from '../../lib/query/queries.ts';
import { readFailed } from '../../lib/query/read-failed.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';
import { SkeletonBar } from '../../ui/base/skeleton.tsx';
import { VisuallyHidden } from '../../ui/base/visually-hidden.tsx';
import { ErrorState } from '../../ui/page/error-state.tsx';
import { internalChain } from './receive-way.ts';
import type { Receive } from './use-receive.ts';

/** The tile while there is no code: the shape of what comes, or why nothing does with another way to be paid. */
export function NoCode({ receive: { failure, way, retry } }: { readonly receive: Receive }) {
  const t = useText();
  if (failure === null)
    return (
      <div className="grid justify-items-center gap-4 rounded-xl bg-surface p-5" role="status">
        <VisuallyHidden>{t('shell.loading')}</VisuallyHidden>
        <SkeletonBar width={240} height={264} />
        <SkeletonBar width={264} />
        <SkeletonBar width={320} height={48} />
      </div>
    );
  const sentence =
    failure instanceof ReadFailure && failure.failure.kind === 'refusal' ? failure.message : undefined;
  return (
    <div className="rounded-xl bg-surface p-5 text-center text-ink">
      <ErrorState
        title={sentence ?? readFailed(failure)}
        reason={t('receive.failed')}
        retry={{ label: t('shell.tapToRetry'), onPress: retry }}
        isInline
      />
      {way?.kind === 'chain' ? (
        <div className="grid justify-items-center pb-2">
          <Button
            size="small"
            link={linkTo(paths.receive({ currency: way.currency.code, chain: internalChain }), {
              isReplacing: true,
            })}
          >
            {t('receive.useInternal')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
