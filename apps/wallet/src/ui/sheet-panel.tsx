import './css/sheet.css';
import { Drawer } from '@base-ui/react/drawer';
import { useRef } from 'react';

import { Icon } from './icon.tsx';
import type { SheetProps } from './sheet.tsx';
import { useBackToClose } from './use-back-to-close.ts';

/** The sheet itself, in its own chunk together with Base UI. */
export function SheetPanel({
  isOpen,
  onClose,
  title,
  closeLabel,
  text,
  children,
  foot,
  isInAddress,
  isLocked,
}: SheetProps) {
  const popup = useRef<HTMLDivElement>(null);
  useBackToClose(isOpen && isInAddress !== true, onClose);
  return (
    <Drawer.Root
      open={isOpen}
      disablePointerDismissal={isLocked ?? false}
      onOpenChange={(open) => {
        if (!open && !isLocked) onClose();
      }}
    >
      <Drawer.Portal>
        <Drawer.Backdrop className="scrim" />
        <Drawer.Viewport className="sheet-view">
          <Drawer.Popup
            ref={popup}
            className="sheet"
            initialFocus={() => popup.current?.querySelector<HTMLElement>('[data-first-focus]') ?? true}
          >
            <div className="sheet-grab" />
            <Drawer.Content>
              <div className="sheet-head">
                <Drawer.Title>{title}</Drawer.Title>
                <Drawer.Close className="icon-btn" aria-label={closeLabel}>
                  <Icon name="x-bold" size={20} />
                </Drawer.Close>
              </div>
              {text === undefined ? null : (
                <Drawer.Description className="sheet-text">{text}</Drawer.Description>
              )}
              {children}
              {foot === undefined ? null : <div className="sheet-foot">{foot}</div>}
            </Drawer.Content>
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}
