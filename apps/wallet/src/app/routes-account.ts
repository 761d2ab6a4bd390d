/** Pages about the person: coming in, secrets, settings, friends. */
import { type Rows, withTexts } from './page-row.ts';

export const accountRoutes = {
  '/pages/user/index': {
    guard: 'visitor',
    load: async () => await withTexts(['pages'], import('../features/me/me.page.tsx'), (page) => page.MePage),
  },
  '/pages/user/walletpassword': {
    guard: 'user',
    load: async () =>
      await withTexts(
        ['pages'],
        import('../features/security/payment-password.page.tsx'),
        (page) => page.PaymentPasswordPage,
      ),
  },
  '/pages/login/login': {
    guard: 'visitor',
    load: async () =>
      await withTexts(['pages'], import('../features/login/login.page.tsx'), (page) => page.LoginPage),
  },
  '/pages/setting/language': {
    guard: 'visitor',
    load: async () =>
      await withTexts(
        ['pages'],
        import('../features/language/language.page.tsx'),
        (page) => page.LanguagePage,
      ),
  },
  '/pages/login/forget_username': {
    guard: 'visitor',
    load: async () =>
      await withTexts(
        ['account', 'pages'],
        import('../features/forget/forget-username.page.tsx'),
        (page) => page.ForgetUsernamePage,
      ),
  },
  '/pages/login/forget_select': {
    guard: 'visitor',
    load: async () =>
      await withTexts(
        ['account', 'pages'],
        import('../features/forget/forget-select.page.tsx'),
        (page) => page.ForgetSelectPage,
      ),
  },
  '/pages/login/forget': {
    guard: 'visitor',
    load: async () =>
      await withTexts(
        ['account', 'pages'],
        import('../features/forget/forget.page.tsx'),
        (page) => page.ForgetPage,
      ),
  },
  '/pages/user/setting': {
    guard: 'user',
    load: async () =>
      await withTexts(
        ['account', 'pages'],
        import('../features/setting/setting.page.tsx'),
        (page) => page.SettingPage,
      ),
  },
  '/pages/user/profile': {
    guard: 'user',
    load: async () =>
      await withTexts(
        ['account', 'pages'],
        import('../features/profile/profile.page.tsx'),
        (page) => page.ProfilePage,
      ),
  },
  '/pages/user/password': {
    guard: 'user',
    load: async () =>
      await withTexts(
        ['account', 'pages'],
        import('../features/security/password.page.tsx'),
        (page) => page.PasswordPage,
      ),
  },
  '/pages/user/passkeys': {
    guard: 'user',
    load: async () =>
      await withTexts(
        ['account', 'pages'],
        import('../features/passkeys/passkeys.page.tsx'),
        (page) => page.PasskeysPage,
      ),
  },
  '/pages/user/notme': {
    guard: 'visitor',
    load: async () =>
      await withTexts(
        ['account', 'pages'],
        import('../features/notme/not-me.page.tsx'),
        (page) => page.NotMePage,
      ),
  },
  '/pages/user/walletlimit': {
    guard: 'user',
    load: async () =>
      await withTexts(
        ['account', 'pages'],
        import('../features/limit/limits.page.tsx'),
        (page) => page.LimitsPage,
      ),
  },
  '/pages/user/resetpaypass': {
    guard: 'user',
    load: async () =>
      await withTexts(
        ['account', 'pages'],
        import('../features/security/reset-payment-password.page.tsx'),
        (page) => page.ResetPaymentPasswordPage,
      ),
  },
  '/pages/googleauth/googleauth': {
    guard: 'user',
    load: async () =>
      await withTexts(
        ['account', 'pages'],
        import('../features/google/google-auth.page.tsx'),
        (page) => page.GoogleAuthPage,
      ),
  },
  '/pages/googleauth/checkcode': {
    guard: 'user',
    load: async () =>
      await withTexts(
        ['account', 'pages'],
        import('../features/google/check-code.page.tsx'),
        (page) => page.CheckCodePage,
      ),
  },
  '/pages/country/country': {
    guard: 'visitor',
    load: async () =>
      await withTexts(
        ['account'],
        import('../features/country/country.page.tsx'),
        (page) => page.CountryPage,
      ),
  },
  '/pages/country/countrylist': {
    guard: 'visitor',
    load: async () =>
      await withTexts(
        ['account'],
        import('../features/country/country-list.page.tsx'),
        (page) => page.CountryListPage,
      ),
  },
  '/pages/country/legalcurrency': {
    guard: 'visitor',
    load: async () =>
      await withTexts(
        ['account'],
        import('../features/picker/legal-currency.page.tsx'),
        (page) => page.LegalCurrencyPage,
      ),
  },
  '/pages/building/building': {
    guard: 'user',
    load: async () =>
      await withTexts(
        ['account', 'pages'],
        import('../features/invite/invite.page.tsx'),
        (page) => page.InvitePage,
      ),
  },
} satisfies Partial<Rows>;
