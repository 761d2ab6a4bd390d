/** How far the identity of this person is, in two words; fetched with their texts by the row that has them. */
import { type KycStep, useKycStatus } from '../../domain/kyc/kyc-queries.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Tag, type TagTone } from '../../ui/base/tag.tsx';

const tones: Readonly<Record<KycStep, TagTone>> = {
  bind: 'neutral',
  order: 'neutral',
  pay: 'warn',
  start: 'info',
  continue: 'info',
  wait: 'warn',
  again: 'bad',
  person: 'warn',
  done: 'ok',
  final: 'bad',
  disabled: 'bad',
};

/** The level, or what is under way. */
export function IdentityTag() {
  const t = useText();
  const status = useKycStatus().data;
  if (status === undefined) return null;
  const { nextStep, level } = status;
  const isQuiet = nextStep === 'bind' || nextStep === 'order' || nextStep === 'done';
  return <Tag tone={tones[nextStep]}>{isQuiet ? t('kyc.level', { level }) : t(`kyc.tag.${nextStep}`)}</Tag>;
}
