/** A text message of a server as it goes over the line (RFC 6455, 5.2): built once for everybody who gets it. */
const textOpcode = 0x81;
const length16Mark = 126;
const length64Mark = 127;
const length16Max = 0xffff;

export function frameOf(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const headerLength = length < length16Mark ? 2 : length <= length16Max ? 4 : 10;
  const frame = Buffer.allocUnsafe(headerLength + length);
  frame[0] = textOpcode;
  if (length < length16Mark) frame[1] = length;
  else if (length <= length16Max) {
    frame[1] = length16Mark;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = length64Mark;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, headerLength);
  return frame;
}
