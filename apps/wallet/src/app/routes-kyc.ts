/** Pages about the verification of identities. */
import { type Rows, withTexts } from './page-row.ts';

export const kycRoutes = {
  '/pages/kyc/kyc': {
    guard: 'user',
    load: async () =>
      await withTexts(['kyc'], import('../features/kyc/kyc.page.tsx'), (page) => page.KycPage),
  },
  '/pages/kyc/kycorder': {
    guard: 'user',
    load: async () =>
      await withTexts(
        ['kyc', 'pages', 'account'],
        import('../features/kyc/kyc-order.page.tsx'),
        (page) => page.KycOrderPage,
      ),
  },
  '/pages/kyc/third': {
    guard: 'user',
    load: async () =>
      await withTexts(['kyc'], import('../features/kycthird/third.page.tsx'), (page) => page.KycThirdPage),
  },
  '/pages/kyc/thirddesc': {
    guard: 'user',
    load: async () =>
      await withTexts(
        ['kyc'],
        import('../features/kycthird/third-desc.page.tsx'),
        (page) => page.KycCompanyPage,
      ),
  },
  '/pages/kyc/inreview': {
    guard: 'user',
    load: async () =>
      await withTexts(
        ['kyc'],
        import('../features/kycrecord/in-review.page.tsx'),
        (page) => page.KycReviewPage,
      ),
  },
  '/pages/kyc/my': {
    guard: 'user',
    load: async () =>
      await withTexts(['kyc'], import('../features/kycrecord/my.page.tsx'), (page) => page.MyKycPage),
  },
  '/pages/kyc/mylist': {
    guard: 'user',
    load: async () =>
      await withTexts(
        ['kyc'],
        import('../features/kycrecord/my-list.page.tsx'),
        (page) => page.KycRecordsPage,
      ),
  },
  '/pages/kyc/userkyc': {
    guard: 'user',
    load: async () =>
      await withTexts(
        ['kyc'],
        import('../features/kycrecord/user-kyc.page.tsx'),
        (page) => page.KycRecordPage,
      ),
  },
} satisfies Partial<Rows>;
