import { recoveryCodesFew } from '@marigold/contract/limits';

import type { User } from '../../lib/device/session.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { FreezeNote } from '../../screen/freeze-note.tsx';
import { Screen } from '../../screen/screen.tsx';
import { Bloom } from '../../ui/base/bloom.tsx';
import { Button } from '../../ui/base/button.tsx';
import { Note } from '../../ui/base/note.tsx';
import { KeyValues } from '../../ui/list/key-values.tsx';
import { leaveGoogle } from './leave.ts';

type BoundProps = { readonly user: User; readonly back: string | undefined };

/** Two-step verification is on: how many recovery codes are left, new ones, and the way to unbind it. */
export function BoundTwoStep({ user: { codesLeft }, back }: BoundProps) {
  const t = useText();
  const own = paths.googleAuth(back === undefined ? {} : { back });
  return (
    <Screen
      width="480"
      back={() => leaveGoogle(back)}
      foot={
        <Button kind="danger" link={linkTo(paths.checkCode({ for: 'user/google/unbind', back: own }))}>
          {t('google.unbind')}
        </Button>
      }
    >
      <div className="grid justify-items-center py-6 text-center">
        <Bloom size={96} />
        <h2 className="mt-4 type-1">{t('google.onTitle')}</h2>
        <p className="mt-1 type-sm text-ink-2">{t('google.onText')}</p>
      </div>
      <FreezeNote className="mb-4" />
      <KeyValues
        rows={[{ key: t('google.codesTitle'), value: t('google.codesLeft', { left: codesLeft }) }]}
      />
      {codesLeft > recoveryCodesFew ? null : (
        <div className="mt-3">
          <Note tone="warn">{t('google.codesFew')}</Note>
        </div>
      )}
      <div className="mt-4">
        <Button kind="secondary" link={linkTo(paths.checkCode({ for: 'user/google/codes', back: own }))}>
          {t('google.newCodes')}
        </Button>
      </div>
    </Screen>
  );
}
