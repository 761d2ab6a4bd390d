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
  '/pages/kyc/usersignup': {
    guard: 'user',
    load: async () =>
      await withTexts(
        ['kyc', 'kycown', 'pages'],
        import('../features/kycown/user-signup.page.tsx'),
        (page) => page.KycPersonPage,
      ),
  },
  '/pages/kyc/signup': {
    guard: 'user',
    isForVisitor: ({ phone }) => phone !== undefined,
    load: async () =>
      await withTexts(
        ['kyc', 'kycown', 'pages'],
        import('../features/kycown/signup.page.tsx'),
        (page) => page.KycDocumentPage,
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
  '/pages/kyc/auth': {
    guard: 'user',
    load: async () =>
      await withTexts(
        ['kycauth', 'kyc', 'account'],
        import('../features/kycauth/auth.page.tsx'),
        (page) => page.KycAuthPage,
      ),
  },
} satisfies Partial<Rows>;
