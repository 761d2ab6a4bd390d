/** Markets, their rules and fees, and the orders in them. */
import { choice, field } from '../fields.ts';
import { look, operation, usual } from '../operation.ts';

const onMarket = { ...usual, on: 'market', takes: {} } as const;
const oneOfMarket = { ...onMarket, asks: ['market'], agrees: [], persons: 1 } as const;
const twoOfMarket = {
  ...onMarket,
  asks: ['market'],
  agrees: ['treasury', 'admin', 'risk'],
  persons: 2,
} as const;

export const listAllMarkets = look({
  name: 'market.show',
  cli: 'market list',
  does: 'every market with its state, rules, fees, index price and open orders',
  takes: {},
  asks: ['market', 'auditor', 'admin'],
});

export const createMarket = operation({
  ...oneOfMarket,
  name: 'market.create',
  cli: 'market create',
  does: 'add a market such as BTC_USDT; it is disabled until somebody enables it',
  takes: {
    symbol: field('newMarket'),
    priceDecimals: field('decimals'),
    amountDecimals: field('decimals'),
    tick: field('positive'),
    lot: field('positive'),
    minTotal: field('positive'),
    maxTotal: field('positive'),
  },
  says: 'market.created',
  refusals: ['uncountable', 'not_taken'],
});

export const enableMarket = operation({
  ...twoOfMarket,
  name: 'market.enable',
  cli: 'market enable',
  does: 'let everybody see it and trade',
  says: 'market.enabled',
  refusals: ['gone'],
});

export const hideMarket = operation({
  ...twoOfMarket,
  name: 'market.hide',
  cli: 'market hide',
  does: 'take it off every list, and no new orders; open ones may be cancelled',
  says: 'market.hidden',
  refusals: ['gone'],
});

export const lockMarket = operation({
  ...oneOfMarket,
  name: 'market.lock',
  cli: 'market lock',
  does: 'take no new orders; open ones may be cancelled',
  says: 'market.locked',
  refusals: ['gone'],
});

export const disableMarket = operation({
  ...oneOfMarket,
  name: 'market.disable',
  cli: 'market disable',
  does: 'take nothing at all, not even cancels',
  says: 'market.disabled',
  refusals: ['gone'],
});

export const setRule = operation({
  ...oneOfMarket,
  name: 'market.rule',
  cli: 'market rule',
  does: 'change a rule; tick and lot only while it is disabled and nothing is open; band and slippage in percent',
  takes: {
    rule: choice(
      'tick',
      'lot',
      'min-total',
      'max-total',
      'band',
      'give',
      'loss-percent',
      'loss-usd',
      'slippage',
      'open-orders',
      'position',
    ),
    value: field('setting'),
  },
  says: 'market.rule',
  refusals: ['not_positive', 'not_whole', 'gone', 'in_use', 'uncountable', 'not_taken'],
});

export const setFee = operation({
  ...twoOfMarket,
  name: 'market.fee',
  cli: 'market fee',
  does: 'set what a group pays from the next order on; open orders keep their fee',
  on: 'fee',
  takes: { makerPercent: field('percent'), takerPercent: field('percent') },
  says: 'market.fee',
  refusals: ['not_taken'],
});

export const setFeeGroup = operation({
  ...usual,
  name: 'person.fee-group',
  cli: 'market group',
  does: 'put the person with this username into a group of fees',
  on: 'person',
  takes: { group: field('group') },
  asks: ['market'],
  agrees: ['treasury', 'admin'],
  persons: 2,
  says: 'market.group',
  refusals: ['no_fees', 'nobody', 'not_taken'],
});

/** Whoever runs the book does it. */
export const cancelOrders = operation({
  ...oneOfMarket,
  name: 'market.cancel-orders',
  cli: 'market cancel-orders',
  does: 'cancel what this person has open there; what was set aside comes back',
  takes: { user: field('person') },
  runs: 'job',
  says: 'orders.cancelled',
  refusals: ['nobody', 'nobody_runs', 'refused'],
});
