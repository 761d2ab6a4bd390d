import './native-control.css';
import './switch.css';

interface SwitchProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  label: string;
  isDisabled?: boolean | undefined;
}

/** On or off, at once. The label stands beside it, so it is spoken only here. */
export function Switch({ isOn, onChange, label, isDisabled }: SwitchProps) {
  return (
    <span className="switch">
      <input
        type="checkbox"
        role="switch"
        className="native-control"
        aria-label={label}
        checked={isOn}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
      />
    </span>
  );
}
