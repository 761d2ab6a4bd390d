/** Pages about money: what there is, where it comes from and where it goes. */
import { type Rows, withTexts } from './page-row.ts';

export const moneyRoutes = {
  '/pages/exchange/exchange': {
    // Spec 2 names "Exchange detail" without a page of its own: what one balance is made of.
    title: ({ explain }) => (explain === undefined ? 'shell.title.assets' : 'shell.title.exchangedetail'),
    guard: 'user',
    load: async () =>
      await withTexts(['pages'], import('../features/assets/assets.page.tsx'), (page) => page.AssetsPage),
  },
  '/pages/exchange/transfer': {
    title: 'shell.title.transfer',
    guard: 'user',
    load: async () =>
      await withTexts(
        ['pages', 'chain'],
        import('../features/transfer/transfer.page.tsx'),
        (page) => page.TransferPage,
      ),
  },
  '/pages/exchange/bill': {
    title: 'shell.title.bill',
    guard: 'user',
    load: async () =>
      await withTexts(['pages'], import('../features/bill/bills.page.tsx'), (page) => page.BillsPage),
  },
  '/pages/exchange/billdetail': {
    title: 'shell.title.billdetail',
    guard: 'user',
    load: async () =>
      await withTexts(
        ['pages'],
        import('../features/bill/bill-detail.page.tsx'),
        (page) => page.BillDetailPage,
      ),
  },
  '/pages/currency/currency': {
    title: 'shell.title.currency',
    guard: 'user',
    load: async () =>
      await withTexts(
        ['account'],
        import('../features/picker/currency.page.tsx'),
        (page) => page.CurrencyPage,
      ),
  },
  '/pages/currency/balance': {
    title: 'shell.title.currency',
    guard: 'user',
    load: async () =>
      await withTexts(
        ['account'],
        import('../features/picker/currency-balance.page.tsx'),
        (page) => page.CurrencyBalancePage,
      ),
  },
  '/pages/currency/normal': {
    title: 'shell.title.currency',
    guard: 'user',
    load: async () =>
      await withTexts(
        ['account'],
        import('../features/picker/currency-normal.page.tsx'),
        (page) => page.CurrencyNormalPage,
      ),
  },
  '/pages/rate/rate': {
    title: 'shell.title.rate',
    guard: 'visitor',
    load: async () =>
      await withTexts(['info'], import('../features/rate/rate.page.tsx'), (page) => page.RatePage),
  },
  '/pages/exchange/payee': {
    title: 'shell.title.payee',
    guard: 'user',
    load: async () =>
      await withTexts(
        ['share', 'pages', 'chain'],
        import('../features/payee/payees.page.tsx'),
        (page) => page.PayeesPage,
      ),
  },
  '/pages/exchange/transferAddress': {
    title: 'shell.title.recipient',
    guard: 'user',
    load: async () =>
      await withTexts(
        ['share', 'pages', 'chain'],
        import('../features/payee/recipient.page.tsx'),
        (page) => page.RecipientPage,
      ),
  },
  '/pages/exchange/risk': {
    title: 'shell.title.risk',
    guard: 'user',
    load: async () =>
      await withTexts(['share'], import('../features/risk/risks.page.tsx'), (page) => page.RisksPage),
  },
  '/pages/exchange/riskdetail': {
    title: 'shell.title.riskdetail',
    guard: 'user',
    load: async () =>
      await withTexts(
        ['share'],
        import('../features/risk/risk-detail.page.tsx'),
        (page) => page.RiskDetailPage,
      ),
  },
  '/pages/exchange/export': {
    title: 'shell.title.export',
    guard: 'user',
    load: async () =>
      await withTexts(
        ['export', 'pages'],
        import('../features/export/export.page.tsx'),
        (page) => page.ExportPage,
      ),
  },
  '/pages/exchange/export_email': {
    title: 'shell.title.export',
    guard: 'user',
    load: async () =>
      await withTexts(
        ['export', 'pages'],
        import('../features/export/export-email.page.tsx'),
        (page) => page.ExportEmailPage,
      ),
  },
  '/pages/exchange/addressqrcode': {
    title: 'shell.title.addressqrcode',
    guard: 'user',
    load: async () =>
      await withTexts(
        ['share'],
        import('../features/receive/address-qr-code.page.tsx'),
        (page) => page.AddressQrCodePage,
      ),
  },
  '/pages/index/collection': {
    title: 'shell.title.collection',
    guard: 'user',
    load: async () =>
      await withTexts(['share'], import('../features/receive/receive.page.tsx'), (page) => page.ReceivePage),
  },
  '/pages/index/scanqrcode': {
    title: 'shell.title.scan',
    guard: 'user',
    load: async () =>
      await withTexts(['share'], import('../features/scan/scan.page.tsx'), (page) => page.ScanPage),
  },
} satisfies Partial<Rows>;
