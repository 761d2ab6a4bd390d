/** What the person is told, and whether it was done. */
export type CommandOutcome = {
  readonly isDone: boolean;
  readonly lines: readonly string[];
};
