import './rail.css';
import './tab-bar.css';
import { Fragment, type ReactNode } from 'react';

import type { IconName } from '../base/icon-names.ts';
import { Icon } from '../base/icon.tsx';
import { BrandMark } from '../base/logo.tsx';
import type { LinkRender } from '../base/pressable.tsx';

export interface BarItem {
  id: string;
  label: string;
  icon: IconName;
  /** The filled drawing, used while the item is the current one. */
  activeIcon?: IconName | undefined;
  isActive: boolean;
  link: LinkRender;
}

/** The phone's tabs. Hidden by the style sheet from 960 px on, where the rail stands. */
export function TabBar({ items, label }: { items: readonly BarItem[]; label: string }) {
  return (
    <nav className="tab-bar" aria-label={label}>
      {items.map((item) => (
        <Fragment key={item.id}>
          {item.link({
            className: '',
            ...(item.isActive ? { 'aria-current': 'page' } : {}),
            children: (
              <>
                <i>
                  <Icon name={item.isActive ? (item.activeIcon ?? item.icon) : item.icon} />
                </i>
                {item.label}
              </>
            ),
          })}
        </Fragment>
      ))}
    </nav>
  );
}

interface RailProps {
  /** Groups of entries with a line between them. */
  groups: readonly (readonly BarItem[])[];
  label: string;
  brand: string;
  /** The foot of the rail, such as the person's name. */
  end?: ReactNode;
}

/** The desktop's rail, 212 px wide; nothing below 960 px. */
export function Rail({ groups, label, brand, end }: RailProps) {
  return (
    <nav className="rail" aria-label={label}>
      <div className="rail-mark">
        <BrandMark name={brand} />
      </div>
      {groups.map((items, index) => (
        <Fragment key={items[0]?.id ?? index}>
          {index === 0 ? null : <hr />}
          {items.map((item) => (
            <Fragment key={item.id}>{railLink(item)}</Fragment>
          ))}
        </Fragment>
      ))}
      {end === undefined ? null : <div className="rail-end">{end}</div>}
    </nav>
  );
}

function railLink(item: BarItem) {
  return item.link({
    className: '',
    ...(item.isActive ? { 'aria-current': 'page' } : {}),
    children: (
      <>
        <Icon name={item.isActive ? (item.activeIcon ?? item.icon) : item.icon} size={22} />
        {item.label}
      </>
    ),
  });
}
