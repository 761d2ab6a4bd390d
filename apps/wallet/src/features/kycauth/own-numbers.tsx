import type { KycRecordItem } from '../../domain/kyc/kyc-queries.ts';
import { useText } from '../../lib/text/i18n.ts';
import { PickRows } from '../../ui/field/pick-rows.tsx';
import { numberBody } from './auth-look.ts';

type OwnProps = {
  readonly own: readonly KycRecordItem[];
  /** The characters after the head that stand in the form. */
  readonly chosen: string;
  readonly onChoose: (body: string) => void;
};

/** The person's own identities that can be bound; a press fills in the number of one. */
export function OwnNumbers({ own, chosen, onChoose }: OwnProps) {
  const t = useText();
  if (own.length === 0) return null;
  return (
    <div>
      <p className="mb-2 type-sm-b">{t('kycauth.own')}</p>
      <PickRows
        label={t('kycauth.own')}
        options={own.map(({ authNo, maskedName, purpose }) => ({
          value: numberBody(authNo),
          label: authNo,
          detail: maskedName ?? t(`kyc.purpose.${purpose}`),
        }))}
        value={chosen}
        onPick={onChoose}
      />
    </div>
  );
}
