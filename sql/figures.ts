/** What a figure means, in the words that `docs/numbers.md` and the pages share. */
export interface Figure {
  /** Fields that hold it. */
  readonly names: readonly string[];
  /** What it is called where no single field holds it. */
  readonly label?: string;
  readonly definition: string;
  /** Where the formula is from; null where it needs none. */
  readonly source: string | null;
}

/** How the figures are computed. */
export const figures: readonly Figure[] = [
  {
    names: ['twr_percent'],
    definition:
      'product of (1 + net result / capital before it), minus 1, in percent. A loss of all capital: −100 from there on. A trade without capital changes nothing',
    source: 'true time-weighted return, GIPS 2020',
  },
  {
    names: ['absolute_gain_percent'],
    definition: '100 × net profit / (starting capital + deposits), without compounding',
    source: 'own',
  },
  {
    names: ['max_drawdown_percent', 'drawdown'],
    definition:
      'distance of the time-weighted index from its running peak; the index starts at 1, which is a peak. Flows move neither',
    source:
      'own: MetaTrader measures the balance instead, where late deposits and withdrawals count',
  },
  {
    names: ['twr_equity_percent'],
    definition:
      'product over days with an equity report of (equity − flows since the last) / last equity, minus 1',
    source: 'GIPS 2020, on equity reports in place of trades',
  },
  {
    names: ['avg_daily_return_percent'],
    definition: 'arithmetic mean of the returns of the days with closed trades',
    source: 'own',
  },
  {
    names: ['avg_monthly_return_percent'],
    definition: 'arithmetic mean of the monthly returns, as published',
    source: 'own',
  },
  {
    names: ['monthly_percent', 'yearly_percent'],
    definition: 'time-weighted return within the period; months compound to the total',
    source: 'GIPS 2020',
  },
  {
    names: ['profit_factor'],
    definition: 'gross wins / gross losses; null without a loss',
    source: 'as MetaTrader prints it',
  },
  {
    names: ['win_rate'],
    definition: 'won / all trades × 100; a result of exactly 0 is neither won nor lost',
    source: 'MetaTrader counts 0 as won',
  },
  {
    names: ['expectancy'],
    definition: 'mean net result; mean pips of the trades whose pip size is known',
    source: null,
  },
  {
    names: ['ahpr', 'ghpr'],
    definition:
      'arithmetic mean (`ahpr`) and geometric mean (`ghpr`) of the returns per trade, in percent; `ghpr` null once a trade lost all',
    source:
      'MetaQuotes, Mathematics in Trading, mql5.com/en/articles/1492; over returns, so that flows do not count',
  },
  {
    names: ['z_score'],
    definition:
      '(N(R − 0.5) − P) / √(P(P − N)/(N − 1)), P = 2WL, R runs of wins and losses; `probability` 100 × erf(abs(Z)/√2)',
    source: 'MetaQuotes, Mathematics in Trading, mql5.com/en/articles/1492',
  },
  {
    names: ['sharpe_ratio', 'standard_deviation'],
    definition:
      'mean / sample deviation (n − 1) of net results per trade, and that deviation; null below two trades',
    source: 'Sharpe, risk-free rate 0',
  },
  {
    names: ['sharpe_ratio_annualized'],
    definition:
      'mean / sample deviation × √252 of one equity return per weekday, quiet days as 0, weekends on Monday; null below 30 weekdays, without deviation, and where fewer than 30 weekdays and fewer than half of them have a report',
    source: 'Sharpe, risk-free rate 0',
  },
  {
    names: ['pips'],
    definition:
      '(close − open) / pip size, negated for sells. The size from the table `symbols`, else by name for currency pairs, gold and silver, else unknown. A sum over no trades is 0, one over trades without any known size null',
    source: 'never guessed from printed digits',
  },
  {
    names: ['autotrading_trades'],
    definition: 'magic number neither null nor 0; none on cTrader and TradeLocker',
    source: null,
  },
  {
    names: [],
    label: 'portfolios',
    definition:
      "the union of the members' trades and flows at the day's rate; what moves between members within a minute is no flow. A member's starting capital joins at its history cut, else at its first event: first at that instant and no gain of anybody, invested but no deposit; of a member without any event it is in the balance and the base of `absolute_gain_percent` alone. On the side of equity a member joins with its first report, and no day counts between its first event and that",
    source: 'own',
  },
];

/** The table of `docs/numbers.md`, as Markdown. */
export function figuresTable(): string {
  const rows = figures.map(({ names, label, definition, source }) => {
    const first = label ?? names.map((name) => `\`${name}\``).join(', ');
    return `| ${first} | ${definition} |${source === null ? '' : ` ${source}`} |`;
  });
  return ['| figure | definition | source |', '|---|---|---|', ...rows].join('\n');
}
