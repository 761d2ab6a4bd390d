import { linkTo } from '../lib/route/link.tsx';
import { paths } from '../lib/route/paths.ts';
import { useText } from '../lib/text/i18n.ts';
import { Button } from '../ui/base/button.tsx';
import { EmptyState } from '../ui/page/empty-state.tsx';
import { Screen } from './screen.tsx';

type LoginNeededProps = {
  /** The page that they wanted. */
  readonly wanted: string;
  /** It is the home of a tab, where no way leads back. */
  readonly isTab: boolean;
};

/** A visitor on a page of wallet holders (spec 1, 6); logging in leads back here. */
export function LoginNeeded({ wanted, isTab }: LoginNeededProps) {
  const t = useText();
  return (
    <Screen width="480" back={isTab ? undefined : paths.home()}>
      <EmptyState
        title={t('shell.loginOrRegister')}
        reason={t('shell.loginPrompt')}
        action={
          <div className="grid gap-3">
            <Button kind="primary" link={linkTo(paths.login({ back: wanted }))}>
              {t('shell.login')}
            </Button>
            <Button kind="secondary" link={linkTo(paths.register({ back: wanted }))}>
              {t('shell.register')}
            </Button>
          </div>
        }
      />
    </Screen>
  );
}
