/** Circles of imports: files that reach themselves through each other, by types as well as by values. */

/** Strongly connected files (Tarjan 1972), each circle once, in the order of their paths. */
export function circlesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = [];
  const numbers = new Map<string, number>();
  const lows = new Map<string, number>();
  const path: string[] = [];
  const onPath = new Set<string>();

  function visit(file: string): void {
    const number = numbers.size;
    numbers.set(file, number);
    lows.set(file, number);
    path.push(file);
    onPath.add(file);
    for (const next of graph.get(file) ?? []) {
      if (!graph.has(next)) continue;
      if (!numbers.has(next)) visit(next);
      if (onPath.has(next)) lows.set(file, Math.min(lows.get(file) ?? 0, lows.get(next) ?? 0));
    }
    if (lows.get(file) !== number) return;
    const circle = path.splice(path.indexOf(file));
    for (const one of circle) onPath.delete(one);
    if (circle.length > 1 || graph.get(file)?.includes(file) === true) circles.push(circle.toSorted());
  }

  for (const file of graph.keys()) if (!numbers.has(file)) visit(file);
  return circles;
}
