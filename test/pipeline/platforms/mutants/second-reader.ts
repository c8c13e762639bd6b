// Reads the rows of a statement a second time, as simply as a person would. Shares nothing with
// `pipeline/`.

/** Figures of a file. Money and lots are in millionths, times in milliseconds. */
export interface Figures {
  readonly trades: number;
  readonly results: number;
  /** Sums of what is booked besides trades, by kind: in, out, results without a trade, credit. */
  readonly deposits: number;
  readonly withdrawals: number;
  readonly charges: number;
  readonly credit: number;
  readonly open: number;
  readonly lots: number;
  readonly closed: number;
  /** Events of a calendar, their times, and the times' sum. */
  readonly events: number;
  readonly times: number;
  /** Trades that sold, and the sum of their swaps, if the reader adds them up. */
  readonly sold?: number;
  readonly swap?: number;
  /** Amounts that the account began and ended with, which imports alone tell. */
  readonly opening?: number;
  readonly balance?: number;
  readonly equity?: number;
  /** Part of the balance that no row of an account explains. */
  readonly unexplained?: number;
}

type Rows = readonly (readonly string[])[];

/** Row of a statement, once a reader knows what it is. */
export interface Entry {
  readonly is: 'trade' | 'open' | 'booked' | 'charge' | 'credit' | 'event';
  readonly amount?: number;
  readonly lots?: number;
  readonly at?: number;
}

/** Adds up the rows of a statement. */
export function total(entries: readonly (Entry | null)[]): Figures {
  const known = entries.filter((entry) => entry !== null);
  const of = (is: Entry['is']) => known.filter((entry) => entry.is === is);
  const sum = (list: readonly Entry[], name: 'amount' | 'lots' | 'at') =>
    list.reduce((all, entry) => all + (entry[name] ?? 0), 0);
  const [trades, events, booked] = [of('trade'), of('event'), of('booked')];
  return {
    trades: trades.length,
    results: sum(trades, 'amount'),
    deposits: sum(
      booked.filter(({ amount = 0 }) => amount > 0),
      'amount',
    ),
    withdrawals: sum(
      booked.filter(({ amount = 0 }) => amount < 0),
      'amount',
    ),
    charges: sum(of('charge'), 'amount'),
    credit: sum(of('credit'), 'amount'),
    open: of('open').length,
    lots: sum(trades, 'lots'),
    closed: sum(trades, 'at'),
    events: events.length,
    times: sum(events, 'at'),
  };
}

/** Reads a number in millionths. The last point or comma is its decimal mark. */
export function amountOf(text = '', isDecimalComma = false): number {
  const digits = text.replace(/[^\d.,()-]/g, '');
  const isNegative = /[-(]/.test(digits);
  const point = isDecimalComma
    ? digits.lastIndexOf(',')
    : Math.max(...[...',.'].map((mark) => digits.lastIndexOf(mark)));
  const whole = point < 0 ? digits : digits.slice(0, point);
  const fraction = point < 0 ? '' : digits.slice(point);
  const value = Number(`${whole.replace(/\D/g, '') || '0'}.${fraction.replace(/\D/g, '') || '0'}`);
  return Math.round(value * 1e6) * (isNegative ? -1 : 1);
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

export type DateOrder = 'day' | 'month';

/** Reads a time as if it were UTC. NaN if the text is not a time. */
function timeOf(text = '', order: DateOrder = 'day'): number {
  const parts = /^(\d{1,4})[-./ ](\d{1,2}|[A-Za-z]{3})[-./ ](\d{1,4})(?:[ T]+(.*))?$/.exec(text);
  if (parts === null) return Number.NaN;
  const [, first = '', middle = '', last = '', clock = '00:00'] = parts;
  const isYearFirst = first.length === 4;
  const year = Number(isYearFirst ? first : last);
  const named = months.indexOf(middle.toLowerCase()) + 1;
  const [one, other] = isYearFirst
    ? [Number(last), Number(middle)]
    : [Number(first), Number(middle)];
  const [day, month] =
    named > 0 ? [one, named] : isYearFirst || order === 'day' ? [one, other] : [other, one];
  const [, hour = '', minute = '', second = '0', thousandths = '0', half = ''] =
    /^(\d{1,2}):(\d\d)(?::(\d\d))?(?:\.(\d+))?\s*([ap]m)?$/i.exec(clock) ?? [];
  if (minute === '') return Number.NaN;
  const hours = half === '' ? Number(hour) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0);
  const milliseconds = Number(thousandths.padEnd(3, '0').slice(0, 3));
  return Date.UTC(year, month - 1, day, hours, Number(minute), Number(second), milliseconds);
}

/**
 * Texts of results without a trade in the samples. A deposit or withdrawal may name its cost, or an
 * account without it.
 */
const ofCharge =
  /^(dividend|interest|financing|комиссия|дивиденды|zinsen|comisión|dividendos|隔夜利息|gebühr|monthly charge|spn div|trading compensation)/i;

/** Returns what a balance row with that text is. */
const bookedAs = (text: string): 'booked' | 'charge' => (ofCharge.test(text) ? 'charge' : 'booked');

const sumOf = (texts: readonly (string | undefined)[], isDecimalComma = false): number =>
  texts.reduce((sum, text) => sum + amountOf(text, isDecimalComma), 0);

/** Reads a statement of MetaTrader 4: the profit is last, before it are swap, taxes, commission. */
export function readMt4(rows: Rows): Figures {
  const entries = rows.map((cells): (Entry & { type?: string; swap?: number }) | null => {
    const [ticket = '', opened, type = ''] = cells;
    if (!/^\d+$/.test(ticket) || Number.isNaN(timeOf(opened))) return null;
    const amount = amountOf(cells.at(-1));
    if (type === 'balance') return { is: bookedAs(cells[3] ?? ''), amount };
    if (type === 'credit') return { is: 'credit', amount };
    if (!/^(buy|sell)$/.test(type) || cells.length < 14) return null;
    const at = timeOf(cells[8]);
    if (Number.isNaN(at)) return { is: 'open' };
    const [lots, swap] = [amountOf(cells[3]), amountOf(cells.at(-2))];
    return { is: 'trade', amount: sumOf(cells.slice(-4)), lots, at, type, swap };
  });
  const trades = entries.flatMap((entry) => (entry?.is === 'trade' ? [entry] : []));
  const sold = trades.filter(({ type }) => type === 'sell').length;
  return { ...total(entries), sold, swap: trades.reduce((sum, { swap = 0 }) => sum + swap, 0) };
}

/** Reads a numbered report: a number before each row, a comment behind it, and no taxes. */
export const readNumbered = (rows: Rows): Figures =>
  readMt4(
    rows.map(([, ticket = '', opened = '', type = '', ...rest]) => {
      const [comment = ''] = rest.splice(-1);
      return /^(balance|\?\?\?)$/.test(type)
        ? [ticket, opened, 'balance', comment, rest.at(-1) ?? '']
        : [ticket, opened, type, ...rest.toSpliced(-2, 0, '0')];
    }),
  );

/** Reads a report of MetaTrader 5: the list of its deals, else of its positions. */
export function readMt5(rows: Rows): Figures {
  let heading: readonly string[] = [];
  const cost = (cells: readonly string[], names: readonly string[]) =>
    sumOf(names.map((name) => (heading.includes(name) ? cells[heading.indexOf(name)] : '')));
  const found = rows.map((cells): (Entry & { readonly from: string }) | null => {
    if (cells.includes('Symbol') && cells.includes('Type')) heading = cells;
    const cell = (name: string) => cells[heading.indexOf(name)] ?? '';
    const at = timeOf(cells[0]);
    if (Number.isNaN(at)) return null;
    if (heading.includes('Deal')) {
      const [type, direction] = [cell('Type'), cell('Direction')];
      const amount = cost(cells, ['Profit', 'Swap', 'Commission', 'Fee']);
      if (type === '') return null;
      if (type === 'credit') return { from: 'deals', is: 'credit', amount };
      if (type === 'balance') return { from: 'deals', is: bookedAs(cell('Comment')), amount };
      if (!/^(buy|sell)$/.test(type)) return { from: 'deals', is: 'charge', amount };
      if (direction === 'in') return { from: 'costs', is: 'charge', amount };
      return { from: 'deals', is: 'trade', amount, lots: amountOf(cell('Volume')), at };
    }
    if (heading.includes('Market Price')) {
      return /^(buy|sell)$/.test(cell('Type')) ? { from: 'open', is: 'open' } : null;
    }
    if (!heading.includes('Position')) return null;
    // A hidden cell may hold the comment.
    const end = Number.isNaN(timeOf(cells[8])) ? 1 : 0;
    const closed = timeOf(cells[8 + end]);
    if (Number.isNaN(closed)) return null;
    const amount = sumOf(cells.slice(10 + end, 13 + end));
    return { from: 'positions', is: 'trade', amount, lots: amountOf(cells[4 + end]), at: closed };
  });
  const hasDeals = found.some((entry) => entry?.from === 'deals');
  const entries = found.filter(
    (entry) => entry !== null && entry.from !== (hasDeals ? 'positions' : 'deals'),
  );
  const costs = entries.filter((entry) => entry?.from === 'costs');
  const all = total(entries.filter((entry) => entry?.from !== 'costs'));
  return { ...all, results: all.results + total(costs).charges };
}

/** Names the columns of a list, in lower case. Of several names the first that it has counts. */
export interface ListLayout {
  readonly heading: readonly string[];
  readonly type: readonly string[];
  readonly net: readonly (readonly string[])[];
  readonly closed?: readonly string[];
  readonly lots?: readonly string[];
  readonly booking?: string;
  /** Columns of the texts that say what bookings are. */
  readonly text?: readonly string[];
  readonly order?: DateOrder;
  readonly isDecimalComma?: boolean;
  readonly words?: Readonly<Record<string, Entry['is'] | 'skip'>>;
}

/** Words of bookings in any list. */
const bookings: Readonly<Record<string, Entry['is']>> = {
  deposit: 'booked',
  withdrawal: 'booked',
  balance: 'booked',
  credit: 'credit',
};

/** Reads a list of trades by the names of its columns. */
export function readList(rows: Rows, layout: ListLayout): Figures {
  let heading: string[] = [];
  const { type, net, closed = [], lots = [], order, booking, isDecimalComma } = layout;
  return total(
    rows.map((cells): Entry | null => {
      const names = cells.map((name) => name.toLowerCase());
      const isHeading = layout.heading.every((name) => names.some((each) => each.startsWith(name)));
      if (isHeading) heading = names;
      if (isHeading || heading.length === 0) return null;
      // The last of two columns with one name: opening comes before closing.
      const cell = (wanted: readonly string[]) => {
        const at = [
          ...wanted.map((name) => heading.lastIndexOf(name)),
          ...wanted.map((name) => heading.findIndex((each) => each.startsWith(name))),
        ];
        return cells[at.find((index) => index >= 0) ?? -1] ?? '';
      };
      const word = cell(type).toLowerCase();
      const is =
        layout.words?.[word] ?? bookings[word] ?? (/^(buy|sell)$/.test(word) ? 'trade' : 'skip');
      if (is === 'skip') return null;
      if (is === 'booked' || is === 'credit') {
        const kind = layout.text ? bookedAs(cell(layout.text)) : is;
        return { is: kind, amount: amountOf(cell([booking ?? 'profit'])) };
      }
      const zone = /utc([+-]\d+)/.exec(
        heading.find((name) => closed.some((each) => name.startsWith(each))) ?? '',
      );
      const at = timeOf(cell(closed), order) - Number(zone?.[1] ?? 0) * 3_600_000;
      if (is === 'open' || (closed.length > 0 && Number.isNaN(at))) return { is: 'open' };
      const amount = sumOf(net.map(cell), isDecimalComma);
      // One line of mql5.com with the total of all older trades.
      if (cell(['symbol']) === 'profit') return { is: 'charge', amount };
      return { is, amount, lots: amountOf(cell(lots), isDecimalComma), at };
    }),
  );
}

/** Names the columns of a calendar, in lower case. */
export interface CalendarLayout {
  readonly date: string;
  readonly time?: string;
}

/** Reads a calendar. */
export function readCalendar([heading = [], ...rows]: Rows, layout: CalendarLayout): Figures {
  const names = heading.map((name) => name.toLowerCase());
  return total(
    rows.map((cells): Entry | null => {
      const cell = (name = '') => cells[names.indexOf(name)] ?? '';
      const date = cell(layout.date);
      if (!/\d/.test(date)) return null;
      const clock = /\d/.test(cell(layout.time)) ? ` ${cell(layout.time)}` : '';
      const at = date.includes('T') ? Date.parse(date) : timeOf(date + clock, 'month');
      return { is: 'event', at };
    }),
  );
}
