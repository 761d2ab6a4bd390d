import { PageLink } from '../../lib/route/link.tsx';
import { type LoginSearch, paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { BrandMark } from '../../ui/base/logo.tsx';
import { FieldHero, Lift } from '../../ui/page/field-hero.tsx';
import { Page } from '../../ui/page/page.tsx';
import { LanguageLink } from './login-art.tsx';
import { LoginForm } from './login-form.tsx';

/** What the address said, kept for the way on. */
export type FaceProps = { search: Omit<LoginSearch, 'type'> };

/** For those who have an account. */
export function LoginFace({ search }: FaceProps) {
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
