import { useText } from '../../lib/text/i18n.ts';
import { Card } from '../../ui/base/card.tsx';
import { Icon } from '../../ui/base/icon.tsx';
import { useCopy } from './use-copy.ts';

/** The invitation: an engraved leaf with the code to give away; the whole of it copies. */
export function InviteCard({ code }: { code: string }) {
  const t = useText();
  const copy = useCopy();
  return (
    <Card tone="leaf" className="relative w-full mt-5 overflow-hidden text-start" onPress={() => copy(code)}>
      <span
        aria-hidden="true"
        className="absolute -right-16 -top-18 size-55 bg-brand opacity-35 mask-[url(/engraving.svg)] mask-center mask-contain mask-no-repeat"
      />
      <span className="relative flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="flex-auto min-w-0">
          <b className="block type-3">{t('me.invite')}</b>
          <span className="block type-mono text-brand">{code}</span>
        </span>
        <span className="flex items-center gap-1.5 type-sm-b">
          <Icon name="copy-bold" size={18} className="flex-none" />
          {t('shell.copy')}
        </span>
      </span>
    </Card>
  );
}
