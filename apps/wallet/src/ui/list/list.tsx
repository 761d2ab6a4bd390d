import '../base/glyph.css';
import './list.css';
import type { ReactNode } from 'react';

import type { IconName } from '../base/icon-names.ts';
import { Icon } from '../base/icon.tsx';
import { Pressable, type LinkRender } from '../base/pressable.tsx';

/** A surface of rows with hairlines between them. Give it `ListRow`s. */
export function List({
  children,
  label,
  className = '',
}: {
  children: ReactNode;
  label?: string;
  className?: string;
}) {
  return (
    <ul role="list" className={`list ${className}`.trimEnd()} aria-label={label}>
      {children}
    </ul>
  );
}

interface ListRowProps {
  /** A 40 px coin, glyph or bloom; or an icon of 24 px in short rows. */
  glyph?: ReactNode;
  /** Wraps onto a second line where needed. */
  title: ReactNode;
  detail?: ReactNode;
  /** Between title and value, such as a sparkline. */
  middle?: ReactNode;
  /** An amount never wraps and is never cut. In short rows: a quiet word. */
  value?: ReactNode;
  valueDetail?: ReactNode;
  /** 54 px rows of settings instead of 64. */
  isShort?: boolean | undefined;
  hasCaret?: boolean | undefined;
  isSelected?: boolean | undefined;
  link?: LinkRender | undefined;
  onPress?: (() => void) | undefined;
}

/** One row; as a link or a button the whole of it is one target. */
export function ListRow(props: ListRowProps) {
  const { glyph, isShort, value } = props;
  const className = `list-row${isShort ? ' list-row-short' : glyph ? ' list-row-glyph' : ''}`;
  return (
    <li>
      <Pressable
        className={className}
        link={props.link}
        onPress={props.onPress}
        current={props.isSelected ? 'true' : false}
      >
        {glyph}
        <span className="list-row-main">
          <b>{props.title}</b>
          {props.detail === undefined ? null : <span>{props.detail}</span>}
        </span>
        {props.middle}
        {value === undefined ? null : (
          <span className="list-row-value">
            {isShort ? value : <b>{value}</b>}
            {props.valueDetail === undefined ? null : <span>{props.valueDetail}</span>}
          </span>
        )}
        {props.hasCaret ? <Icon name="caret-right-bold" size={16} className="text-ink-3" /> : null}
      </Pressable>
    </li>
  );
}

type GlyphTone = 'plain' | 'brand' | 'ok' | 'bad';

/** The 40 px disc in front of a row. */
export function ListGlyph({
  icon,
  tone = 'plain',
  isSquare,
}: {
  icon: IconName;
  tone?: GlyphTone;
  isSquare?: boolean;
}) {
  return (
    <span className={`glyph glyph-${tone}${isSquare ? ' glyph-square' : ''}`}>
      <Icon name={icon} size={20} />
    </span>
  );
}
