import './share-slider.css';
import type { CSSProperties } from 'react';

interface ShareProps {
  /** Whole percent. */
  value: number;
  onChange: (percent: number) => void;
  /** What it is a part of, for readers. */
  label: string;
  /** "25%". */
  textOf: (percent: number) => string;
  isDisabled?: boolean | undefined;
}

const marks = [0, 25, 50, 75, 100] as const;
/** A mark gives way to the knob that stands on it. */
const knobReach = 4;

/** A part of a whole, from 0 to 100 %: a real range input with five marks that can be tapped. */
export function ShareSlider({ value, onChange, label, textOf, isDisabled }: ShareProps) {
  return (
    <div className="share-slider" style={shareStyle('--share', value)}>
      <input
        type="range"
        min={0}
        max={100}
        step={1}
        value={value}
        disabled={isDisabled}
        aria-label={label}
        aria-valuetext={textOf(value)}
        onChange={(event) => onChange(Number(event.target.value))}
      />
      {marks.map((mark) => (
        <button
          key={mark}
          type="button"
          disabled={isDisabled}
          aria-label={textOf(mark)}
          data-passed={mark <= value || undefined}
          data-here={Math.abs(mark - value) <= knobReach || undefined}
          style={shareStyle('--at', mark)}
          onClick={() => onChange(mark)}
        />
      ))}
    </div>
  );
}

/** The same as four buttons, for screens with room and a mouse. */
export function ShareParts({ value, onChange, label, textOf, isDisabled }: ShareProps) {
  return (
    <div className="share-slider-parts" role="group" aria-label={label}>
      {marks.slice(1).map((mark) => (
        <button
          key={mark}
          type="button"
          disabled={isDisabled}
          aria-pressed={mark === value}
          onClick={() => onChange(mark)}
        >
          {textOf(mark)}
        </button>
      ))}
    </div>
  );
}

function shareStyle(name: string, percent: number): CSSProperties {
  return { [name]: `${percent}%` };
}
