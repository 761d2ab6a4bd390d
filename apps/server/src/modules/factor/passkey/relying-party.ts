/** For whom a passkey is good: this program at its public address and apps that settings name, and nobody else. */
import { minuteMs } from '@marigold/money/spans';

/**
 * `id` is a host; an answer must come from exactly one of `origins`, and where a frame gave it the page around the frame must
 * be `topOrigin`.
 */
export type RelyingParty = {
  readonly id: string;
  readonly origins: string[];
  readonly topOrigin: string | undefined;
};

/** Where a person may touch their key. */
export type PasskeySites = {
  /** The address of this program. */
  readonly publicAddress: () => string;
  /** Native apps of ours as Android names them: `android:apk-key-hash:…`. */
  readonly appOrigins: readonly string[];
  /** The page that may show ours in a frame. */
  readonly links: { readonly wrapperOrigin: string | undefined };
};

/** How long a browser waits for its person. */
export const touchMs = 5 * minuteMs;

/** What we take: ECDSA with P-256, RSA, and EdDSA. What comes after them makes answers of four kilobytes. */
export const keyAlgorithms: readonly number[] = [-7, -8, -257];

/** Browsers make no keys for an address of numbers: a demonstration on 127.0.0.1 is opened as localhost. */
export function createRelyingParty({ publicAddress, appOrigins, links }: PasskeySites): () => RelyingParty {
  return () => {
    const url = new URL(publicAddress());
    if (url.hostname === '127.0.0.1') url.hostname = 'localhost';
    return { id: url.hostname, origins: [url.origin, ...appOrigins], topOrigin: links.wrapperOrigin };
  };
}
