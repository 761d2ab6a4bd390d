/** Pages about trading: markets, orders, and the record of both. */
import { type Rows, withTexts } from './page-row.ts';

export const tradeRoutes = {
  '/pages/transaction/transaction': {
    guard: 'visitor',
    load: async () =>
      await withTexts(
        ['trade', 'orders', 'market', 'pages'],
        import('../features/trade/trade.page.tsx'),
        (page) => page.TradePage,
      ),
  },
  '/pages/transaction/market': {
    guard: 'visitor',
    load: async () =>
      await withTexts(['market'], import('../features/chart/chart.page.tsx'), (page) => page.ChartPage),
  },
  '/pages/market/market': {
    guard: 'visitor',
    load: async () =>
      await withTexts(['market'], import('../features/market/markets.page.tsx'), (page) => page.MarketsPage),
  },
  '/pages/transaction/bill': {
    guard: 'user',
    load: async () =>
      await withTexts(
        ['orders'],
        import('../features/orders/trade-bills.page.tsx'),
        (page) => page.TradeBillsPage,
      ),
  },
  '/pages/transaction/detail': {
    guard: 'user',
    load: async () =>
      await withTexts(['orders'], import('../features/orders/order.page.tsx'), (page) => page.OrderPage),
  },
  '/pages/transaction/transactiondetail': {
    guard: 'user',
    load: async () =>
      await withTexts(['orders'], import('../features/orders/fill.page.tsx'), (page) => page.FillPage),
  },
} satisfies Partial<Rows>;
