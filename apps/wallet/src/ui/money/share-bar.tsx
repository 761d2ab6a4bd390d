import './share-bar.css';

interface ShareBarProps {
  /** The shares in words: the bar itself is one picture to readers. */
  label: string;
  /** `weight` is a share of the whole, in any unit; `ticker` undefined gathers the rest. */
  parts: readonly { id: string; ticker?: string | undefined; weight: number }[];
}

/** The ground colours of the coins' own discs. */
const colors: Readonly<Record<string, string>> = {
  BTC: '#f7931a',
  ETH: '#4a5bd4',
  USDT: '#1f8a6b',
  USDC: '#2775ca',
  TRX: '#d8142b',
  BNB: '#e2a400',
  SOL: '#2b3b45',
  TON: '#0a84c6',
  EUR: '#0e3b34',
  USD: '#0e3b34',
};

/** How a whole is shared out, as one bar in the colours of its coins. */
export function ShareBar({ label, parts }: ShareBarProps) {
  return (
    <div className="share-bar" role="img" aria-label={label}>
      {parts.map(({ id, ticker = '', weight }) => (
        <i key={id} style={{ flexGrow: weight, background: colors[ticker] ?? 'var(--text-3)' }} />
      ))}
    </div>
  );
}
