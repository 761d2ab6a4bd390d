/** What each page reads from its query, by name; what its parameters mean stands in the table of pages. */
import type { SearchOf } from '@marigold/contract/pages';

export type { SearchOf } from '@marigold/contract/pages';

export type LoginSearch = SearchOf['/pages/login/login'];
export type PaymentPasswordSearch = SearchOf['/pages/user/walletpassword'];
export type AssetsSearch = SearchOf['/pages/exchange/exchange'];
export type TransferSearch = SearchOf['/pages/exchange/transfer'];
export type BillsSearch = SearchOf['/pages/exchange/bill'];
export type BillDetailSearch = SearchOf['/pages/exchange/billdetail'];
export type StartSearch = SearchOf['/pages/start/start'];
export type ForgetUsernameSearch = SearchOf['/pages/login/forget_username'];
export type SettingSearch = SearchOf['/pages/user/setting'];
export type ProfileSearch = SearchOf['/pages/user/profile'];
export type CheckCodeSearch = SearchOf['/pages/googleauth/checkcode'];
export type PickerSearch = SearchOf['/pages/country/country'];
export type PayeesSearch = SearchOf['/pages/exchange/payee'];
export type RiskSearch = SearchOf['/pages/exchange/risk'];
export type ExportSearch = SearchOf['/pages/exchange/export'];
export type ReceiveSearch = SearchOf['/pages/exchange/addressqrcode'];
export type ContentSearch = SearchOf['/pages/index/webpage'];
export type InviteSearch = SearchOf['/pages/building/building'];
export type ContactSearch = SearchOf['/pages/about/contact'];
export type MessagesSearch = SearchOf['/pages/message/message'];
export type OutlinkSearch = SearchOf['/pages/outlink/outlink'];
export type KycOrderSearch = SearchOf['/pages/kyc/kycorder'];
export type KycRecordSearch = SearchOf['/pages/kyc/userkyc'];
export type KycRecordsSearch = SearchOf['/pages/kyc/mylist'];
export type KycPersonSearch = SearchOf['/pages/kyc/usersignup'];
export type KycDocumentSearch = SearchOf['/pages/kyc/signup'];
export type KycCompanySearch = SearchOf['/pages/kyc/thirddesc'];
export type TradeSearch = SearchOf['/pages/transaction/transaction'];
export type MarketSearch = SearchOf['/pages/transaction/market'];
export type MarketsSearch = SearchOf['/pages/market/market'];
export type TradeBillsSearch = SearchOf['/pages/transaction/bill'];
export type OrderSearch = SearchOf['/pages/transaction/detail'];
export type FillSearch = SearchOf['/pages/transaction/transactiondetail'];
