import './confirm-sheet.css';
import { Button } from '../base/button.tsx';
import { Sheet } from './sheet.tsx';

interface ConfirmSheetProps {
  isOpen: boolean;
  onClose: () => void;
  /** The question; it names the thing. */
  title: string;
  text?: string | undefined;
  /** Two or three consequences. */
  points?: readonly string[] | undefined;
  confirmLabel: string;
  onConfirm: () => unknown;
  cancelLabel: string;
  closeLabel: string;
  isDangerous?: boolean | undefined;
  isBusy?: boolean | undefined;
  busyLabel?: string | undefined;
}

/** Asks once before something that cannot be undone: the question, its consequences, the verb, the safe way out. */
export function ConfirmSheet(props: ConfirmSheetProps) {
  const { isOpen, onClose, title, text, closeLabel, points = [], isBusy } = props;
  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      text={text}
      closeLabel={closeLabel}
      isLocked={isBusy}
      foot={
        <>
          <Button
            kind={props.isDangerous ? 'danger' : 'primary'}
            isBusy={isBusy}
            busyLabel={props.busyLabel}
            onPress={props.onConfirm}
          >
            {props.confirmLabel}
          </Button>
          <Button kind="secondary" onPress={onClose}>
            {props.cancelLabel}
          </Button>
        </>
      }
    >
      {points.length === 0 ? null : (
        <ul className="confirm-sheet-points">
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      )}
    </Sheet>
  );
}
