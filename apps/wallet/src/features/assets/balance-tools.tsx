import type { Balance } from '@marigold/contract/calls/wallet';

import { fiatText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { IconButton } from '../../ui/base/icon-button.tsx';
import { Icon } from '../../ui/base/icon.tsx';
import { Checkbox } from '../../ui/field/choice-rows.tsx';
import { Field } from '../../ui/field/field.tsx';
import { Segmented } from '../../ui/field/segmented.tsx';

type ToolsProps = {
  readonly kind: Balance['kind'];
  readonly onKind: (kind: Balance['kind']) => void;
  readonly fiat: string;
  readonly isSmallHidden: boolean;
  readonly onSmall: () => void;
  /** Undefined while the search is closed. */
  readonly search: string | undefined;
  readonly onSearch: (search: string | undefined) => void;
};

/** What decides which balances are listed. */
export function BalanceTools(props: ToolsProps) {
  const t = useText();
  const { search, onSearch } = props;
  const isSearching = search !== undefined;
  return (
    <>
      <div className="wide:max-w-90">
        <Segmented
          label={t('assets.kinds')}
          options={[
            { value: 'coin', label: t('assets.digital') },
            { value: 'fiat', label: t('assets.fiat') },
          ]}
          value={props.kind}
          onChange={props.onKind}
        />
      </div>
      <div className="flex items-center justify-between gap-3 py-2">
        <Checkbox isOn={props.isSmallHidden} onChange={props.onSmall}>
          {t('assets.hideSmall', { amount: fiatText('1', props.fiat, { decimalsMin: 0 }) })}
        </Checkbox>
        <span className="-me-3">
          <IconButton
            icon={isSearching ? 'x' : 'magnifying-glass'}
            label={t(isSearching ? 'shell.close' : 'shell.search')}
            size={20}
            onPress={() => onSearch(isSearching ? undefined : '')}
          />
        </span>
      </div>
      {isSearching ? (
        <div className="pb-3">
          <Field
            label={t('assets.search')}
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            left={<Icon name="magnifying-glass" size={20} />}
            value={search}
            maxLength={40}
            onChange={(event) => onSearch(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') onSearch(undefined);
            }}
          />
        </div>
      ) : null}
    </>
  );
}
