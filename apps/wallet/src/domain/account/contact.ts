/** What people type for a phone number, an e-mail address or an account, and what the contract takes. */

const phoneSyntax = /^\+[1-9]\d{6,14}$/;
const emailSyntax = /^[^\s@]{1,64}@[^\s@]+\.[^\s@]+$/;
const emailLengthMax = 254;
const accountSyntax = /^[\x21-\x7e]{4,254}$/;
const inviteCodeSyntax = /^[A-Z0-9]{6}$/;

/** E.164 out of a number as people write it: blanks, brackets, hyphens and dots go, and a leading 00 is a plus. */
export function readPhone(typed: string): string {
  return typed
    .normalize('NFKC')
    .replaceAll(/[\s().\-\u2010-\u2015]/g, '')
    .replace(/^00/, '+');
}

export function isPhone(typed: string): boolean {
  return phoneSyntax.test(readPhone(typed));
}

export function readEmail(typed: string): string {
  return typed.trim();
}

/** A first look only; that the address works is proven by the code sent to it. */
export function isEmail(typed: string): boolean {
  const email = readEmail(typed);
  return email.length <= emailLengthMax && emailSyntax.test(email);
}

/** The account to log in with: a number is read as one, anything else, a username of digits too, as it stands. */
export function readLoginName(typed: string): string {
  const account = typed.trim();
  return isPhone(account) && !/^\d+$/.test(account) ? readPhone(account) : account;
}

/** False for what cannot be anybody's username, phone or e-mail. */
export function isLoginName(typed: string): boolean {
  return accountSyntax.test(readLoginName(typed));
}

/** A one-time code as it is pasted from a message: only its digits count, of whatever script. */
export function readCodeInput(typed: string): string {
  return typed.normalize('NFKC').replaceAll(/\D/g, '');
}

export function isCode(typed: string): boolean {
  return readCodeInput(typed).length === 6;
}

export function readInviteCode(typed: string): string {
  return typed.normalize('NFKC').trim().toUpperCase();
}

/** A referral code is optional; when there is one it has 6 letters or digits. */
export function isInviteCode(typed: string): boolean {
  const code = readInviteCode(typed);
  return code === '' || inviteCodeSyntax.test(code);
}
