import fc from 'fast-check';

/** Draws one seed for the properties of a file, prints it, and repeats it when FC_SEED is set. */
export function seedProperties(): void {
  const seed = Number(process.env['FC_SEED'] ?? Date.now() % 2 ** 31);
  console.info(`properties run with FC_SEED=${seed}`);
  fc.configureGlobal({ seed });
}
