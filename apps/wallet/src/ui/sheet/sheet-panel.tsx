import '../base/icon-button.css';
import './sheet.css';
import { Drawer } from '@base-ui/react/drawer';
import { type ReactNode, useRef } from 'react';

import { Icon } from '../base/icon.tsx';
import { useBackToClose } from './use-back-to-close.ts';

export interface SheetProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  closeLabel: string;
  /** A large glyph over the question, where much depends on the answer. */
  glyph?: ReactNode;
  /** One line under the title. */
  text?: string | undefined;
  children?: ReactNode;
  /** At most two buttons. */
  foot?: ReactNode;
  /** The address itself says that the sheet is open, so that the browser's back closes it without our help. */
  isInAddress?: boolean | undefined;
  /** While money moves the sheet cannot be closed by a slip. */
  isLocked?: boolean | undefined;
}

/** The sheet itself, in its own chunk together with Base UI. */
export function SheetPanel({
  isOpen,
  onClose,
  title,
  closeLabel,
  glyph,
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
        <Drawer.Backdrop className="sheet-scrim" />
        <Drawer.Viewport className="sheet-view">
          <Drawer.Popup
            ref={popup}
            className="sheet"
            initialFocus={() => popup.current?.querySelector<HTMLElement>('[data-first-focus]') ?? true}
          >
            <div className="sheet-grab" />
            <Drawer.Content>
              {glyph}
              <div className="sheet-head">
                <Drawer.Title>{title}</Drawer.Title>
                <Drawer.Close className="icon-button" aria-label={closeLabel}>
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
