import { mask } from '@marigold/contract/rules/masking';

import type { User } from '../../lib/device/session.ts';
import { dateTimeText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Avatar } from '../../ui/base/avatar.tsx';
import { initialsOf } from '../../ui/base/initials.ts';
import { Note } from '../../ui/base/note.tsx';

const freezeTexts = { payout: 'me.freeze', trade: 'me.freezeTrade' } as const;

/** Avatar, name and masked account; what is frozen, and until when. */
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
      {user.freezes.map(({ area, until }) =>
        until === null || (area !== 'payout' && area !== 'trade') ? null : (
          <div key={area} className="mt-4">
            <Note tone="warn">{t(freezeTexts[area], { time: dateTimeText(until) })}</Note>
          </div>
        ),
      )}
    </section>
  );
}
