import { Note } from '../base/note.tsx';
import { AddressText } from './address-text.tsx';

interface AddressNotesProps {
  warnings: readonly string[];
  /** The address that the other one could be taken for, to be compared with it. */
  lookAlike: string | undefined;
}

/** What to look at before something is sent to an address: everything in one note. */
export function AddressNotes({ warnings, lookAlike }: AddressNotesProps) {
  if (warnings.length === 0) return null;
  return (
    <div className="mt-2" role="status">
      <Note tone="warn">
        {warnings.map((warning) => (
          <p key={warning} className="not-first:mt-1.5">
            {warning}
          </p>
        ))}
        {lookAlike === undefined ? null : (
          <p className="mt-1.5">
            <AddressText address={lookAlike} />
          </p>
        )}
      </Note>
    </div>
  );
}
