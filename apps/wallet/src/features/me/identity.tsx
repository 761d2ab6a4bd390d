import { mask } from '@marigold/contract/rules/masking';

import type { User } from '../../lib/device/session.ts';
import { useText } from '../../lib/text/i18n.ts';
import { FreezeNote } from '../../screen/freeze-note.tsx';
import { Avatar } from '../../ui/base/avatar.tsx';
import { initialsOf } from '../../ui/base/initials.ts';

/** Avatar, name and masked account; what is frozen. */
export function IdentityCard({ user }: { user: User }) {
  const t = useText();
  return (
    <section>
      <div className="flex items-center gap-4 px-0.5">
        <Avatar initials={initialsOf(user.nickname)} src={user.avatar} size={68} tone="brand" />
        <div className="flex-1 min-w-0">
          <h2 className="type-2 wrap-anywhere">{user.nickname}</h2>
          <p className="type-sm text-ink-3 num mt-1">{t('me.id', { masked: mask(user.username) })}</p>
        </div>
      </div>
      <FreezeNote className="mt-4" />
    </section>
  );
}
