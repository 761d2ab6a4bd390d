import type { ReactElement } from 'react';

import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';
import { IconButton } from '../../ui/base/icon-button.tsx';
import { BrandMark } from '../../ui/base/logo.tsx';
import { FieldHero } from '../../ui/page/field-hero.tsx';

/** The same field for a visitor: the way in (spec 1: visitors are prompted to log in or register). */
export function VisitorHero(): ReactElement {
  const t = useText();
  return (
    <FieldHero>
      <div className="flex items-center justify-between px-gutter pt-2 min-h-13">
        <span className="wide:invisible">
          <BrandMark name="Marigold" isCurrent />
        </span>
        <IconButton icon="translate" label={t('shell.title.language')} link={linkTo(paths.language())} />
      </div>
      <div className="px-gutter pt-4 pb-2">
        <h2 className="type-1">{t('shell.loginOrRegister')}</h2>
        <p className="pt-2 max-w-90 type-body text-on-field-2">{t('home.visitor.text')}</p>
        <div className="grid grid-cols-2 gap-3 pt-5 max-w-90">
          <Button kind="field" link={linkTo(paths.login())}>
            {t('shell.login')}
          </Button>
          <Button kind="quiet" link={linkTo(paths.register())}>
            {t('shell.register')}
          </Button>
        </div>
      </div>
    </FieldHero>
  );
}
