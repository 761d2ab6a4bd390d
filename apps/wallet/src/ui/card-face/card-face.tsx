import './card-face.css';
import { petalCount, petalPath, petalTransform } from '../base/bloom-geometry.ts';
import { type CardDesign, chipContacts, engravings, faceHeight, faceWidth, padlock } from './card-art.ts';
import { type CardInks, inksOf, padlockInk } from './card-inks.ts';
import { expiryOnCard, lettersToFit, numberOnCard, wordmarks } from './card-words.ts';

interface CardFaceProps {
  design: CardDesign;
  /** `full` is as wide as its place, and `mini` also, but without number and names: for rows and choices. */
  size: 'full' | 'mini';
  /** All that it says, such as "MUSE platinum, ends in 7730, locked"; without it the face is decoration. */
  label?: string | undefined;
  /** The last four digits of the card's number. */
  last4?: string | undefined;
  /** The person's name as it is embossed. */
  holder?: string | undefined;
  /** The last month, `YYYY-MM`. */
  expiry?: string | undefined;
  /** `locked` is grey behind a padlock; `ended` is blank and only its words are left. */
  veil?: 'locked' | 'ended' | undefined;
  /** What the blank face says in place of a name: "Not issued yet". */
  caption?: string | undefined;
}

/** The face of a card, engraved as its plastic is. It grows with its place and keeps its shape. */
export function CardFace({ design, size, label, last4, holder, expiry, veil, caption = '' }: CardFaceProps) {
  const ground = veil === 'ended' ? 'blank' : design;
  const inks = inksOf(ground, veil === 'locked');
  const [name, level] = design === 'blank' ? [caption, ''] : wordmarks[design];
  const named = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <span
      className={`card-face card-face-${size}`}
      style={{ background: paintOf(inks), borderColor: inks.edge }}
      translate="no"
      {...named}
    >
      <svg viewBox={`0 0 ${faceWidth} ${faceHeight}`} preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        <Engraving design={ground} inks={inks} isBold={size === 'mini'} />
        {ground === 'blank' ? null : <Mark ink={inks.ink} isLarge={size === 'mini'} />}
        {inks.chip === undefined ? null : <Chip inks={inks.chip} />}
        <Wordmark name={name} level={level} inks={inks} isLarge={size === 'mini'} />
        {size === 'mini' ? null : <Embossed last4={last4} holder={holder} expiry={expiry} inks={inks} />}
        {veil === 'locked' ? <Padlock isLarge={size === 'mini'} /> : null}
      </svg>
    </span>
  );
}

function paintOf({ ground, sheen }: CardInks): string {
  return sheen === undefined ? ground : `linear-gradient(148deg, ${sheen.join()})`;
}

/** Lines as thin as those of the large face would be a haze on the small one. */
function Engraving({ design, inks, isBold }: { design: CardDesign; inks: CardInks; isBold: boolean }) {
  return engravings[design].map(({ path, width, ink }) => (
    <path
      key={path}
      d={path}
      className="card-face-line"
      stroke={inks.engraving[ink]}
      strokeWidth={isBold ? width * 1.6 : width}
    />
  ));
}

const petals = Array.from({ length: petalCount }, (_, index) => index);

function Mark({ ink, isLarge }: { ink: string; isLarge: boolean }) {
  return (
    <g transform={isLarge ? 'translate(296 40) scale(.44)' : 'translate(300 34) scale(.3)'} fill={ink}>
      {petals.map((index) => (
        <path key={index} d={petalPath(false)} transform={petalTransform(index)} />
      ))}
    </g>
  );
}

function Chip({ inks: [plate, contacts] }: { inks: readonly [string, string] }) {
  return (
    <g transform="translate(22 78)">
      <rect width="40" height="30" rx="6" fill={plate} />
      <path d={chipContacts} className="card-face-line" stroke={contacts} strokeWidth="0.8" />
    </g>
  );
}

interface WordmarkProps {
  name: string;
  level: string;
  inks: CardInks;
  isLarge: boolean;
}

function Wordmark({ name, level, inks, isLarge }: WordmarkProps) {
  const letters = isLarge ? 32 : 21;
  return (
    <text
      x="22"
      y={isLarge ? 50 : 41}
      fontSize={lettersToFit(name, letters, faceWidth - 44)}
      fill={inks.ink}
      className="card-face-name"
    >
      {name}
      {level === '' ? null : (
        <tspan dx=".6em" fontSize={letters * 0.72} fill={inks.quietInk} className="card-face-level">
          {level}
        </tspan>
      )}
    </text>
  );
}

interface EmbossedProps extends Pick<CardFaceProps, 'last4' | 'holder' | 'expiry'> {
  inks: CardInks;
}

function Embossed({ last4, holder, expiry, inks }: EmbossedProps) {
  return (
    <g className="card-face-words" stroke={inks.ground} fill={inks.quietInk}>
      {last4 === undefined ? null : (
        <text x="22" y="156" fontSize="17" fill={inks.ink} className="card-face-number">
          {numberOnCard(last4)}
        </text>
      )}
      {holder === undefined ? null : (
        <text x="22" y="190" fontSize={lettersToFit(holder, 12, 240)}>
          {holder}
        </text>
      )}
      {expiry === undefined ? null : (
        <text x="321" y="190" fontSize="12" className="card-face-end">
          {expiryOnCard(expiry)}
        </text>
      )}
    </g>
  );
}

function Padlock({ isLarge }: { isLarge: boolean }) {
  return (
    <path
      d={padlock}
      transform={`translate(${faceWidth / 2} ${faceHeight / 2 - 7}) scale(${isLarge ? 2 : 1})`}
      fill={padlockInk}
    />
  );
}
