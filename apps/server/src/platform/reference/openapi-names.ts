/** Names and sentences for the field types of the contract, so that a reader meets each of them once. */
import * as bill from '@marigold/contract/calls/bill';
import { Rate } from '@marigold/contract/calls/rate';
import { User } from '@marigold/contract/calls/user';
import { Balance, WalletPosting } from '@marigold/contract/calls/wallet';
import * as fields from '@marigold/contract/fields';
import * as z from 'zod';

export const schemaNames = z.registry<{ id: string; description: string }>();

const names: readonly (readonly [schema: z.ZodType, id: string, description: string])[] = [
  [
    fields.decimal,
    'Decimal',
    'Money as a plain decimal string; more decimals than the asset has are refused.',
  ],
  [fields.signedDecimal, 'SignedDecimal', 'Money that may be below zero, as a decimal string.'],
  [fields.assetCode, 'AssetCode', 'The code of an asset, such as USDT or EUR.'],
  [fields.id, 'Id', 'The id of an object: a UUID, version 7 where we make it.'],
  [fields.time, 'Time', 'Epoch milliseconds.'],
  [fields.username, 'Username', '4 to 20 letters or digits; case is kept and does not distinguish.'],
  [fields.email, 'Email', 'An e-mail address.'],
  [fields.phone, 'Phone', 'A phone number in E.164 form.'],
  [fields.account, 'Account', 'A username, phone number or e-mail address as typed.'],
  [fields.payeeText, 'Payee', 'A person to pay: username, phone number, e-mail address or internal code.'],
  [fields.password, 'Password', 'The login password.'],
  [
    fields.newPassword,
    'NewPassword',
    '8 to 20 characters with a digit, an upper-case letter, a lower-case letter and a special character.',
  ],
  [fields.payPassword, 'PayPassword', 'The payment password: six digits.'],
  [fields.code, 'Code', 'A one-time code: six digits.'],
  [fields.language, 'Language', 'A language of texts.'],
  [fields.fiat, 'Fiat', 'A fiat currency of display.'],
  [fields.inviteCode, 'InviteCode', 'An invitation code: six characters.'],
  [fields.verifyMethod, 'VerifyMethod', 'How a verification code reaches its owner.'],
  [fields.verify, 'Verify', 'The proof of a second verification, bound to exactly this operation.'],
  [fields.cursor, 'Cursor', 'Where a page begins, as `next` of the page before.'],
  [fields.size, 'Size', 'How many entries a page has at most.'],
  [bill.BillType, 'BillType', 'What a bill tells of.'],
  [bill.BillStatus, 'BillStatus', 'Where a bill stands; success and failed are final.'],
  [bill.Bill, 'Bill', 'One line of the history of a user.'],
  [bill.BillDetail, 'BillDetail', 'Everything about one bill.'],
  [User, 'User', 'The signed-in person; contacts are masked.'],
  [Balance, 'Balance', 'What a user has of one asset.'],
  [WalletPosting, 'Posting', 'One movement of a balance.'],
  [Rate, 'Rate', 'The price of an asset in a fiat currency.'],
];

for (const [schema, id, description] of names) schemaNames.add(schema, { id, description });
