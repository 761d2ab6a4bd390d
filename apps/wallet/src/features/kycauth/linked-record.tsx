import '../../ui/base/card.css';
import { useState } from 'react';

import { invalidateKyc, type KycRecordDetail } from '../../domain/kyc/kyc-queries.ts';
import { useOnline } from '../../lib/device/online.ts';
import { showToast } from '../../lib/device/toasts.ts';
import { useIntent } from '../../lib/intents/intent.ts';
import { wasApplied } from '../../lib/intents/once.ts';
import { go } from '../../lib/route/navigation.ts';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';
import { KeyValues } from '../../ui/list/key-values.tsx';
import { afterLayer } from '../../ui/sheet/use-back-to-close.ts';
import { PasswordSheet, type SheetNo, sheetNoOf } from './password-sheet.tsx';

/** An identity of this person that is in use, and the way to end that. */
export function LinkedRecord({ record }: { readonly record: KycRecordDetail }) {
  const t = useText();
  const { isOnline } = useOnline();
  const [isOpen, setOpen] = useState(false);
  const { send } = useIntent('kyc/unbind');
  const { authNo, use } = record;

  async function unlink(payPassword: string): Promise<SheetNo | undefined> {
    const result = await send({ authNo, payPassword }, { disableLoading: true, onFail: () => undefined });
    await invalidateKyc();
    if (wasApplied(result)) {
      showToast({ text: t('kycauth.unlinked') });
      afterLayer(() => go(paths.kycRecord({ record: authNo }), { isReplacing: true }));
      return undefined;
    }
    const no = sheetNoOf(t, result);
    if (no === undefined && result.kind !== 'network') showToast({ text: result.msg });
    return no;
  }

  return (
    <section className="card">
      <h2 className="type-2">{t('kycauth.linked.title')}</h2>
      <p className="mt-1 text-ink-2">{t('kycauth.linked.text')}</p>
      <div className="mt-3">
        <KeyValues
          isTight
          rows={[
            {
              key: t('kycauth.number'),
              value: <span className="type-mono whitespace-nowrap">{authNo}</span>,
            },
            { key: t('kycauth.use'), value: t(`kyc.use.${use}`) },
          ]}
        />
      </div>
      <div className="mt-4">
        <Button
          kind="danger"
          disabledReason={isOnline ? undefined : t('kycauth.offline')}
          onPress={() => setOpen(true)}
        >
          {t('kycauth.unlink')}
        </Button>
      </div>
      <PasswordSheet
        isOpen={isOpen}
        title={t('kycauth.unlink.title')}
        text={t('kycauth.linked.text')}
        back={paths.kycAuth({ record: authNo })}
        send={unlink}
        onClose={() => setOpen(false)}
      />
    </section>
  );
}
