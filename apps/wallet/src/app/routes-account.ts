/** Pages about the person: coming in, secrets, settings, friends. */
import { type Rows, withTexts } from './page-row.ts';

export const accountRoutes = {
  '/pages/user/index': {
    title: 'shell.title.me',
    guard: 'visitor',
    load: async () => await withTexts(['pages'], import('../features/me/me.page.tsx'), (page) => page.MePage),
  },
  '/pages/user/walletpassword': {
    title: 'shell.title.walletpassword',
    guard: 'user',
    load: async () =>
      await withTexts(
        ['pages'],
        import('../features/security/payment-password.page.tsx'),
        (page) => page.PaymentPasswordPage,
      ),
  },
  '/pages/login/login': {
    title: ({ type }) => (type === 'register' ? 'shell.title.register' : 'shell.title.login'),
    guard: 'visitor',
    load: async () =>
      await withTexts(['pages'], import('../features/login/login.page.tsx'), (page) => page.LoginPage),
  },
  '/pages/setting/language': {
    title: 'shell.title.language',
    guard: 'visitor',
    load: async () =>
      await withTexts(
        ['pages'],
        import('../features/language/language.page.tsx'),
        (page) => page.LanguagePage,
      ),
  },
  '/pages/login/forget_username': {
    title: 'shell.title.forget',
    guard: 'visitor',
    load: async () =>
      await withTexts(
        ['account', 'pages'],
        import('../features/forget/forget-username.page.tsx'),
        (page) => page.ForgetUsernamePage,
      ),
  },
  '/pages/login/forget_select': {
    title: 'shell.title.forget',
    guard: 'visitor',
    load: async () =>
      await withTexts(
        ['account', 'pages'],
        import('../features/forget/forget-select.page.tsx'),
        (page) => page.ForgetSelectPage,
      ),
  },
  '/pages/login/forget': {
    title: 'shell.title.forget',
    guard: 'visitor',
    load: async () =>
      await withTexts(
        ['account', 'pages'],
        import('../features/forget/forget.page.tsx'),
        (page) => page.ForgetPage,
      ),
  },
  '/pages/user/setting': {
    title: 'shell.title.setting',
    guard: 'user',
    load: async () =>
      await withTexts(
        ['account', 'pages'],
        import('../features/setting/setting.page.tsx'),
        (page) => page.SettingPage,
      ),
  },
  '/pages/user/profile': {
    // Spec 2 names both: who somebody is here, and what protects that.
    title: ({ part }) => (part === 'security' ? 'shell.title.security' : 'shell.title.profile'),
    guard: 'user',
    load: async () =>
      await withTexts(
        ['account', 'pages'],
        import('../features/profile/profile.page.tsx'),
        (page) => page.ProfilePage,
      ),
  },
  '/pages/user/password': {
    title: 'shell.title.password',
    guard: 'user',
    load: async () =>
      await withTexts(
        ['account', 'pages'],
        import('../features/security/password.page.tsx'),
        (page) => page.PasswordPage,
      ),
  },
  '/pages/user/resetpaypass': {
    title: 'shell.title.resetpaypass',
    guard: 'user',
    load: async () =>
      await withTexts(
        ['account', 'pages'],
        import('../features/security/reset-payment-password.page.tsx'),
        (page) => page.ResetPaymentPasswordPage,
      ),
  },
  '/pages/country/country': {
    title: 'shell.title.country',
    guard: 'visitor',
    load: async () =>
      await withTexts(
        ['account'],
        import('../features/country/country.page.tsx'),
        (page) => page.CountryPage,
      ),
  },
  '/pages/country/countrylist': {
    title: 'shell.title.country',
    guard: 'visitor',
    load: async () =>
      await withTexts(
        ['account'],
        import('../features/country/country-list.page.tsx'),
        (page) => page.CountryListPage,
      ),
  },
  '/pages/country/legalcurrency': {
    title: 'shell.title.legalcurrency',
    guard: 'visitor',
    load: async () =>
      await withTexts(
        ['account'],
        import('../features/picker/legal-currency.page.tsx'),
        (page) => page.LegalCurrencyPage,
      ),
  },
  '/pages/building/building': {
    // Spec 2 names "Share" without a page of its own: giving the app away, which is an invitation.
    title: ({ part }) => (part === 'share' ? 'shell.title.share' : 'shell.title.building'),
    guard: 'user',
    load: async () =>
      await withTexts(
        ['account', 'pages'],
        import('../features/invite/invite.page.tsx'),
        (page) => page.InvitePage,
      ),
  },
} satisfies Partial<Rows>;
