import type { Hidable } from '../../../pipeline/registry/words.ts';
import type { PageAccount } from '../../site/account.ts';
import { sparkline } from '../../site/charts/sparkline.ts';
import { type HtmlContent, html } from '../../site/html.ts';
import type { Language } from '../../site/language/languages.ts';

type Sample = (account: PageAccount, language: Language) => HtmlContent;

const maxNamed = 3;

const shortList = (keys: readonly string[], total: number): HtmlContent =>
  keys.length > 0 &&
  html`<bdi>${keys.slice(0, maxNamed).join(', ')}</bdi>${total > maxNamed && ` +${total - maxNamed}`}`;

/** Returns a sample made of the newest trade that has a value. */
const fromNewestTrade =
  (value: (trade: Trade, language: Language, currency: string | null) => HtmlContent): Sample =>
  ({ listed, currency }, language) =>
    (listed?.trades.rows ?? [])
      .map((trade) => value(trade, language, currency))
      .find((shown) => shown);

type Trade = NonNullable<PageAccount['listed']>['trades']['rows'][number];

/** Samples of what visitors see of a part. For a part without a sample the page says "shown". */
const samples: Partial<Record<Hidable, Sample>> = {
  equity_curve: ({ curve, performance }) => curve && sparkline(curve, performance.since),
  twr: ({ performance }, { format }) =>
    performance.twr_percent !== null && format.signedPercent(performance.twr_percent),
  monthly: ({ monthly }, { format }) => {
    const last = monthly?.monthly_performance.at(-1);
    return last && `${format.month(last.date)} ${format.signedPercent(last.monthly_percent)}`;
  },
  by_symbol: ({ top_symbols: top }) =>
    top &&
    shortList(
      top.entries.map(({ key }) => key),
      top.keys,
    ),
  by_magic_number: ({ top_magic_numbers: top }) =>
    top &&
    shortList(
      top.entries.map(({ key }) => key),
      top.keys,
    ),
  advanced: ({ advanced }, { format, words }) =>
    advanced?.sharpe_ratio_annualized != null &&
    `${words.search.sharpe} ${format.number(advanced.sharpe_ratio_annualized)}`,
  drawdowns: ({ performance }, { format }) =>
    performance.max_drawdown_percent !== null && format.percent(performance.max_drawdown_percent),
  trades: fromNewestTrade(
    ({ symbol, profit, commission, swap }, { format }, currency) =>
      html`<bdi>${symbol}</bdi> ${format.signedAmount(profit + commission + swap, currency)}`,
  ),
  volume: fromNewestTrade(({ volume }, { format }) => format.plain(volume)),
  stop_loss: fromNewestTrade(({ stop_loss }, { format }) => stop_loss && format.plain(stop_loss)),
  take_profit: fromNewestTrade(
    ({ take_profit }, { format }) => take_profit && format.plain(take_profit),
  ),
  comment: fromNewestTrade(({ comment }) => comment && html`<bdi>${comment.slice(0, 24)}</bdi>`),
};

/** Returns an example of what visitors see of a part; null without one. */
export const sampleOf = (
  flag: Hidable,
  account: PageAccount,
  language: Language,
): HtmlContent | null => samples[flag]?.(account, language) || null;
