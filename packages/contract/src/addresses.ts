/** Whose an address is (protocol.md "What is served where"): asked by the server and by the wallet's service worker. */

/** What the server answers itself; the wallet is never shown there. */
const serverPaths = /^\/(api|stream|health|metrics|openapi\.json|docs|console|dev|files|hooks|assets)(\/|$)/;
/** A name with an ending is a file that is there or not, never a screen. The longest is `webmanifest`. */
const fileName = /\.[A-Za-z0-9]{1,11}$/;

export function isServerPath(path: string): boolean {
  return serverPaths.test(path);
}

/** True where the wallet's one page is shown, whether it knows the screen or not. */
export function isPagePath(path: string): boolean {
  return !isServerPath(path) && !fileName.test(path);
}
