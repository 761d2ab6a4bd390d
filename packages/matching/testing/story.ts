/** Lets a test say what traders do and see in their own words. */
import { meant } from '@marigold/money/testing/plain';

import type {
  Command,
  MatchingMarket,
  MarketRules,
  Outcome,
  Place,
  Side,
  TimeInForce,
} from '../src/order.ts';

/** Generous rules round an index of 1600: a row of a table names only what it is about. */
export const generousRules = meant<MarketRules>({
  tick: 1,
  lot: 1,
  totalMin: 1,
  totalMax: 1_000_000_000,
  bandPpm: 500_000,
  givePpm: 500_000,
  slippagePpm: 50_000,
  openOrdersMax: 200,
});

const people = ['alice', 'bob', 'carol', 'dave'];
const forces: Readonly<Record<string, TimeInForce>> = {
  'good till cancelled': 'gtc',
  'immediate or cancel': 'ioc',
  'fill or kill': 'fok',
  'post only': 'post',
};

/**
 * One sentence a trader might say: `alice sells 7 @ 1600`, `bob buys 2 @ 1700, immediate or cancel`, `bob buys 5 at market`,
 * `bob buys for 3200 at market`, `alice cancels 1`. Orders are numbered from 1 in the order in which they are spoken.
 */
export function commandOf(sentence: string, number: number, index: number | undefined): Command {
  const cancel = /^\w+ cancels (\d+)$/.exec(sentence);
  if (cancel !== null) return { kind: 'cancel', number: Number(cancel[1]) };
  const place = /^(\w+) (buy|sell)s (for )?(\d+) (?:@ (\d+)|at market)(?:, ([a-z ]+))?$/.exec(sentence);
  const force = forces[place?.[6] ?? 'good till cancelled'];
  const owner = people.indexOf(place?.[1] ?? '');
  if (place === null || force === undefined || owner < 0) throw new Error(`Nobody understands: ${sentence}`);
  const quantity = Number(place[4]);
  const isTotal = place[3] !== undefined;
  return meant<Place>({
    kind: 'place',
    number,
    owner,
    side: place[2] === 'buy' ? 'buy' : 'sell',
    timeInForce: force,
    price: place[5] === undefined ? undefined : Number(place[5]),
    amount: isTotal ? undefined : quantity,
    total: isTotal ? quantity : undefined,
    index,
  });
}

/** Says sentences divided by semicolons to a market; answers what became of the last. */
export function applySentences(
  market: MatchingMarket,
  sentences: string,
  index: number | undefined,
  from = 1,
): Outcome {
  const outcomes = sentences
    .split('; ')
    .map((sentence, place) => market.apply(commandOf(sentence, from + place, index)));
  const last = outcomes.at(-1);
  if (last === undefined) throw new Error('Nobody said anything.');
  return last;
}

/** `2 @ 1600 with alice, 3 rest`: what a trader reads of an outcome. */
export function outcomeText(outcome: Outcome): string {
  if (outcome.kind === 'refused') return `refused: ${outcome.reason}`;
  if (outcome.kind === 'missing') return 'no such order';
  if (outcome.kind === 'cancelled') return `${outcome.left} @ ${outcome.price} given back`;
  const matches = outcome.matches.map(
    ({ amount, price, makerOwner }) => `${amount} @ ${price} with ${people[makerOwner]}`,
  );
  const rest =
    outcome.rest === 'none'
      ? []
      : [outcome.rest === 'rests' ? `${outcome.open} rest` : `dropped: ${outcome.rest}`];
  return [...matches, ...rest].join(', ');
}

/** `5 @ 1600 alice | 4 @ 1550 alice`: those who sell and those who buy, each as they will be served. */
export function bookText(market: MatchingMarket): string {
  const { asks, bids } = market.snapshot();
  return [asks, bids]
    .map((orders) => orders.map(({ left, price, owner }) => `${left} @ ${price} ${people[owner]}`).join(', '))
    .map((line) => (line === '' ? 'nobody' : line))
    .join(' | ');
}

/** The sums of a side as its depth shows them. */
export function depth(market: MatchingMarket, side: Side): string {
  return market
    .levels(side, 20)
    .map(([price, amount]) => `${amount} @ ${price}`)
    .join(', ');
}
