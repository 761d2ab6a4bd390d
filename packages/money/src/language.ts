/** The five languages of the product (spec 9). */
export type ProductLanguage = 'en' | 'zh-Hans' | 'zh-Hant' | 'ja' | 'ru';
