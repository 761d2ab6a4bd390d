import { fiatText, monthText } from '../../lib/text/format.ts';
import { currentLanguage, languages, useText } from '../../lib/text/i18n.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { barsOf, type Insight } from './chart.ts';

/** Two bars a month: filled for what came in, hollow for what went out; the table below says the same in numbers. */
export function MonthChart({ insight }: { readonly insight: Insight }) {
  const t = useText();
  const bars = barsOf(insight.list);
  if (bars.length === 0) return <p className="type-sm text-ink-2">{t('life.none')}</p>;
  return (
    <>
      <Legend />
      <div className="@container pt-3">
        <div className="flex gap-2" role="img" aria-label={t('life.chart')}>
          {bars.map(({ month, in: came, out }) => (
            <div key={month} className="group flex-1 min-w-0">
              <div className="flex items-end justify-center gap-1 h-32 border-b border-line-strong">
                <Bar percent={came} isFilled />
                <Bar percent={out} />
              </div>
              <MonthName month={month} />
            </div>
          ))}
        </div>
      </div>
    </>
  );
}

/** Where large letters leave no room for every name, every other month has one, and the newest always. */
function MonthName({ month }: { readonly month: number }) {
  return (
    <div className="type-cap text-ink-3 text-center pt-1 -mx-4 whitespace-nowrap @max-[14rem]:group-nth-last-[even]:invisible">
      {shortMonth(month)}
    </div>
  );
}

function Bar({ percent, isFilled = false }: { readonly percent: number; readonly isFilled?: boolean }) {
  const look = isFilled ? 'bg-ok border-ok' : 'border-ink-2';
  // A month without a movement keeps the place of its bar, but has no line.
  const frame = percent === 0 ? 'invisible' : 'border-2';
  return <span className={`w-3 rounded-t-xs ${frame} ${look}`} style={{ height: `${percent}%` }} />;
}

function Legend() {
  const t = useText();
  return (
    <div className="flex flex-wrap gap-x-4 type-sm text-ink-2">
      <span className="inline-flex items-center gap-2">
        <span className="w-3 h-3 rounded-xs bg-ok" />
        {t('life.in')}
      </span>
      <span className="inline-flex items-center gap-2">
        <span className="w-3 h-3 rounded-xs border-2 border-ink-2" />
        {t('life.out')}
      </span>
    </div>
  );
}

/** The same months as numbers, the newest first. */
export function MonthTable({ insight }: { readonly insight: Insight }) {
  const t = useText();
  return (
    <details className="pt-3">
      <summary className="type-sm-b min-h-11 flex items-center gap-1 cursor-pointer">
        {t('life.table')}
        <Icon name="caret-down-bold" size={14} />
      </summary>
      <table className="w-full type-sm">
        <caption className="visually-hidden">{t('life.chart')}</caption>
        <thead>
          <tr className="text-ink-3">
            <th scope="col" className="text-start py-2">
              {t('life.month')}
            </th>
            <th scope="col" className="text-end py-2 ps-3">
              {t('life.in')}
            </th>
            <th scope="col" className="text-end py-2 ps-3">
              {t('life.out')}
            </th>
          </tr>
        </thead>
        <tbody>
          {insight.list.map((month) => (
            <tr key={month.month} className="border-t border-line">
              <th scope="row" className="text-start py-2">
                {monthText(month.month)}
              </th>
              <td className="text-end py-2 ps-3">{fiatText(month.in, insight.fiat)}</td>
              <td className="text-end py-2 ps-3">{fiatText(month.out, insight.fiat)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function shortMonth(timeMs: number): string {
  return new Intl.DateTimeFormat(languages[currentLanguage()].lang, { month: 'short' }).format(timeMs);
}
