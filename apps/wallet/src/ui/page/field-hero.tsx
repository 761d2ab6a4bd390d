import './field-hero.css';
import { Fragment, type ReactNode } from 'react';

import type { IconName } from '../base/icon-names.ts';
import { Icon } from '../base/icon.tsx';
import { Pressable, type LinkRender } from '../base/pressable.tsx';
import { useFieldThemeColor } from './use-theme-color.ts';

/** The engraved marigold field: home, receive and login only. On phones a `Lift` follows it. */
export function FieldHero({ children, className = '' }: { children: ReactNode; className?: string }) {
  useFieldThemeColor();
  return <div className={`field-hero ${className}`.trimEnd()}>{children}</div>;
}

/** The canvas that is lifted over the field's lower edge. */
export function Lift({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <div className={`field-hero-lift ${className}`.trimEnd()}>{children}</div>;
}

export interface HeroAction {
  id: string;
  label: string;
  icon: IconName;
  link?: LinkRender | undefined;
  onPress?: (() => void) | undefined;
  isDisabled?: boolean | undefined;
}

/** The field's round actions; on desktops buttons in a row, the first of them in ink. */
export function HeroActions({ items }: { items: readonly HeroAction[] }) {
  return (
    <div className="field-hero-actions">
      {items.map((item) => (
        <Fragment key={item.id}>
          <Pressable className="" link={item.link} onPress={item.onPress} disabled={item.isDisabled}>
            <i>
              <Icon name={item.icon} />
            </i>
            {item.label}
          </Pressable>
        </Fragment>
      ))}
    </div>
  );
}

interface HeroChipProps {
  children: ReactNode;
  icon?: IconName | undefined;
  /** A coin's disc of 28 px before the words. */
  glyph?: ReactNode;
  /** The choice that the page is about, in ink. */
  isStrong?: boolean | undefined;
  link?: LinkRender | undefined;
  onPress?: (() => void) | undefined;
  label?: string | undefined;
}

/** A quiet chip on the field: the day's change, or the currency to choose. */
export function HeroChip({ children, icon, glyph, isStrong, link, onPress, label }: HeroChipProps) {
  const isChoice = link !== undefined || onPress !== undefined;
  return (
    <Pressable
      className={isStrong ? 'field-hero-chip field-hero-chip-strong' : 'field-hero-chip'}
      link={link}
      onPress={onPress}
      label={label}
    >
      {glyph}
      {icon ? <Icon name={icon} size={16} /> : null}
      {children}
      {isChoice ? <Icon name="caret-down-bold" size={14} /> : null}
    </Pressable>
  );
}
