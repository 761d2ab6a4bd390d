import '../../../ui-market/market-tokens.css';
import '../../../ui/field/native-control.css';
import './side-switch.css';
import type { Side } from '@marigold/contract/calls/market';
import { type CSSProperties, useId } from 'react';

import { useText } from '../../../lib/text/i18n.ts';

type SideSwitchProps = { readonly side: Side; readonly onChange: (side: Side) => void };

/** Buy or sell, in the colours of prices. */
export function SideSwitch({ side, onChange }: SideSwitchProps) {
  const t = useText();
  const name = useId();
  return (
    <div className="side-switch" role="radiogroup" aria-label={t('trade.side')} style={toneOf(side)}>
      {(['buy', 'sell'] as const).map((one) => (
        <label key={one}>
          <input
            type="radio"
            className="native-control"
            name={name}
            checked={one === side}
            onChange={() => onChange(one)}
          />
          {t(`trade.${one}`)}
        </label>
      ))}
    </div>
  );
}

function toneOf(side: Side): CSSProperties {
  return { ['--tone' as string]: side === 'buy' ? 'var(--up)' : 'var(--down)' };
}
