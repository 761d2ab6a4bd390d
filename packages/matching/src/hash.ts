/** A fingerprint of numbers, for comparing states; not a seal. */
export class Fingerprint {
  private one = 0xdeadbeef;
  private other = 0x41c6ce57;

  add(value: number): void {
    this.mix(value >>> 0);
    this.mix(Math.floor(value / 2 ** 32) >>> 0);
  }

  /** Sixteen hexadecimal digits. */
  toText(): string {
    return [this.one, this.other].map((half) => half.toString(16).padStart(8, '0')).join('');
  }

  private mix(word: number): void {
    const one = Math.imul(this.one ^ word, 0x9e3779b1);
    const other = Math.imul(this.other ^ word, 0x85ebca77);
    this.one = (one ^ (other >>> 15) ^ (one << 7)) >>> 0;
    this.other = (other ^ (one >>> 13) ^ (other << 11)) >>> 0;
  }
}
