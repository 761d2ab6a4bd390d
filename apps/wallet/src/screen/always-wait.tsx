import { type LimitsNow, useLimitChange, wantedOf } from '../domain/verification/own-limits.ts';
import { useOnline } from '../lib/device/online.ts';
import { showToast } from '../lib/device/toasts.ts';
import { momentText } from '../lib/text/format.ts';
import { useText } from '../lib/text/i18n.ts';
import { Switch } from '../ui/field/switch.tsx';
import { List, ListRow } from '../ui/list/list.tsx';
import { ScreenCodeSheet } from './screen-code-sheet.tsx';

/** "Always wait a day for new addresses": on at once; off needs a proof, and a day. */
export function AlwaysWait({ limits }: { readonly limits: LimitsNow }) {
  const t = useText();
  const { isOnline } = useOnline();
  const approval = useLimitChange({
    onDone({ pending }) {
      const text =
        pending === null ? t('limit.saved') : t('limit.asked', { time: momentText(pending.effectiveAt) });
      showToast({ text });
    },
    onNo: (failure) => {
      if (failure.kind === 'refusal') showToast({ text: failure.msg });
    },
  });
  const label = t('limit.alwaysWait');
  return (
    <>
      <List label={label}>
        <ListRow
          title={label}
          detail={<span className="whitespace-normal">{t('limit.alwaysWaitText')}</span>}
          value={
            <span className="flex">
              <Switch
                label={label}
                isOn={limits.values.alwaysWait}
                isDisabled={!isOnline}
                onChange={(alwaysWait) => void approval.submit({ ...wantedOf(limits.values), alwaysWait })}
              />
            </span>
          }
        />
      </List>
      <ScreenCodeSheet title={t('limit.codeTitle')} text={label} approval={approval} />
    </>
  );
}
