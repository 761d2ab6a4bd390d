/** What the person is told, and whether it was done. */
export type Outcome = {
  readonly isDone: boolean;
  readonly lines: readonly string[];
};
