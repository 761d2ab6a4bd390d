import { useText } from '../../lib/i18n.ts';
import { goBack } from '../../lib/navigation.ts';
import { paths, type SettingSearch } from '../../lib/paths.ts';
import { useUserInfo } from '../../lib/queries.ts';
import { useSession } from '../../lib/session.ts';
import { NavBar } from '../../ui/nav-bar.tsx';
import { Page } from '../../ui/page.tsx';
import { Appearance } from './appearance.tsx';
import { Mails } from './mails.tsx';
import { NicknameForm } from './nickname-form.tsx';
import { PictureSection } from './picture-section.tsx';
import { PlaceRows } from './place-rows.tsx';

/** Personal settings (spec 2): how a person is shown, in which words and money, in which colours, and what is mailed. */
export function SettingPage({ country }: SettingSearch) {
  const t = useText();
  const { user } = useSession();
  // What the session kept shows at once; newer facts arrive through it.
  useUserInfo();
  return (
    <Page
      width="480"
      nav={
        <NavBar
          title={t('shell.title.setting')}
          back={{ kind: 'back', label: t('shell.back'), onPress: () => goBack(paths.me()) }}
        />
      }
    >
      {user === undefined ? null : (
        <>
          <PictureSection user={user} />
          <NicknameForm key={user.nickname} nickname={user.nickname} />
          <PlaceRows user={user} picked={country} />
          <Appearance />
          <Mails mails={user.mails} />
        </>
      )}
    </Page>
  );
}
