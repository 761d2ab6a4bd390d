import { useUserInfo } from '../../domain/account/account-queries.ts';
import { type User, useSession } from '../../lib/device/session.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Screen } from '../../screen/screen.tsx';
import { Button } from '../../ui/base/button.tsx';
import { Card } from '../../ui/base/card.tsx';
import { IconButton } from '../../ui/base/icon-button.tsx';
import { IdentityCard } from './identity.tsx';
import { InviteCard } from './invite-card.tsx';
import { LogOut } from './log-out.tsx';
import { AccountRows, HelpRows, MoreRows, PaymentRows, SettingRows } from './me-rows.tsx';

/** The personal centre (spec 2): who I am here, and the way to every personal page. Visitors are asked in. */
export function MePage() {
  const { user } = useSession();
  // What the session kept shows at once; newer facts arrive through it.
  useUserInfo();
  return (
    <Screen back={paths.home()} actions={user === undefined ? null : <SettingLink />}>
      {user === undefined ? <Visitor /> : <Person user={user} />}
    </Screen>
  );
}

function Person({ user }: { user: User }) {
  return (
    <div className="wide:grid wide:grid-cols-[minmax(0,344px)_minmax(0,1fr)] wide:gap-5 wide:items-start">
      <div>
        <IdentityCard user={user} />
        <InviteCard code={user.inviteCode} />
      </div>
      <div className="wide:-mt-4.5">
        <AccountRows user={user} />
        <PaymentRows user={user} />
        <MoreRows hasLogin />
        <SettingRows hasLogin />
        <HelpRows />
        <LogOut />
      </div>
    </div>
  );
}

/** The gear of the bar. */
function SettingLink() {
  const t = useText();
  return <IconButton icon="gear-six" label={t('shell.title.setting')} link={linkTo(paths.setting())} />;
}

function Visitor() {
  const t = useText();
  const back = paths.me();
  return (
    <div className="wide:max-w-120">
      <Card>
        <h2 className="type-2">{t('shell.loginOrRegister')}</h2>
        <p className="type-sm text-ink-2 mt-1 mb-4">{t('shell.loginPrompt')}</p>
        <div className="grid gap-2">
          <Button kind="primary" link={linkTo(paths.login({ back }))}>
            {t('shell.login')}
          </Button>
          <Button link={linkTo(paths.register({ back }))}>{t('shell.register')}</Button>
        </div>
      </Card>
      <MoreRows />
      <SettingRows />
      <HelpRows />
    </div>
  );
}
