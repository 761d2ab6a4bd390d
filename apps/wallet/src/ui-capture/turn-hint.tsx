import { useText } from '../lib/text/i18n.ts';
import { Icon } from '../ui/base/icon.tsx';

/** For phones held upright: a signature has more room across. */
export function TurnHint() {
  const t = useText();
  return (
    <p className="flex items-start gap-3 rounded-md bg-surface p-3 type-sm text-ink-2 landscape:hidden">
      <Icon name="device-mobile" size={20} className="flex-none" />
      <span>{t('kycown.sign.turn')}</span>
    </p>
  );
}
