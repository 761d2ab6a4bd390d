/** The page of what was measured and kept, drawn from the lines of docs/results. */
type Numbers = Readonly<Record<string, number | Readonly<Record<string, number>>>>;

/** One line of docs/results/<name>.jsonl. */
export type StoredResult = {
  readonly day: string;
  readonly commit: string;
  readonly machine: {
    readonly processors: number;
    readonly model: string;
    readonly memoryGiB: number;
    readonly node: string;
  };
  readonly name: string;
  readonly figures: Numbers;
  readonly ratios: Numbers;
};

/** A figure that is a percentile: what it is of, which one, and its unit. */
const percentilePattern = /^(?<of>.*?)p(?<rank>50|99|999)(?<unit>Micros|Ms)$/i;
const ranks = ['50', '99', '999'] as const;
const units: Readonly<Record<string, string>> = { Micros: 'µs', Ms: 'ms' };

/** Markdown; of each bench its runs are given oldest first, and the newest stands beside the one before it. */
export function resultsText(results: ReadonlyMap<string, readonly StoredResult[]>): string {
  const parts = [
    '# Results',
    'What `npm run bench -- NAME --keep` measured, of each bench the newest run beside the one before it; the lines of all runs are in the files beside this page, from which it is drawn. What each figure is of stands in [benchmarks.md](../benchmarks.md). A figure belongs to its machine and day; what can be compared between machines are the ratios.',
    '## Percentiles',
    percentileTable([...results.values()].flatMap((runs) => runs.slice(-1))),
  ];
  for (const [name, runs] of results) {
    const newest = runs.at(-1);
    if (newest === undefined) continue;
    parts.push(`## ${name}`, `${circumstancesOf(newest)}.`, figureTable(newest, runs.at(-2)));
  }
  return `${parts.join('\n\n')}\n`;
}

function circumstancesOf({ day, commit, machine }: StoredResult): string {
  const { processors, model, memoryGiB, node } = machine;
  return `${day}, commit \`${commit}\`, ${processors} processors (${model}), ${memoryGiB} GiB, Node ${node.slice(1)}`;
}

function percentileTable(runs: readonly StoredResult[]): string {
  const rows = runs.flatMap((run) => {
    const found = new Map<string, Map<string, string>>();
    for (const [key, value] of flatOf(run.figures)) {
      const [figure = '', load = ''] = key.split('.');
      const { of = '', rank = '', unit = '' } = percentilePattern.exec(figure)?.groups ?? {};
      if (rank === '') continue;
      const row = [run.name, of, load].filter((word) => word !== '').join(' ');
      const ofRow = found.get(row) ?? new Map<string, string>();
      found.set(row, ofRow.set(rank, `${value} ${units[unit]}`));
    }
    return [...found].map(([row, byRank]) => [
      row,
      ...ranks.map((rank) => byRank.get(rank) ?? ''),
      run.day,
      `\`${run.commit}\``,
    ]);
  });
  return tableOf(['Of', 'p50', 'p99', 'p99.9', 'Day', 'Commit'], rows);
}

function figureTable(newest: StoredResult, before: StoredResult | undefined): string {
  const known = new Map(before === undefined ? [] : allOf(before));
  const rows = allOf(newest).map(([key, value]) => [
    `\`${key}\``,
    String(value),
    ...(before === undefined ? [] : [String(known.get(key) ?? '')]),
  ]);
  const heads = ['', newest.day, ...(before === undefined ? [] : [`${before.day}, \`${before.commit}\``])];
  return tableOf(heads, rows);
}

function allOf({ ratios, figures }: StoredResult): [string, number][] {
  return [
    ...flatOf(ratios).map(([key, value]): [string, number] => [`ratios.${key}`, value]),
    ...flatOf(figures),
  ];
}

/** Figures with several loads become one for each, as `trades.normal`. */
function flatOf(numbers: Numbers): [string, number][] {
  return Object.entries(numbers).flatMap(([key, value]): [string, number][] =>
    typeof value === 'number'
      ? [[key, value]]
      : Object.entries(value).map(([load, one]): [string, number] => [`${key}.${load}`, one]),
  );
}

/** Columns as wide as their widest cell, as the formatter writes them. */
function tableOf(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heads.map((head, column) =>
    Math.max(3, head.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(heads), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
