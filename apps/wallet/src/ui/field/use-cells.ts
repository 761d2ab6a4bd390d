import { useState } from 'react';

import { nextCells, type CellsEvent } from './cells-state.ts';

export interface CellsOptions {
  /** Number of cells. */
  length: number;
  /** Called once, when the last cell is filled. */
  onComplete: (digits: string) => void;
  /** While the digits are being checked; nothing can be typed. */
  isBusy?: boolean | undefined;
  /** Why the last digits were refused. The cells shake and are empty again. */
  error?: string | undefined;
}

/** The life of one row of cells: filled, checked, and emptied when the check is over. */
export function useCells({ length, onComplete, isBusy = false, error }: CellsOptions) {
  const [digits, setDigits] = useState('');
  const [wasBusy, setWasBusy] = useState(isBusy);
  if (wasBusy !== isBusy) {
    setWasBusy(isBusy);
    if (wasBusy) setDigits('');
  }
  function send(event: CellsEvent) {
    if (isBusy) return;
    const next = nextCells(digits, event, length);
    setDigits(next);
    if (next.length === length && digits.length < length) onComplete(next);
  }
  return { digits, send, isWrong: error !== undefined && digits === '' && !isBusy };
}
