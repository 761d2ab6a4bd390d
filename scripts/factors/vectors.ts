/** RFC 6238, appendix B: six moments, three digests, eight digits. */
import { judgeCode } from '../../apps/server/src/modules/factor/totp.ts';
import { codeOfApp } from '../../apps/server/testing/authenticator.ts';

const digits = '12345678901234567890';
/** The reference code of the RFC takes longer seeds for longer digests. */
const seeds = { sha1: 20, sha256: 32, sha512: 64 } as const;
type Algorithm = keyof typeof seeds;

const vectors: readonly (Readonly<Record<Algorithm, string>> & { readonly at: number })[] = [
  { at: 59, sha1: '94287082', sha256: '46119246', sha512: '90693936' },
  { at: 1_111_111_109, sha1: '07081804', sha256: '68084774', sha512: '25091201' },
  { at: 1_111_111_111, sha1: '14050471', sha256: '67062674', sha512: '99943326' },
  { at: 1_234_567_890, sha1: '89005924', sha256: '91819424', sha512: '93441116' },
  { at: 2_000_000_000, sha1: '69279037', sha256: '90698825', sha512: '38618901' },
  { at: 20_000_000_000, sha1: '65353130', sha256: '77737706', sha512: '47863826' },
];
const algorithms = Object.keys(seeds) as Algorithm[];
export const vectorsGiven = vectors.length * algorithms.length;

/** How many come out as the RFC has them; those of SHA-1 are judged by our own function too, by their last six digits. */
export function countVectors(): number {
  return vectors.flatMap((vector) =>
    algorithms.filter((algorithm) => {
      const secret = Buffer.from(digits.repeat(4).slice(0, seeds[algorithm]), 'ascii');
      const code = codeOfApp(secret, vector.at * 1000, { algorithm, digits: 8 });
      if (code !== vector[algorithm]) return false;
      if (algorithm !== 'sha1') return true;
      const verdict = judgeCode(secret, code.slice(2), { now: vector.at * 1000, lastStep: 0 });
      return verdict.kind === 'right' && verdict.step === Math.floor(vector.at / 30);
    }),
  ).length;
}
