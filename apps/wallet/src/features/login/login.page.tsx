import { useEffect } from 'react';

import { useText } from '../../lib/i18n.ts';
import { PageLink } from '../../lib/link.tsx';
import { go, goBack } from '../../lib/navigation.ts';
import { isOwnAddress, type LoginSearch, paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { FieldHero, Lift } from '../../ui/field-hero.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { BrandMark } from '../../ui/logo.tsx';
import { Page, Split480 } from '../../ui/page.tsx';
import { LanguageLink, LoginArt } from './login-art.tsx';
import { LoginForm } from './login-form.tsx';
import { registerDraft } from './register-draft.ts';
import { RegisterForm } from './register-form.tsx';
import { useRegister } from './use-register.ts';

/** Log in, or with `type=register` create an account. Whoever is logged in goes on to `back` or home. */
export function LoginPage({ type, invitecode, back }: LoginSearch) {
  const { hasLogin } = useSession();
  useEffect(() => {
    if (!hasLogin) return;
    registerDraft.forget();
    go(back !== undefined && isOwnAddress(back) ? back : paths.home(), { isReplacing: true });
  }, [hasLogin, back]);
  // The way on keeps what the address said.
  const kept = {
    ...(invitecode === undefined ? {} : { invitecode }),
    ...(back === undefined ? {} : { back }),
  };
  return (
    <Split480 art={<LoginArt />}>
      {type === 'register' ? <RegisterFace search={kept} /> : <LoginFace search={kept} />}
    </Split480>
  );
}

type FaceProps = { search: Omit<LoginSearch, 'type'> };

function LoginFace({ search }: FaceProps) {
  const t = useText();
  return (
    <Page
      isFlush
      foot={
        <p className="text-center">
          {t('login.newHere')}{' '}
          <PageLink className="link" to={paths.register(search)}>
            {t('login.toRegister')}
          </PageLink>
        </p>
      }
    >
      <FieldHero>
        <div className="flex flex-wrap items-center justify-between pl-4 pr-2 min-h-13">
          <BrandMark name="Marigold" isCurrent />
          <LanguageLink />
        </div>
        {/* On desktops the field is the left half, and the heading stands over the form instead. */}
        <h1 className="type-1 text-[2rem]/9.5 px-gutter mt-9 text-balance">{t('login.title')}</h1>
      </FieldHero>
      <Lift>
        <div className="hidden wide:flex items-center justify-between gap-4 mb-6">
          <h1 className="type-1">{t('login.title')}</h1>
          <LanguageLink />
        </div>
        <LoginForm />
      </Lift>
    </Page>
  );
}

function RegisterFace({ search }: FaceProps) {
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
