import { accountBook } from '../../oracle/account-book.ts';
import { moneyText } from '../../oracle/money.ts';
import type { Row } from '../../oracle/world.ts';
import { always, amountsOf, type Change, hides, timeOf } from './change.ts';
import type { Part } from './hiding-world.ts';
import { pick, type Random, wholeBetween } from './random.ts';

const isBefore = (row: Row, column: string, cut: string): boolean => (row[column] ?? '') < cut;

/** Makes a trade from before a cut in which only the day and the result are kept. */
function blurred(row: Row, cut: string, random: Random): Row {
  if (!isBefore(row, 'closed_at', cut)) return row;
  return {
    ...row,
    ticket: `${row.ticket}-cut`,
    symbol: pick(random, ['CUTUSD', 'EURUSD']),
    volume: '77.77',
    open_price: '7.7777',
    comment: 'from before the cut',
    magic_number: '777',
    opened_at: row.closed_at ?? null,
  };
}

/** Makes rows before a cut that don't change the balance at the cut. */
function more(part: Part, cut: string, random: Random): Pick<Part, 'trades' | 'cash_flows'> {
  const { text } = amountsOf(part);
  const known = part.trades.filter((row) => isBefore(row, 'closed_at', cut));
  const trades = known.slice(0, 2).flatMap((row, at) => {
    const amount = text(wholeBetween(random, 100, 99_999));
    return ['', '-'].map((sign) => ({
      ...row,
      ticket: `${row.ticket}-cut-${at}${sign}`,
      profit: `${sign}${amount}`,
      commission: null,
      swap: null,
    }));
  });
  const flow = part.cash_flows.find((row) => row.kind === 'flow' && isBefore(row, 'at', cut));
  const amount = text(wholeBetween(random, 100, 999_999));
  const flows = flow
    ? ['', '-'].map((sign) => ({
        ...flow,
        id: `${flow.id}-cut${sign}`,
        amount: `${sign}${amount}`,
      }))
    : [];
  return { trades, cash_flows: flows };
}

export const pastChanges: readonly Change[] = [
  {
    kind: 'history before a cut',
    isUnseenByOwners: true,
    isUnseen: always,
    change: (part, { random }) => {
      const cut = part.entry?.history_cut_at;
      if (!cut) return part;
      const added = more(part, cut, random);
      return {
        ...part,
        trades: [...part.trades.map((row) => blurred(row, cut, random)), ...added.trades],
        cash_flows: [...part.cash_flows, ...added.cash_flows],
        equity: part.equity.filter((row) => !isBefore(row, 'at', cut) || random() < 0.5),
      };
    },
  },
  {
    kind: 'equity reports but the newest',
    isUnseen: hides('equity_curve', 'advanced', 'benchmark', 'exposure'),
    change: (part, { random }) => {
      const newest = Math.max(...part.equity.map((row) => timeOf(row, 'at')));
      return {
        ...part,
        equity: part.equity.map((row) =>
          timeOf(row, 'at') === newest
            ? row
            : { ...row, equity: `${wholeBetween(random, 9, 9999)}` },
        ),
      };
    },
  },
  {
    kind: 'a printed balance that does not reconcile',
    isUnseen: always,
    change: (part) => {
      const { entry, ...rows } = part;
      const registry = { owners: [], accounts: [] };
      const world = {
        ...rows,
        printed_figures: [],
        symbols: [],
        fx_rates: [],
        prices: [],
        calendar_events: [],
        registry,
      };
      const found = entry && accountBook(world, entry).reconciliation;
      if (!found || found.isReconciled) return part;
      const away = found.balance < found.reported ? 77n : -77n;
      const reported_balance = moneyText(found.reported + away * 100_000_000n, 8);
      return { ...part, accounts: part.accounts.map((row) => ({ ...row, reported_balance })) };
    },
  },
  {
    kind: "broker's credits",
    isUnseenByOwners: true,
    isUnseen: always,
    change: (part, { random }) => ({
      ...part,
      cash_flows: part.cash_flows.map((row) =>
        row.kind === 'credit' ? { ...row, amount: `${wholeBetween(random, 1, 999)}.00` } : row,
      ),
    }),
  },
];
