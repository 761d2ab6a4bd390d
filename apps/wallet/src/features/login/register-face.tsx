import { PageLink } from '../../lib/route/link.tsx';
import { goBack } from '../../lib/route/navigation.ts';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';
import { IconButton } from '../../ui/base/icon-button.tsx';
import { Page } from '../../ui/page/page.tsx';
import { LanguageLink } from './login-art.tsx';
import type { FaceProps } from './login-face.tsx';
import { RegisterForm } from './register-form.tsx';
import { useRegister } from './use-register.ts';

/** For those who have none yet. */
export function RegisterFace({ search }: FaceProps) {
  const t = useText();
  const form = useRegister(search.invitecode);
  return (
    <Page
      nav={
        <div className="flex items-center justify-between px-1 min-h-13">
          <IconButton icon="arrow-left" label={t('shell.back')} onPress={() => goBack(paths.login(search))} />
          <LanguageLink />
        </div>
      }
      foot={
        <>
          <Button
            kind="primary"
            type="submit"
            form={form.id}
            isBusy={form.isSubmitting}
            busyLabel={t('login.registerBusy')}
          >
            {t('login.registerSubmit')}
          </Button>
          <p className="mt-3 text-center type-sm">
            {t('login.haveAccount')}{' '}
            <PageLink className="link" to={paths.login(search)} isReplacing>
              {t('login.toLogin')}
            </PageLink>
          </p>
        </>
      }
    >
      <h1 className="type-1 mt-2 mb-4">{t('login.registerTitle')}</h1>
      <RegisterForm form={form} />
    </Page>
  );
}
