/** Spec 5: the shape of wallet addresses and of e-mail lists; true or false, no message. */

const tronSyntax = /^T[A-Za-z0-9_]{33}$/;
const ethereumSyntax = /^0x[A-Za-z0-9_]{40}$/;

/**
 * Whether an address has the shape of its chain type: TRC20 exactly 34 characters starting with T, any other type
 * exactly 42 starting with 0x; letters, digits and underscore only. It says nothing about checksums.
 */
export function isWalletAddress(chainType: string, address: string): boolean {
  return (chainType === 'TRC20' ? tronSyntax : ethereumSyntax).test(address);
}

// Every repetition begins with a character that the one before it cannot contain, so matching takes linear time.
const emailSyntax =
  /^[A-Za-z0-9]+(?:[-_.][A-Za-z0-9]+)*@(?:[A-Za-z0-9]+(?:-+[A-Za-z0-9]+)*\.)+[A-Za-z0-9]{2,4}$/;

/**
 * Whether a text is one or more e-mail addresses separated by commas: a local part of letters and digits with single
 * separators - _ . between them, @, domain labels, and a top-level domain of 2 to 4 letters or digits. No blanks.
 */
export function isEmailList(text: string): boolean {
  return text.split(',').every((address) => emailSyntax.test(address));
}
