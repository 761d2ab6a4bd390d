/** What is printed for the operator, and whether the operation was done. */
export type CommandOutcome = {
  readonly isDone: boolean;
  readonly lines: readonly string[];
};
