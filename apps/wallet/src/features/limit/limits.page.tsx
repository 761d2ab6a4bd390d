import { type LimitsNow, useOwnLimits } from '../../domain/verification/own-limits.ts';
import { paths } from '../../lib/route/paths.ts';
import { useIsAhead } from '../../lib/text/countdown.ts';
import { useText } from '../../lib/text/i18n.ts';
import { AlwaysWait } from '../../screen/always-wait.tsx';
import { Screen } from '../../screen/screen.tsx';
import { WhenRead } from '../../screen/when-read.tsx';
import { LimitForm } from './limit-form.tsx';
import { PendingLimits, UsedLimits } from './limit-state.tsx';

/** Up to where payments ask for no second verification (spec 2): what holds, what waits, what is used. */
export function LimitsPage() {
  const t = useText();
  const limits = useOwnLimits();
  if (limits.data !== undefined) return <Limits data={limits.data} />;
  return (
    <Screen width="480" back={paths.profile()}>
      <WhenRead read={limits} failed={t('limit.failed')}>
        {() => null}
      </WhenRead>
    </Screen>
  );
}

function Limits({ data }: { readonly data: LimitsNow }) {
  const isAhead = useIsAhead(data.pending?.effectiveAt ?? 0);
  const limits = data.pending !== null && !isAhead ? inForce(data, data.pending) : data;
  return (
    <LimitForm key={JSON.stringify([limits.values, limits.pending?.effectiveAt])} limits={limits}>
      {limits.pending === null ? null : <PendingLimits values={limits.values} pending={limits.pending} />}
      <UsedLimits limits={limits} />
      <div className="mt-4">
        <AlwaysWait limits={limits} />
      </div>
    </LimitForm>
  );
}

/** A raise holds from its moment on, whether or not the server was asked since. */
function inForce(data: LimitsNow, raise: NonNullable<LimitsNow['pending']>): LimitsNow {
  const { single, total, payments, method, alwaysWait } = raise;
  return { ...data, values: { single, total, payments, method, alwaysWait }, pending: null };
}
