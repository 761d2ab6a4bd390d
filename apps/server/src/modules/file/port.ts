/** Where the bytes of files lie. Adapters implement this; which files there are, and whose, says the table app.file. */

export type StoredFile = {
  /** Bytes of the content, not of what lies on the disk. */
  readonly size: number;
  readonly sha256: Buffer;
};

export type FileStore = {
  /**
   * Keeps the content under an id (a UUID), whole or not at all; what was there is replaced. Once resolved it survives a
   * killed program and a machine without power. Rejects with what reading the content threw.
   */
  put(id: string, content: AsyncIterable<Uint8Array>): Promise<StoredFile>;
  /** The content, piece by piece; undefined when nothing is kept. A piece that was tampered with throws, never arrives. */
  open(id: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Nothing is kept under the id afterwards; it need not have been. */
  remove(id: string): Promise<void>;
  /** Everything that is kept, with the time (epoch milliseconds) since when. */
  list(): AsyncIterable<{ readonly id: string; readonly since: number }>;
  /** Takes away what a `put` begun before this time has left without ending. */
  removeUnfinished(before: number): Promise<void>;
};
