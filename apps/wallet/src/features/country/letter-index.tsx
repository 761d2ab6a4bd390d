/** The id of a letter's rows in the page. */
export function groupId(letter: string): string {
  return `letter-${letter}`;
}

/**
 * The letters under which something stands, kept in sight on phones; a tap goes there. One line that is pushed sideways,
 * because a column of thirty letters leaves none of them a target that a thumb can hit.
 */
export function LetterIndex({
  letters,
  label,
}: {
  readonly letters: readonly string[];
  readonly label: string;
}) {
  function goTo(letter: string): void {
    const rows = document.getElementById(groupId(letter));
    rows?.scrollIntoView();
    rows?.focus({ preventScroll: true });
  }
  return (
    <nav
      aria-label={label}
      className="sticky top-0 z-5 flex gap-1 overflow-x-auto mt-2 px-gutter py-1 bg-canvas [scrollbar-width:none] wide:hidden"
    >
      {letters.map((letter) => (
        <button
          key={letter}
          type="button"
          className="grid place-items-center flex-none min-w-10 h-11 rounded-md type-sm-b text-ink-2"
          onClick={() => goTo(letter)}
        >
          {letter}
        </button>
      ))}
    </nav>
  );
}
