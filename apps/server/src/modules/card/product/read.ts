/** The card shop as people see it. */
import type { CardProduct } from '@marigold/contract/calls/card/fields';
import type { cardMethod, listCardProducts } from '@marigold/contract/calls/card/order';
import type { OutputOf } from '@marigold/contract/endpoint';
import { Refusal } from '@marigold/contract/endpoint';
import { cardMailDays } from '@marigold/partners/card-states';

import type { Database } from '../../../platform/database/database.ts';
import type { Call, Handlers } from '../../../platform/http/call.ts';
import { listChoices } from '../../kyc/views.ts';
import { findContent } from '../../message/views.ts';
import { type ListPrice, readPrices } from '../../purchase/views.ts';
import type { CardCompanies } from '../port.ts';
import { findProduct, listPickups, listProducts, listRegions, type ProductRow } from '../store.ts';

export type ShopDependencies = {
  readonly mode: 'demo' | 'production';
  readonly companies: CardCompanies;
};

/** A product with everything that it takes to sell it. */
export type CardOffer = {
  readonly product: ProductRow;
  readonly prices: readonly ListPrice[];
  /** The version of its company's agreement that has to be accepted. */
  readonly version: number;
};

type ShopHandlers = Pick<Handlers, 'card/product/list' | 'card/method'>;

export function createShopHandlers(shop: ShopDependencies): ShopHandlers {
  return {
    'card/product/list': async (_input, call) => await list(shop, call),
    'card/method': async ({ productId }, call) => await method(shop, productId, call),
  };
}

/** Undefined where it is not sold here: nobody issues it, it has no price, or its company has no agreement. */
export async function findOffer(
  shop: ShopDependencies,
  productId: string,
  call: Pick<Call<'user'>, 'db' | 'language' | 'now'>,
): Promise<CardOffer | undefined> {
  const product = await findProduct(call.db, { id: productId, providers: [...shop.companies.keys()] });
  return product === undefined ? undefined : await offerOf(shop, product, call);
}

async function offerOf(
  { mode, companies }: ShopDependencies,
  product: ProductRow,
  { db, language, now }: Pick<Call<'user'>, 'db' | 'language' | 'now'>,
): Promise<CardOffer | undefined> {
  const company = companies.get(product.provider);
  const prices = await pricesOfProduct(db, product.id, mode);
  if (company === undefined || prices.length === 0) return undefined;
  const agreement = await findContent(db, company.contentId, language, now);
  return agreement === undefined ? undefined : { product, prices, version: agreement.version };
}

/** In every currency that it can be paid in now. */
export async function pricesOfProduct(
  db: Database,
  productId: string,
  mode: 'demo' | 'production',
): Promise<readonly ListPrice[]> {
  return (await readPrices(db, { product: 'card', purpose: productId, mode })) ?? [];
}

async function list(shop: ShopDependencies, call: Call<'user'>): Promise<OutputOf<typeof listCardProducts>> {
  const rows = await listProducts(call.db, [...shop.companies.keys()]);
  const offers = await Promise.all(rows.map(async (row) => await offerOf(shop, row, call)));
  return {
    list: offers.flatMap((offer) => (offer === undefined ? [] : [productForPerson(shop, offer)])),
  };
}

function productForPerson(
  { companies }: ShopDependencies,
  { product, prices, version }: CardOffer,
): CardProduct {
  const company = companies.get(product.provider);
  if (company === undefined) throw new Error('Broken: an offer has a company');
  const { id: productId, design, name, form, network, currency, rechargeMin, rechargeMax } = product;
  const { name: issuer, contentId, isDemo } = company;
  return {
    productId,
    design,
    name,
    form,
    network,
    currency,
    prices: [...prices],
    fees: feesOf(product),
    rechargeMin,
    rechargeMax,
    dailyLimit: product.dailyLimit,
    kycLevel: product.kycLevel,
    pinDigits: { min: product.pinMin, max: product.pinMax },
    mailDays: form === 'physical' ? cardMailDays : null,
    issuer: { name: issuer, contentId, version, isDemo },
    state: !product.isOpen ? 'halted' : product.stock === 0 ? 'soldOut' : 'open',
  };
}

export function feesOf(product: ProductRow): CardProduct['fees'] {
  const { rechargeFee, purchaseFee, atmFee, foreignFee, monthlyFee } = product;
  return {
    recharge: rechargeFee,
    purchase: purchaseFee,
    atm: atmFee,
    foreign: foreignFee,
    monthly: monthlyFee,
  };
}

async function method(
  { mode, companies }: ShopDependencies,
  productId: string,
  { db, language }: Call<'user'>,
): Promise<OutputOf<typeof cardMethod> | Refusal<'product_closed'>> {
  const product = await findProduct(db, { id: productId, providers: [...companies.keys()] });
  if (product === undefined) return new Refusal('product_closed', {}, 'productId');
  const isPhysical = product.form === 'physical';
  const choices = await listChoices(db, language);
  const choicesOf = (wanted: 'job' | 'income' | 'purpose') =>
    choices.flatMap(({ list: of, code, name }) => (of === wanted ? [{ code, name }] : []));
  return {
    countries: isPhysical ? await listRegions(db, productId) : [],
    pickups: (isPhysical ? await listPickups(db, mode) : []).map(({ id, region, city, line }) => ({
      pickupId: id,
      country: region,
      city,
      line,
    })),
    occupations: choicesOf('job'),
    incomes: choicesOf('income'),
    purposes: choicesOf('purpose'),
  };
}
