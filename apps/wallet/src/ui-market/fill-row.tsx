import '../ui/base/glyph.css';
import './fill-row.css';
import './market-tokens.css';
import './tone.css';
import type { ReactNode } from 'react';

import { Icon } from '../ui/base/icon.tsx';
import type { LinkRender } from '../ui/base/pressable.tsx';
import { ListRow } from '../ui/list/list.tsx';

/** What a row says of a fill. */
export interface FillRowWords {
  /** The pair; without it the row stands under its order. */
  pair?: string | undefined;
  /** `Bought`. */
  kind: string;
  tone: 'up' | 'down';
  /** Price × amount. */
  detail: string;
  value: ReactNode;
  valueDetail: ReactNode;
}

interface FillRowProps extends FillRowWords {
  isSelected?: boolean | undefined;
  link?: LinkRender | undefined;
}

/** One fill: bought or sold, at which price, how much. A child of `List`. */
export function FillItem({ pair, kind, tone, detail, value, valueDetail, isSelected, link }: FillRowProps) {
  return (
    <ListRow
      glyph={<FillDisc tone={tone} />}
      title={
        <>
          {pair === undefined ? null : `${pair} `}
          <span className={`tone-${tone}`}>{kind}</span>
        </>
      }
      detail={<span className="num">{detail}</span>}
      value={value}
      valueDetail={valueDetail}
      isSelected={isSelected}
      link={link}
    />
  );
}

/** The drawing of a fill: into the wallet when it was bought, out of it when it was sold. */
export function FillDisc({ tone, isLarge = false }: { tone: 'up' | 'down'; isLarge?: boolean }) {
  return (
    <span className={`glyph fill-row-disc tone-${tone}${isLarge ? ' glyph-large' : ''}`}>
      <Icon name={tone === 'up' ? 'arrow-down-left-bold' : 'arrow-up-right-bold'} size={isLarge ? 34 : 18} />
    </span>
  );
}
