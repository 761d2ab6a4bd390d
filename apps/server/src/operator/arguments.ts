import { parseArgs } from 'node:util';

import type { ChainCommand } from './chain-arguments.ts';
import { chainCommands } from './chain-arguments.ts';
import { readTableCommand, usageOf } from './command-table.ts';
import type { MarketCommand } from './market-arguments.ts';
import { marketCommands } from './market-arguments.ts';

/** What concerns words: content, news, answers of support. */
export type MessageCommand =
  | {
      readonly name: 'publish-content';
      readonly id: string;
      readonly language: string;
      readonly file: string;
      readonly kind: string;
      readonly title: string;
      /** Also by mail to whoever asked for news. */
      readonly mail: boolean;
      readonly reason: string;
      readonly by: string | undefined;
    }
  | {
      readonly name: 'retire-announcement';
      readonly id: string;
      readonly reason: string;
      readonly by: string | undefined;
    }
  | { readonly name: 'tickets' }
  | {
      readonly name: 'answer-ticket';
      readonly number: string;
      readonly answer: string;
      readonly reason: string;
      readonly by: string | undefined;
    };

/** What a person asked for on the command line. Keys are never arguments: other users of the machine could read them. */
export type Command =
  | MessageCommand
  | { readonly name: 'auditor status' }
  | { readonly name: 'auditor run'; readonly full: boolean }
  | { readonly name: 'auditor resume'; readonly by: string; readonly second: string; readonly reason: string }
  | {
      readonly name: 'operator enroll';
      readonly person: string;
      readonly reason: string;
      readonly by: string | undefined;
      readonly second: string | undefined;
    }
  | {
      readonly name: 'set-config';
      readonly key: string;
      readonly json: string;
      readonly reason: string;
      readonly by: string | undefined;
    }
  | {
      readonly name: 'accept-rate';
      readonly asset: string;
      readonly reason: string;
      readonly by: string | undefined;
    };

/** Any kind; which one is told by `isMarketCommand` and `isChainCommand`. */
export type AnyCommand = Command | ChainCommand | MarketCommand;

export function isMarketCommand(command: AnyCommand): command is MarketCommand {
  return 'words' in command && command.name.startsWith('market ');
}

export function isChainCommand(command: AnyCommand): command is ChainCommand {
  return 'words' in command && !isMarketCommand(command);
}

export const usage = `npm run operator -- <command>

  auditor status                     whether money runs, what is proven, since when
  auditor run [--full]               audit now; broken books halt money
  auditor resume --by <name> --second <name> --reason <why>
                                     let money run again after a repair; two persons' keys are asked for
  operator enroll <name> --reason <why> [--by <name>] [--second <name>]
                                     enrol a person and show his key once; the first needs nobody, the second the
                                     first person's key, everybody later two persons' keys
  set-config <key> <json> --reason <why> [--by <name>]
                                     set an entry of the app's configuration: features, banners, life, contact, downloads
  accept-rate <asset> --reason <why> [--by <name>]
                                     take the price that jumped and waits, when the sources cannot confirm it themselves
  publish-content <id> <language> <file> --kind agreement|help|announcement --title <title> [--mail] --reason <why>
                                     [--by <name>]
                                     publish a Markdown file as the next version; --mail also mails an announcement
  retire-announcement <id> --reason <why> [--by <name>]
                                     withdraw an announcement in every language
  tickets                            the open requests to support, oldest first
  answer-ticket <number> <answer> --reason <why> [--by <name>]
                                     answer a request; the person has it as a message and by mail
${usageOf(chainCommands)}
${usageOf(marketCommands)}

Keys are asked for on the terminal; without one, they are read from standard input, one per line, in the order above.
The database is the running instance's in DATA_DIR, or the one DATABASE_OWNER_URL names.`;

const reasonMin = 5;

/** Reads the arguments after the program's name; undefined when they are no command. */
export function readCommand(given: readonly string[]): AnyCommand | undefined {
  const parsed = parse(given);
  if (parsed === undefined) return undefined;
  const { positionals, values } = parsed;
  const { by, second, reason } = values;
  const [group, verb, person] = positionals;
  const message = readMessageCommand(positionals, values);
  if (message !== undefined) return message;
  const chain = readTableCommand(chainCommands, positionals, { by, second, reason }, isReason);
  if (chain !== undefined) return chain;
  const market = readTableCommand(marketCommands, positionals, { by, second, reason }, isReason);
  if (market !== undefined) return market;
  if (group === 'set-config' || group === 'accept-rate') return readSetting(positionals, { reason, by });
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

/** Commands that are one word and name what they change. */
function readSetting(
  [name, subject, json, ...more]: readonly string[],
  { reason, by }: { readonly reason: string | undefined; readonly by: string | undefined },
): Command | undefined {
  if (subject === undefined || more.length > 0 || !isReason(reason)) return undefined;
  if (name === 'set-config') {
    return json === undefined ? undefined : { name, key: subject, json, reason, by };
  }
  return name === 'accept-rate' && json === undefined ? { name, asset: subject, reason, by } : undefined;
}

type Values = NonNullable<ReturnType<typeof parse>>['values'];

function readMessageCommand(
  [name, first, second, third, ...more]: readonly string[],
  { kind, title, mail = false, reason, by }: Values,
): MessageCommand | undefined {
  if (name === 'tickets') return first === undefined ? { name } : undefined;
  if (first === undefined || more.length > 0 || !isReason(reason)) return undefined;
  if (name === 'publish-content') {
    if (second === undefined || third === undefined || kind === undefined || title === undefined)
      return undefined;
    return { name, id: first, language: second, file: third, kind, title, mail, reason, by };
  }
  if (third !== undefined) return undefined;
  if (name === 'answer-ticket') {
    return second === undefined ? undefined : { name, number: first, answer: second, reason, by };
  }
  return name === 'retire-announcement' && second === undefined ? { name, id: first, reason, by } : undefined;
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
        kind: { type: 'string' },
        title: { type: 'string' },
        mail: { type: 'boolean' },
      },
    });
  } catch {
    return undefined;
  }
}

function isReason(reason: string | undefined): reason is string {
  return reason !== undefined && reason.trim().length >= reasonMin;
}
