/** What a browser keeps in which the introduction has been seen. */
export function startedAt(url: string) {
  return {
    cookies: [],
    origins: [{ origin: new URL(url).origin, localStorage: [{ name: 'started', value: '1' }] }],
  };
}
