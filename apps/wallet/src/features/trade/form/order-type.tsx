import './order-type.css';
import type { Market } from '@marigold/contract/calls/market';
import type { TimeInForce } from '@marigold/contract/calls/trade';
import { useState } from 'react';

import { sumText } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { ScreenSheet } from '../../../screen/screen-sheet.tsx';
import { Icon } from '../../../ui/base/icon.tsx';
import { Chip } from '../../../ui/field/chip.tsx';
import { LineTabs } from '../../../ui/field/line-tabs.tsx';
import { PickRows } from '../../../ui/field/pick-rows.tsx';
import type { OrderEntry } from './use-order-entry.ts';

/** Every kind of order by one name: how it is priced, and how long it stands. */
const kinds = {
  limit: { type: 'limit', timeInForce: 'gtc' },
  market: { type: 'market', timeInForce: 'gtc' },
  post: { type: 'limit', timeInForce: 'post' },
  ioc: { type: 'limit', timeInForce: 'ioc' },
  fok: { type: 'limit', timeInForce: 'fok' },
} as const;
type Kind = keyof typeof kinds;
const kindNames = ['limit', 'market', 'post', 'ioc', 'fok'] as const satisfies readonly Kind[];

function kindOf({ type, timeInForce }: OrderEntry['form']): Kind {
  if (type === 'market') return 'market';
  return timeInForce === 'gtc' ? 'limit' : timeInForce;
}

/** The kind of order as one field that opens a sheet, each with what it does. */
export function OrderTypePick({ entry }: { readonly entry: OrderEntry }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const kind = kindOf(entry.form);
  return (
    <>
      <button
        type="button"
        className="order-type-pick"
        aria-haspopup="dialog"
        aria-label={`${t('trade.type')}: ${t(`trade.type.${kind}`)}`}
        onClick={() => setOpen(true)}
      >
        {t(`trade.type.${kind}`)}
        <Icon name="caret-down-bold" size={14} />
      </button>
      <ScreenSheet isOpen={isOpen} onClose={() => setOpen(false)} title={t('trade.type')}>
        <KindRows
          names={kindNames}
          kind={kind}
          onPick={(next) => {
            setOpen(false);
            entry.chooseType(kinds[next].type, kinds[next].timeInForce);
          }}
        />
      </ScreenSheet>
    </>
  );
}

/** Limit or market as words beside each other, the balance at their end, and how long a limit order stands. */
export function OrderTypeTabs({ market, entry }: { readonly market: Market; readonly entry: OrderEntry }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const { form, available } = entry;
  const given = form.side === 'buy' ? market.quote : market.base;
  return (
    <>
      <LineTabs
        label={t('trade.type')}
        options={[
          { value: 'limit', label: t('trade.type.limit') },
          { value: 'market', label: t('trade.type.market') },
        ]}
        value={form.type}
        onChange={(type) => entry.chooseType(type, 'gtc')}
        end={
          available === undefined ? null : (
            <span className="num type-sm text-ink-3 self-center">{sumText(available, given)}</span>
          )
        }
      />
      {form.type === 'limit' ? (
        <div>
          <Chip
            end="caret"
            label={`${t('trade.validity')}: ${validityText(form.timeInForce)}`}
            onPress={() => setOpen(true)}
          >
            {validityText(form.timeInForce)}
          </Chip>
        </div>
      ) : null}
      <ScreenSheet isOpen={isOpen} onClose={() => setOpen(false)} title={t('trade.validity')}>
        <KindRows
          names={['limit', 'post', 'ioc', 'fok']}
          kind={kindOf(form)}
          onPick={(next) => {
            setOpen(false);
            entry.chooseType('limit', kinds[next].timeInForce);
          }}
        />
      </ScreenSheet>
    </>
  );

  function validityText(timeInForce: TimeInForce): string {
    return t(`trade.validity.${timeInForce}`);
  }
}

type KindRowsProps = {
  readonly names: readonly Kind[];
  readonly kind: Kind;
  readonly onPick: (kind: Kind) => void;
};

function KindRows({ names, kind, onPick }: KindRowsProps) {
  const t = useText();
  return (
    <div className="order-type-kinds">
      <PickRows
        label={t('trade.type')}
        options={names.map((name) => ({
          value: name,
          label: t(`trade.type.${name}`),
          detail: t(`trade.type.${name}.text`),
        }))}
        value={kind}
        onPick={onPick}
      />
    </div>
  );
}
