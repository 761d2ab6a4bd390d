/** What each page reads from its query, as types. */
export type NoSearch = Readonly<Record<never, never>>;
export type LoginSearch = {
  /** The page's second face. */
  readonly type?: 'register';
  readonly invitecode?: string;
  /** The region of the dialling code that a picker hands back. */
  readonly country?: string;
  /** Where to go after logging in: a page of this app, never anything else. */
  readonly back?: string;
};
export type PaymentPasswordSearch = {
  /** Where to go once it is set: the page that asked for it. */
  readonly back?: string;
};
export type AssetsSearch = {
  /** The asset whose balance is explained. */
  readonly explain?: string;
};
export type TransferSearch = {
  readonly currency?: string;
  /** The person to pay, as typed or scanned. */
  readonly to?: string;
  /** The amount that was asked for, a decimal string; the person still confirms it. */
  readonly amount?: string;
  /** A chain's code; absent or `internal`: between people of Marigold. */
  readonly chain?: string;
  /** The address to pay on that chain, as typed or scanned. */
  readonly address?: string;
};
export type BillsSearch = {
  readonly currency?: string;
  readonly type?: string;
  /** The last days or months that are listed; all of them without it. */
  readonly range?: string;
  /** The bill that stands beside the list of wide screens. */
  readonly id?: string;
};
export type BillDetailSearch = { readonly id?: string };
export type StartSearch = {
  /** Where the person was going before the introduction. */
  readonly back?: string;
};
export type ForgetUsernameSearch = { readonly account?: string };
export type SettingSearch = {
  /** The region that a picker hands back. */
  readonly country?: string;
};
export type PickerSearch = {
  /** The page that asked; the choice goes back to it. */
  readonly back?: string;
};
export type PayeesSearch = {
  /** The recipient that stands beside the list of wide screens. */
  readonly id?: string;
  /** Somebody to be added: the page opens with the form filled; on a chain what would be sent there as well. */
  readonly add?: string;
  readonly currency?: string;
  readonly chain?: string;
};
export type RiskSearch = {
  /** The case: the one on the page, or the one beside the list of wide screens. */
  readonly id?: string;
};
export type ExportSearch = {
  readonly currency?: string;
  /** One type or several, with commas between them; all of them without it. */
  readonly type?: string;
  /** The last days or months, or `own`: from one day to another, both as YYYY-MM-DD. */
  readonly range?: string;
  readonly from?: string;
  readonly to?: string;
  readonly format?: string;
};
export type ProfileSearch = {
  /** The page as what protects the account (spec 2, "Account & Security"). */
  readonly part?: 'security';
};
export type InviteSearch = {
  /** The page as the way to give the app away (spec 2, "Share"). */
  readonly part?: 'share';
};
export type ReceiveSearch = {
  readonly currency?: string;
  /** The amount that is asked for, a decimal string. */
  readonly amount?: string;
  /** A chain's code, or `internal` for the code that people of Marigold pay to. */
  readonly chain?: string;
};
export type ContactSearch = {
  /** The order number of the bill that help is asked about. */
  readonly order?: string;
};
export type ContentSearch = { readonly id?: string };
export type MessagesSearch = {
  readonly topic?: string;
  /** The message beside the list, on wide screens. */
  readonly id?: string;
};
export type TradeSearch = {
  /** The market, such as BTC_USDT; the first one without it. */
  readonly pair?: string;
  readonly side?: 'buy' | 'sell';
};
export type MarketSearch = {
  /** The market, such as BTC_USDT; the first one without it. */
  readonly pair?: string;
};
export type MarketsSearch = {
  /** What is listed: favorites, gainers, losers or a quote currency; all without it. */
  readonly view?: string;
};
export type TradeBillsSearch = {
  /** Which list is shown; what is open without it. */
  readonly tab?: 'history' | 'fills';
  /** The market, such as BTC_USDT. */
  readonly pair?: string;
  readonly side?: 'buy' | 'sell';
  readonly status?: string;
  readonly range?: string;
  /** The order or the fill that stands beside the list of wide screens. */
  readonly id?: string;
};
export type OrderSearch = { readonly id?: string };
export type FillSearch = { readonly id?: string };
export type OutlinkSearch = { readonly title?: string; readonly src?: string };

export type SearchOf = {
  readonly '/': NoSearch;
  readonly '/pages/login/login': LoginSearch;
  readonly '/pages/user/index': NoSearch;
  readonly '/pages/user/walletpassword': PaymentPasswordSearch;
  readonly '/pages/exchange/exchange': AssetsSearch;
  readonly '/pages/exchange/transfer': TransferSearch;
  readonly '/pages/exchange/bill': BillsSearch;
  readonly '/pages/exchange/billdetail': BillDetailSearch;
  readonly '/pages/setting/language': NoSearch;
  readonly '/pages/start/start': StartSearch;
  readonly '/pages/login/forget_username': ForgetUsernameSearch;
  readonly '/pages/login/forget_select': NoSearch;
  readonly '/pages/login/forget': NoSearch;
  readonly '/pages/user/setting': SettingSearch;
  readonly '/pages/user/profile': ProfileSearch;
  readonly '/pages/user/password': NoSearch;
  readonly '/pages/user/resetpaypass': PaymentPasswordSearch;
  readonly '/pages/country/country': PickerSearch;
  readonly '/pages/country/countrylist': PickerSearch;
  readonly '/pages/country/legalcurrency': PickerSearch;
  readonly '/pages/currency/currency': PickerSearch;
  readonly '/pages/currency/balance': PickerSearch;
  readonly '/pages/currency/normal': PickerSearch;
  readonly '/pages/rate/rate': NoSearch;
  readonly '/pages/exchange/payee': PayeesSearch;
  readonly '/pages/exchange/transferAddress': TransferSearch;
  readonly '/pages/exchange/risk': RiskSearch;
  readonly '/pages/exchange/riskdetail': RiskSearch;
  readonly '/pages/exchange/export': ExportSearch;
  readonly '/pages/exchange/export_email': ExportSearch;
  readonly '/pages/exchange/addressqrcode': ReceiveSearch;
  readonly '/pages/index/collection': ReceiveSearch;
  readonly '/pages/index/scanqrcode': NoSearch;
  readonly '/pages/index/webpage': ContentSearch;
  readonly '/pages/index/downloadapp': NoSearch;
  readonly '/pages/building/building': InviteSearch;
  readonly '/pages/about/about': NoSearch;
  readonly '/pages/about/contact': ContactSearch;
  readonly '/pages/message/message': MessagesSearch;
  readonly '/pages/outlink/outlink': OutlinkSearch;
  readonly '/pages/test/test': NoSearch;
  readonly '/pages/updater/updater': NoSearch;
  readonly '/pages/life/life': NoSearch;
  readonly '/pages/transaction/transaction': TradeSearch;
  readonly '/pages/transaction/market': MarketSearch;
  readonly '/pages/market/market': MarketsSearch;
  readonly '/pages/transaction/bill': TradeBillsSearch;
  readonly '/pages/transaction/detail': OrderSearch;
  readonly '/pages/transaction/transactiondetail': FillSearch;
};
