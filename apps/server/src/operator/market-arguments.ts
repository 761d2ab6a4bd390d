/** The commands about markets, their fees and orders, as a table: what each takes, and who must agree. */
import type { CommandTable, TableCommand } from './command-table.ts';

export const marketCommands = {
  'market list': {
    takes: [],
    persons: 'none',
    help: 'every market with its state, rules, fees, index price and open orders',
  },
  'market create': {
    takes: ['symbol', 'price-decimals', 'amount-decimals', 'tick', 'lot', 'min-total', 'max-total'],
    persons: 'one',
    help: 'add a market such as BTC_USDT; it is disabled until somebody enables it',
  },
  'market enable': { takes: ['symbol'], persons: 'two', help: 'let everybody see it and trade' },
  'market hide': {
    takes: ['symbol'],
    persons: 'two',
    help: 'take it off every list, and no new orders; open ones may be cancelled',
  },
  'market lock': {
    takes: ['symbol'],
    persons: 'one',
    help: 'take no new orders; open ones may be cancelled',
  },
  'market disable': { takes: ['symbol'], persons: 'one', help: 'take nothing at all, not even cancels' },
  'market rule': {
    takes: [
      'symbol',
      'tick|lot|min-total|max-total|band|give|loss-percent|loss-usd|slippage|open-orders|position',
      'value',
    ],
    persons: 'one',
    help: 'change a rule; tick and lot only while it is disabled and nothing is open; band and slippage in percent',
  },
  'market fee': {
    takes: ['group', 'symbol or all', 'maker-percent', 'taker-percent'],
    persons: 'two',
    help: 'set what a group pays from the next order on; open orders keep their fee',
  },
  'market group': {
    takes: ['user', 'group'],
    persons: 'two',
    help: 'put the person with this username into a group of fees',
  },
  'market cancel-orders': {
    takes: ['symbol', 'user'],
    persons: 'one',
    help: 'cancel what this person has open there; what was set aside comes back',
  },
} as const satisfies CommandTable;

export type MarketCommandName = keyof typeof marketCommands;

export type MarketCommand = TableCommand<MarketCommandName>;
