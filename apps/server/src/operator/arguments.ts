import { parseArgs } from 'node:util';

/** What a person asked for on the command line. Keys are never arguments: other users of the machine could read them. */
export type Command =
  | { readonly name: 'auditor status' }
  | { readonly name: 'auditor run'; readonly full: boolean }
  | { readonly name: 'auditor resume'; readonly by: string; readonly second: string; readonly reason: string }
  | {
      readonly name: 'operator enroll';
      readonly person: string;
      readonly reason: string;
      readonly by: string | undefined;
      readonly second: string | undefined;
    };

export const usage = `npm run operator -- <command>

  auditor status                     whether money runs, what is proven, since when
  auditor run [--full]               audit now; broken books halt money
  auditor resume --by <name> --second <name> --reason <why>
                                     let money run again after a repair; two persons' keys are asked for
  operator enroll <name> --reason <why> [--by <name>] [--second <name>]
                                     enrol a person and show his key once; the first needs nobody, the second the
                                     first person's key, everybody later two persons' keys

Keys are asked for on the terminal; without one, they are read from standard input, one per line, in the order above.
The database is the running instance's in DATA_DIR, or the one DATABASE_OWNER_URL names.`;

const reasonMin = 5;

/** Reads the arguments after the program's name; undefined when they are no command. */
export function readCommand(given: readonly string[]): Command | undefined {
  const parsed = parse(given);
  if (parsed === undefined) return undefined;
  const { positionals, values } = parsed;
  const { by, second, reason } = values;
  const [group, verb, person] = positionals;
  switch (`${group} ${verb}`) {
    case 'auditor status':
      return positionals.length === 2 ? { name: 'auditor status' } : undefined;
    case 'auditor run':
      return positionals.length === 2 ? { name: 'auditor run', full: values.full === true } : undefined;
    case 'auditor resume':
      if (by === undefined || second === undefined || !isReason(reason)) return undefined;
      return { name: 'auditor resume', by, second, reason };
    case 'operator enroll':
      if (person === undefined || !isReason(reason)) return undefined;
      return { name: 'operator enroll', person, reason, by, second };
    default:
      return undefined;
  }
}

function parse(given: readonly string[]) {
  try {
    return parseArgs({
      args: [...given],
      allowPositionals: true,
      options: {
        full: { type: 'boolean' },
        by: { type: 'string' },
        second: { type: 'string' },
        reason: { type: 'string' },
      },
    });
  } catch {
    return undefined;
  }
}

function isReason(reason: string | undefined): reason is string {
  return reason !== undefined && reason.trim().length >= reasonMin;
}
