import { PageLink } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { currentLanguage, languages, useText } from '../../lib/text/i18n.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { BrandMark } from '../../ui/base/logo.tsx';

/** The left half of desktops: the engraved field with the name and what it stands for. */
export function LoginArt() {
  const t = useText();
  return (
    <>
      <BrandMark name="Marigold" isCurrent />
      <p className="type-display max-w-105 text-balance">{t('login.promise')}</p>
    </>
  );
}

/** The language on screen, named in itself, and the way to another one. */
export function LanguageLink() {
  const t = useText();
  const { nativeName } = languages[currentLanguage()];
  return (
    <PageLink
      to={paths.language()}
      className="flex items-center gap-1 min-h-11 px-2 type-sm-b"
      aria-label={`${nativeName}, ${t('shell.title.language')}`}
    >
      <Icon name="translate" size={20} className="flex-none" />
      {nativeName}
    </PageLink>
  );
}
