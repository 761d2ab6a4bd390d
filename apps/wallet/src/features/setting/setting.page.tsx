import { useUserInfo } from '../../domain/account/account-queries.ts';
import { useSession } from '../../lib/device/session.ts';
import { paths, type SettingSearch } from '../../lib/route/paths.ts';
import { Screen } from '../../screen/screen.tsx';
import { Appearance } from './appearance.tsx';
import { Mails } from './mails.tsx';
import { NicknameForm } from './nickname-form.tsx';
import { PictureSection } from './picture-section.tsx';
import { RegionRows } from './region-rows.tsx';

/** Personal settings (spec 2): how a person is shown, in which words and money, in which colours, and what is mailed. */
export function SettingPage({ country }: SettingSearch) {
  const { user } = useSession();
  // What the session kept shows at once; newer facts arrive through it.
  useUserInfo();
  return (
    <Screen width="480" back={paths.me()}>
      {user === undefined ? null : (
        <>
          <PictureSection user={user} />
          <NicknameForm key={user.nickname} nickname={user.nickname} />
          <RegionRows user={user} picked={country} />
          <Appearance />
          <Mails mails={user.mails} />
        </>
      )}
    </Screen>
  );
}
