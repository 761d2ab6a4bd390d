import { useText } from '../../lib/i18n.ts';
import { goBack } from '../../lib/navigation.ts';
import { type InviteSearch, paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { NavBar } from '../../ui/nav-bar.tsx';
import { Page } from '../../ui/page.tsx';
import { Friends } from './friends.tsx';
import { InvitationCard } from './invitation-card.tsx';

/** The invitation code as text, link and picture, and who registered with it. */
export function InvitePage({ part }: InviteSearch) {
  const t = useText();
  const { user } = useSession();
  if (user === undefined) return null;
  return (
    <Page
      nav={
        <NavBar
          title={t(part === 'share' ? 'shell.title.share' : 'shell.title.building')}
          back={{ kind: 'back', label: t('shell.back'), onPress: () => goBack(paths.me()) }}
        />
      }
    >
      <div className="wide:grid wide:grid-cols-[minmax(0,380px)_minmax(0,1fr)] wide:items-start wide:gap-5">
        <InvitationCard code={user.inviteCode} />
        <Friends />
      </div>
    </Page>
  );
}
