import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  banner,
  cells,
  headings,
  mt5Html,
  mt5Xlsx,
  type ReportRow,
} from '../../../../fixtures/statements/mt5.ts';
import { directoryDuring } from '../../../support/directory.ts';
import { comparedIn } from '../compared.ts';
import { readBytes } from '../reading.ts';

// MetaTrader 5 takes what a closing deal brought as the result of a trade. What opening deals cost
// is part of the gross loss alone. All figures below are added up by hand.
const costs = suite('costs of opening deals of MT5');
const folder = directoryDuring(costs);

const about = (name: string, value: string): ReportRow => [
  { text: `${name}:`, span: 3, isHeading: true },
  { text: value, span: 10, isHeading: true },
];
const figures = (...pairs: readonly (readonly [name: string, value: string])[]): ReportRow =>
  pairs.flatMap(([name, value]) => [{ text: name && `${name}:`, span: 3 }, { text: value }]);
const halves = (left: string, value: string, right: string, text: string): ReportRow => [
  { text: `${left}:`, span: 3 },
  { text: value, span: 2 },
  { text: '' },
  { text: `${right}:`, span: 3 },
  { text, span: 2 },
];
const none = ['', ''] as const;

/** Three positions. Their opening deals cost 1.50, 2.00 and 2.00; the closings bring the rest. */
const rows: readonly ReportRow[] = [
  banner('Trade History Report'),
  about('Account', '880051 (USD, Example-Server, real, Hedge)'),
  about('Company', 'Example Broker'),
  banner('Deals'),
  headings(
    ...['Time', 'Deal', 'Symbol', 'Type', 'Direction', 'Volume', 'Price', 'Order'],
    ...['Commission', 'Fee', 'Swap', 'Profit', 'Balance', 'Comment'],
  ),
  ...[
    '2026.03.02 09:00:00|1||balance||||| 0.00|0.00|0.00|500.00|500.00|',
    '2026.03.02 10:00:00|2|EURUSD|sell|in|0.20|1.1|2|-1.00|-0.50|0.00|0.00|498.50|',
    '2026.03.02 11:00:00|3|EURUSD|buy|out|0.20|1.09|3|-1.00|0.00|-0.20|4.00|501.30|',
    '2026.03.03 10:00:00|4|EURUSD|buy|in|0.20|1.1|4|-2.00|0.00|0.00|0.00|499.30|',
    '2026.03.03 11:00:00|5|EURUSD|sell|out|0.20|1.11|5|0.00|0.00|0.00|1.50|500.80|',
    '2026.03.04 10:00:00|6|EURUSD|buy|in|0.20|1.1|6|-2.00|0.00|0.00|0.00|498.80|',
    '2026.03.04 11:00:00|7|EURUSD|sell|out|0.20|1.09|7|0.00|-0.25|0.00|-3.00|495.55|',
  ].map((deal) => cells(...deal.split('|').map((text) => text.trim()))),
  halves('Balance', '495.55', 'Free Margin', '495.55'),
  halves('Credit Facility', '0.00', 'Margin', '0.00'),
  halves('Floating P/L', '0.00', 'Margin Level', '0.00%'),
  [
    { text: 'Equity:', span: 3 },
    { text: '495.55', span: 2 },
  ],
  banner('Results'),
  figures(['Total Net Profit', '-4.45'], ['Gross Profit', '4.30'], ['Gross Loss', '-8.75']),
  figures(['Profit Factor', '0.49'], ['Expected Payoff', '-1.48']),
  figures(['Recovery Factor', '-0.77'], ['Sharpe Ratio', '-0.40']),
  figures(
    ['Balance Drawdown Absolute', '4.45'],
    ['Balance Drawdown Maximal', '5.75 (1.15%)'],
    ['Balance Drawdown Relative', '1.15% (5.75)'],
  ),
  figures(['Total Trades', '3'], ['Short Trades', '1 (100.00%)'], ['Long Trades', '2 (50.00%)']),
  figures(none, ['Profit Trades', '2 (66.67%)'], ['Loss Trades', '1 (33.33%)']),
  figures(none, ['Largest profit trade', '2.80'], ['Largest loss trade', '-3.25']),
  figures(none, ['Average profit trade', '2.15'], ['Average loss trade', '-8.75']),
  figures(
    none,
    ['Maximum consecutive wins', '2 (4.30)'],
    ['Maximum consecutive losses', '1 (-3.25)'],
  ),
  figures(
    none,
    ['Maximal consecutive profit', '4.30 (2)'],
    ['Maximal consecutive loss', '-3.25 (1)'],
  ),
  figures(none, ['Average consecutive wins', '2'], ['Average consecutive losses', '1']),
];

for (const [form, bytes] of [
  ['page', mt5Html(rows)],
  ['workbook', mt5Xlsx(rows)],
] as const) {
  costs(`a ${form} reconciles, and the rule is the reason for what differs`, async () => {
    const { tables, told } = await readBytes(bytes, { format: 'mt5' });
    assert.equal(told, []);
    assert.equal(
      tables.trades?.map(({ commission, opening_commission }) => [
        Number(commission),
        Number(opening_commission),
      ]),
      [
        [-2.5, -1.5],
        [-2, -2],
        [-2.25, -2],
      ],
    );
    const compared = await comparedIn(folder, [{ id: 'one', tables }]);
    assert.equal(
      compared.filter(({ agrees }) => agrees === false),
      [],
    );
    const byRule = compared.filter(({ reason }) => reason === 'opening_costs_apart');
    assert.equal(byRule.map(({ figure }) => figure).sort(), [
      ...['average_consecutive_losses', 'average_consecutive_wins', 'average_loss_trade'],
      ...['average_profit_trade', 'gross_loss', 'gross_profit', 'largest_loss_trade'],
      ...['largest_profit_trade', 'long_trades_won_percent', 'loss_trades', 'loss_trades_percent'],
      ...['max_consecutive_loss', 'max_consecutive_loss_trades', 'max_consecutive_losses'],
      ...['max_consecutive_losses_loss', 'max_consecutive_profit', 'max_consecutive_profit_trades'],
      ...['max_consecutive_wins', 'max_consecutive_wins_profit', 'profit_factor'],
      ...['profit_trades', 'profit_trades_percent'],
    ]);
  });
}

costs.run();
