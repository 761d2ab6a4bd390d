/** What PostgreSQL cost: all processes of a server, those that ended meanwhile included. Linux alone tells it. */
import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** Processor seconds of the postmaster and all its children since it was started; NaN where /proc is missing. */
export function databaseCpuSeconds(postmaster: number): number {
  try {
    const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    let ticks = ticksOf(String(postmaster), { ended: true })?.ticks ?? Number.NaN;
    for (const pid of children) {
      const child = ticksOf(pid, { ended: false });
      if (child?.parent === postmaster) ticks += child.ticks;
    }
    return ticks / ticksPerSecond;
  } catch {
    return Number.NaN;
  }
}

function ticksOf(pid: string, { ended }: { ended: boolean }): { ticks: number; parent: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the name in brackets: state, parent, …, then user, system and those of ended children (proc(5)).
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
    return { ticks: user + system + (ended ? endedUser + endedSystem : 0), parent: fields[1] ?? 0 };
  } catch {
    return undefined;
  }
}
