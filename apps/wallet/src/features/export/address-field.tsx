import { exportAddressesMax } from '@marigold/contract/limits';

import type { User } from '../../lib/device/session.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Chip } from '../../ui/field/chip.tsx';
import { Checkbox } from '../../ui/field/choice-rows.tsx';
import { Field } from '../../ui/field/field.tsx';
import type { Addresses } from './use-addresses.ts';

/** Where the link goes: the person's own address with one tap, others typed with commas between them. */
export function ExportAddressField({
  user,
  addresses,
}: {
  readonly user: User;
  readonly addresses: Addresses;
}) {
  const t = useText();
  const { emails, own, text, error } = addresses;
  return (
    <div className="grid grid-cols-1 gap-3">
      {user.email === null ? null : (
        <Checkbox isOn={own} onChange={addresses.setOwn}>
          {t('export.own', { masked: user.email })}
        </Checkbox>
      )}
      <Field
        label={t('export.addresses')}
        hint={t('export.addressesHint', { max: exportAddressesMax })}
        error={error}
        type="text"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={1500}
        value={text}
        onChange={(event) => addresses.type(event.target.value)}
        onBlur={addresses.take}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || text === '') return;
          event.preventDefault();
          addresses.take();
        }}
      />
      {emails.length === 0 ? null : (
        <ul role="list" aria-label={t('export.chosen')} className="flex flex-wrap gap-2">
          {emails.map((email) => (
            <li key={email} className="max-w-full">
              <Chip
                end="cross"
                label={t('export.remove', { address: email })}
                onPress={() => addresses.remove(email)}
              >
                <span className="min-w-0 truncate">{email}</span>
              </Chip>
            </li>
          ))}
        </ul>
      )}
      <p className="type-sm text-ink-3">{t('export.codeNote')}</p>
    </div>
  );
}
