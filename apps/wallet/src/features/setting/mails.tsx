import { useState } from 'react';

import type { User } from '../../lib/device/session.ts';
import { useText } from '../../lib/text/i18n.ts';
import { SectionHead } from '../../ui/base/section-head.tsx';
import { Switch } from '../../ui/field/switch.tsx';
import { List, ListRow } from '../../ui/list/list.tsx';
import { usePreferences } from './use-preferences.ts';

const topics = ['payments', 'announcements'] as const;

/** Which notices also come by mail. A switch shows the choice at once and goes back when it was not kept. */
export function Mails({ mails }: { readonly mails: User['mails'] }) {
  const t = useText();
  const { save, isSaving } = usePreferences();
  const [chosen, setChosen] = useState<User['mails']>();
  const current = chosen ?? mails;

  async function choose(next: User['mails']): Promise<void> {
    setChosen(next);
    await save({ mails: next });
    setChosen(undefined);
  }

  return (
    <>
      <SectionHead isQuiet title={t('setting.mails')} />
      <List label={t('setting.mails')}>
        {topics.map((topic) => (
          <ListRow
            key={topic}
            title={t(`setting.mails.${topic}`)}
            detail={<span className="whitespace-normal">{t(`setting.mails.${topic}Detail`)}</span>}
            value={
              <span className="flex">
                <Switch
                  label={t(`setting.mails.${topic}`)}
                  isOn={current[topic]}
                  isDisabled={isSaving}
                  onChange={(isOn) => void choose({ ...current, [topic]: isOn })}
                />
              </span>
            }
          />
        ))}
      </List>
      <p className="type-sm text-ink-3 mt-2 px-1">{t('setting.mailsHint')}</p>
    </>
  );
}
