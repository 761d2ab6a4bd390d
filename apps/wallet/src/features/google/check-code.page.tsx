import { useState } from 'react';

import { useSession } from '../../lib/device/session.ts';
import { go } from '../../lib/route/navigation.ts';
import { type CheckCodeSearch, isOwnAddress, paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { BindFirst } from '../../screen/bind-first.tsx';
import { Screen } from '../../screen/screen.tsx';
import { CheckCells } from './check-cells.tsx';
import { CodesOnce } from './codes-once.tsx';
import { UnbindSteps } from './unbind-steps.tsx';
import { Unbound } from './unbound.tsx';
import { useRenewCodes } from './use-renew-codes.ts';

/** The six digits of an authenticator on a page: for new recovery codes, and to unbind it. Then back to where it began. */
export function CheckCodePage({ for: kind = 'user/google/codes', back }: CheckCodeSearch) {
  const { user } = useSession();
  const [codes, setCodes] = useState<readonly string[]>();
  const [isUnbound, setUnbound] = useState(false);
  const leave = () =>
    go(back !== undefined && isOwnAddress(back) ? back : paths.googleAuth(), { isReplacing: true });
  if (user === undefined) return null;
  if (isUnbound) return <Unbound />;
  if (codes !== undefined) return <CodesOnce codes={codes} onDone={leave} />;
  const own = paths.checkCode({ for: kind, ...(back === undefined ? {} : { back }) });
  return (
    <BindFirst page="/pages/googleauth/checkcode" own={own}>
      {kind === 'user/google/unbind' ? (
        <UnbindSteps user={user} onLeave={leave} onDone={() => setUnbound(true)} />
      ) : (
        <RenewCodes onCodes={setCodes} onLeave={leave} />
      )}
    </BindFirst>
  );
}

type RenewProps = {
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onLeave: () => void;
};

function RenewCodes({ onCodes, onLeave }: RenewProps) {
  const t = useText();
  const check = useRenewCodes((codes) => (codes === undefined ? onLeave() : onCodes(codes)));
  return (
    <Screen width="480" back={onLeave}>
      <h2 className="mt-2 type-1">{t('google.newCodes')}</h2>
      <p className="mt-1 mb-5 type-sm text-ink-2">{t('google.newCodesIntro')}</p>
      <CheckCells check={check} />
    </Screen>
  );
}
