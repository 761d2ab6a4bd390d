import type { ReactNode } from 'react';

import { Note } from '../base/note.tsx';
import { AddressText } from './address-text.tsx';

interface AddressNotesProps {
  warnings: readonly string[];
  /** The address that the other one could be taken for, to be compared with it. */
  lookAlike: string | undefined;
  /** Why only little may go there yet. */
  lock?: ReactNode;
}

/** What to look at before something is sent to an address: everything in one note. */
export function AddressNotes({ warnings, lookAlike, lock }: AddressNotesProps) {
  if (warnings.length === 0 && lock === undefined) return null;
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
        {lock === undefined ? null : <p className="not-first:mt-1.5">{lock}</p>}
      </Note>
    </div>
  );
}
