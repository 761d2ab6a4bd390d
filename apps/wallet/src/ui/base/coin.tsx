const drawn = new Set(['btc', 'eth', 'usdt', 'usdc', 'trx', 'bnb', 'sol', 'ton', 'eur', 'usd']);

/** A coin's disc, `size` in CSS pixels. A coin without art is a scalloped disc with the first letters of its ticker. */
export function CoinIcon({ ticker, size = 40 }: { ticker: string; size?: number }) {
  const id = ticker.toLowerCase();
  const isDrawn = drawn.has(id);
  return (
    <svg width={size} height={size} viewBox="0 0 40 40" fontWeight="600" aria-hidden="true">
      <use href={`/coins.svg#${isDrawn ? id : 'unknown'}`} />
      {isDrawn ? null : (
        <text x="20" y="24" textAnchor="middle" fontSize="11" fill="var(--text-2)">
          {ticker.slice(0, 3).toUpperCase()}
        </text>
      )}
    </svg>
  );
}
