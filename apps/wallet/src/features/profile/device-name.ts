import { useText } from '../../lib/text/i18n.ts';

/** A device as people read it: in quotation marks, because its name is its client's words and not ours. */
export function useDeviceName(device: string | null): string {
  const t = useText();
  return device === null || device === '' ? t('profile.deviceUnknown') : t('profile.deviceNamed', { device });
}
