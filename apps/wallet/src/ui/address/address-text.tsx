import './address-text.css';
import { addressParts, shortAddress } from './address-parts.ts';

interface AddressTextProps {
  address: string;
  /** Without its middle, for rows; never where an address is approved. */
  isShort?: boolean | undefined;
}

/** An address on a chain with its beginning and end set apart, as people compare them; wraps anywhere. */
export function AddressText({ address, isShort }: AddressTextProps) {
  if (isShort) return <span className="address-text">{shortAddress(address)}</span>;
  const [start, middle, end] = addressParts(address);
  return (
    <span className="address-text" dir="ltr" translate="no">
      <b>{start}</b>
      {middle}
      <b>{end}</b>
    </span>
  );
}
