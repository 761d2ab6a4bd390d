import '../../ui/base/button.css';
import { useEffect, useState } from 'react';

import { rememberStarted } from '../../lib/device/started.ts';
import { linkTo, PageLink } from '../../lib/route/link.tsx';
import { go } from '../../lib/route/navigation.ts';
import { isOwnAddress, paths, type StartSearch } from '../../lib/route/paths.ts';
import { currentLanguage, languages, type Say, useText } from '../../lib/text/i18n.ts';
import { Bloom } from '../../ui/base/bloom.tsx';
import { Button } from '../../ui/base/button.tsx';
import { Icon } from '../../ui/base/icon.tsx';
import { BrandMark } from '../../ui/base/logo.tsx';
import { FieldHero, Lift } from '../../ui/page/field-hero.tsx';
import { Page } from '../../ui/page/page.tsx';

const steps = [
  { title: 'start.one.title', text: 'start.one.text' },
  { title: 'start.two.title', text: 'start.two.text' },
  { title: 'start.three.title', text: 'start.three.text' },
] as const satisfies readonly { title: Parameters<Say>[0]; text: Parameters<Say>[0] }[];

const petals = 12;

/** The first start (decisions.md): the language, three steps of introduction, home. Skipped ever after. */
export function StartPage({ back }: StartSearch) {
  const t = useText();
  const [step, setStep] = useState(0);
  // Seen once is enough, also when somebody leaves in the middle.
  useEffect(() => rememberStarted(), []);
  const home = back !== undefined && isOwnAddress(back) ? back : paths.home();
  const current = steps[step] ?? steps[0];
  const isLast = step === steps.length - 1;
  const next = () => (isLast ? go(home, { isReplacing: true }) : setStep(step + 1));
  return (
    <Page isFlush width="480">
      <FieldHero>
        <div className="flex items-center justify-between pl-4 pr-2 min-h-13">
          <BrandMark name="Marigold" isCurrent />
          {linkTo(paths.language())({
            className: 'inline-flex min-h-11 items-center gap-1.5 px-2 type-sm-b',
            children: (
              <>
                <Icon name="translate" size={20} />
                {languages[currentLanguage()].nativeName}
              </>
            ),
          })}
        </div>
        <div className="grid place-items-center py-10">
          <Bloom
            size={168}
            tone="current"
            lit={((step + 1) * petals) / steps.length}
            label={t('start.step', { step: step + 1, total: steps.length })}
          />
        </div>
      </FieldHero>
      <Lift className="flex flex-col">
        <div className="flex-auto" aria-live="polite">
          <h1 className="type-1 text-balance">{t(current.title)}</h1>
          <p className="mt-3 type-body text-ink-2">{t(current.text)}</p>
        </div>
        <div className="mt-8 grid gap-3 pb-4">
          <Button kind="primary" onPress={next}>
            {t(isLast ? 'start.done' : 'start.next')}
          </Button>
          {isLast ? null : (
            <PageLink to={home} isReplacing className="button button-secondary">
              {t('start.skip')}
            </PageLink>
          )}
        </div>
      </Lift>
    </Page>
  );
}
