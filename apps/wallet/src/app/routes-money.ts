/** Pages about money: what there is, where it comes from and where it goes. */
import { type Rows, withTexts } from './page-row.ts';

export const moneyRoutes = {
  '/pages/exchange/exchange': {
    guard: 'user',
    load: async () =>
      await withTexts(['pages'], import('../features/assets/assets.page.tsx'), (page) => page.AssetsPage),
  },
  '/pages/exchange/transfer': {
    guard: 'user',
    load: async () =>
      await withTexts(
        ['pages', 'chain'],
        import('../features/transfer/transfer.page.tsx'),
        (page) => page.TransferPage,
      ),
  },
  '/pages/exchange/bill': {
    guard: 'user',
    load: async () =>
      await withTexts(['pages'], import('../features/bill/bills.page.tsx'), (page) => page.BillsPage),
  },
  '/pages/exchange/billdetail': {
    guard: 'user',
    load: async () =>
      await withTexts(
        ['pages'],
        import('../features/bill/bill-detail.page.tsx'),
        (page) => page.BillDetailPage,
      ),
  },
  '/pages/currency/currency': {
    guard: 'user',
    load: async () =>
      await withTexts(
        ['account'],
        import('../features/picker/currency.page.tsx'),
        (page) => page.CurrencyPage,
      ),
  },
  '/pages/currency/balance': {
    guard: 'user',
    load: async () =>
      await withTexts(
        ['account'],
        import('../features/picker/currency-balance.page.tsx'),
        (page) => page.CurrencyBalancePage,
      ),
  },
  '/pages/currency/normal': {
    guard: 'user',
    load: async () =>
      await withTexts(
        ['account'],
        import('../features/picker/currency-normal.page.tsx'),
        (page) => page.CurrencyNormalPage,
      ),
  },
  '/pages/rate/rate': {
    guard: 'visitor',
    load: async () =>
      await withTexts(['info'], import('../features/rate/rate.page.tsx'), (page) => page.RatePage),
  },
  '/pages/exchange/payee': {
    guard: 'user',
    load: async () =>
      await withTexts(
        ['share', 'account', 'pages', 'chain'],
        import('../features/payee/payees.page.tsx'),
        (page) => page.PayeesPage,
      ),
  },
  '/pages/exchange/transferAddress': {
    guard: 'user',
    load: async () =>
      await withTexts(
        ['share', 'pages', 'chain'],
        import('../features/payee/recipient.page.tsx'),
        (page) => page.RecipientPage,
      ),
  },
  '/pages/exchange/risk': {
    guard: 'user',
    load: async () =>
      await withTexts(['share'], import('../features/risk/risks.page.tsx'), (page) => page.RisksPage),
  },
  '/pages/exchange/riskdetail': {
    guard: 'user',
    load: async () =>
      await withTexts(
        ['share'],
        import('../features/risk/risk-detail.page.tsx'),
        (page) => page.RiskDetailPage,
      ),
  },
  '/pages/exchange/export': {
    guard: 'user',
    load: async () =>
      await withTexts(
        ['export', 'pages'],
        import('../features/export/export.page.tsx'),
        (page) => page.ExportPage,
      ),
  },
  '/pages/exchange/export_email': {
    guard: 'user',
    load: async () =>
      await withTexts(
        ['export', 'pages'],
        import('../features/export/export-email.page.tsx'),
        (page) => page.ExportEmailPage,
      ),
  },
  '/pages/exchange/addressqrcode': {
    guard: 'user',
    load: async () =>
      await withTexts(
        ['share'],
        import('../features/receive/address-qr-code.page.tsx'),
        (page) => page.AddressQrCodePage,
      ),
  },
  '/pages/index/collection': {
    guard: 'user',
    load: async () =>
      await withTexts(['share'], import('../features/receive/receive.page.tsx'), (page) => page.ReceivePage),
  },
  '/pages/index/scanqrcode': {
    guard: 'user',
    load: async () =>
      await withTexts(['share'], import('../features/scan/scan.page.tsx'), (page) => page.ScanPage),
  },
} satisfies Partial<Rows>;
