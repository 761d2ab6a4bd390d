/** The body of an answer from outside, no longer than anything that is expected from there. */

/** As UTF-8. Throws when it has more bytes than that; nothing beyond them is read. */
export async function readBoundedText(response: Response, bytesMax: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > bytesMax) throw new Error('the answer is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
