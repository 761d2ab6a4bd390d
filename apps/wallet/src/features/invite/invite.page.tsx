import { useSession } from '../../lib/device/session.ts';
import { paths } from '../../lib/route/paths.ts';
import { Screen } from '../../screen/screen.tsx';
import { Friends } from './friends.tsx';
import { InvitationCard } from './invitation-card.tsx';

/** The invitation code as text, link and picture, and who registered with it. */
export function InvitePage() {
  const { user } = useSession();
  if (user === undefined) return null;
  return (
    <Screen back={paths.me()}>
      <div className="wide:grid wide:grid-cols-[minmax(0,380px)_minmax(0,1fr)] wide:items-start wide:gap-5">
        <InvitationCard code={user.inviteCode} />
        <Friends />
      </div>
    </Screen>
  );
}
