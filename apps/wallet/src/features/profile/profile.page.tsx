import { mask } from '@marigold/contract/rules/masking';

import { useUserInfo } from '../../domain/account/account-queries.ts';
import { type User, useSession } from '../../lib/device/session.ts';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { FreezeNote } from '../../screen/freeze-note.tsx';
import { Screen } from '../../screen/screen.tsx';
import { Avatar } from '../../ui/base/avatar.tsx';
import { initialsOf } from '../../ui/base/initials.ts';
import { SectionHead } from '../../ui/base/section-head.tsx';
import { SecurityHistory } from './history.tsx';
import { ProtectionCard } from './protection-card.tsx';
import { PaymentSecretRows, SignInRows } from './secret-rows.tsx';
import { Sessions } from './sessions.tsx';

/** My account (spec 2, also "Account & Security"): what protects it, where it is open, and what happened to it. */
export function ProfilePage() {
  const t = useText();
  const { user } = useSession();
  // What the session kept shows at once; newer facts arrive through it.
  useUserInfo();
  return (
    <Screen back={paths.me()}>
      {user === undefined ? null : (
        <div className="wide:grid wide:grid-cols-2 wide:gap-5 wide:items-start">
          <div>
            <Account user={user} />
            <FreezeNote className="mt-4" />
            <SectionHead isQuiet title={t('shell.title.security')} />
            <ProtectionCard user={user} />
            <SignInRows user={user} />
            <PaymentSecretRows user={user} />
          </div>
          <div className="wide:-mt-4.5">
            <Sessions />
            <SecurityHistory />
          </div>
        </div>
      )}
    </Screen>
  );
}

function Account({ user }: { readonly user: User }) {
  const t = useText();
  return (
    <section className="flex items-center gap-3 px-0.5">
      <Avatar initials={initialsOf(user.nickname)} src={user.avatar} size={52} tone="brand" />
      <div className="min-w-0">
        <h2 className="type-3 wrap-anywhere">{user.nickname}</h2>
        <p className="type-sm text-ink-3 num">{t('profile.account', { masked: mask(user.username) })}</p>
      </div>
    </section>
  );
}
