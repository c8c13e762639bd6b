import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bytesOf, madeCases } from '../../../../fixtures/statements/cases.ts';
import { madeFeeds } from '../../../../fixtures/statements/feeds.ts';
import { makeListedAccount } from '../../../../fixtures/statements/history.ts';
import {
  ctraderList,
  fxblueList,
  mql5List,
  myfxbookList,
} from '../../../../fixtures/statements/lists.ts';
import { mt5Html, mt5Rows, mt5Xlsx } from '../../../../fixtures/statements/mt5.ts';
import { makeReport } from '../../../../fixtures/statements/mt5-story.ts';
import { makeMessages } from '../../../../fixtures/statements/openapi.ts';
import { makeAnswers } from '../../../../fixtures/statements/tradelocker.ts';
import { inPackage } from '../../../../pipeline/base/package-root.ts';
import type { Answers } from './answers-mutants.ts';
import { readAnswers, readMessages, type Tree } from './answers-reader.ts';
import {
  type CalendarLayout,
  type DateOrder,
  type Figures,
  type ListLayout,
  readCalendar,
  readList,
  readMt4,
  readMt5,
  total,
} from './second-reader.ts';
import { type Form, type Sheet, sheetOf, sheetOfWorkbook } from './sheet.ts';

/** File with its rows, and the second reader that knows its layout. */
export interface Sample {
  readonly name: string;
  /** Format that `import` reads it as; detected without one. */
  readonly format?: string;
  readonly form: Form;
  readonly size: number;
  readonly sheet: Sheet;
  readonly read: (rows: readonly (readonly string[])[]) => Figures;
  /** True if equal rows may be different trades, since the file has no ids. */
  readonly hasNoIds: boolean;
  readonly isCalendar: boolean;
  /** Order of day and month in its dates. */
  readonly order: DateOrder;
  /** Figures that the second reader doesn't know of such a file. */
  readonly unknown: readonly (keyof Figures)[];
  readonly map?: object;
  /** Answers of an API, which have no sheet. */
  readonly answers?: Answers;
}

type Kind = Pick<Sample, 'read'> &
  Partial<Pick<Sample, 'hasNoIds' | 'isCalendar' | 'unknown' | 'format' | 'order'>>;

const list = (layout: ListLayout, rest: Omit<Kind, 'read'> = {}): Kind => ({
  read: (rows) => readList(rows, layout),
  ...(layout.order && { order: layout.order }),
  ...rest,
});
const calendar = (layout: CalendarLayout, rest: Omit<Kind, 'read'> = {}): Kind => ({
  read: (rows) => readCalendar(rows, layout),
  isCalendar: true,
  order: 'month',
  ...rest,
});

const mt4: Kind = { read: readMt4 };
const mt5: Kind = { read: readMt5 };
// Costs of entry deals are a trade's only once its position is closed.
const withEntryCosts: Kind = { ...mt5, unknown: ['results'] };

// A statement of cTrader shows deposits in its balances only, and volumes in units too.
const ctraderWords = { buy: 'trade', sell: 'trade', kaufen: 'trade', verkaufen: 'trade' } as const;
const ctrader = (layout: Partial<ListLayout> = {}): Kind =>
  list(
    {
      heading: ['symbol'],
      type: ['opening direction', 'eröffnungsrichtung', 'direction'],
      net: [['net ', 'netto']],
      closed: ['closing time', 'schließzeit'],
      words: ctraderWords,
      ...layout,
    },
    { unknown: ['deposits', 'withdrawals', 'charges', 'lots'] },
  );
const myfxbook = (order: 'day' | 'month'): Kind =>
  list({
    heading: ['ticket', 'open date'],
    type: ['action'],
    net: [['profit']],
    closed: ['close date'],
    lots: ['units/lots'],
    order,
    words: { deposit: 'booked', withdrawal: 'booked', buy: 'trade', sell: 'trade' },
  });
const fxblue = list({
  heading: ['type', 'ticket'],
  type: ['type'],
  net: [['profit'], ['swap'], ['commission']],
  closed: ['close time'],
  lots: ['lots'],
  words: { 'closed position': 'trade', 'open position': 'open', deposit: 'booked' },
});
const mql5 = list(
  {
    heading: ['time', 'type'],
    type: ['type'],
    net: [['profit'], ['swap'], ['commission']],
    closed: ['time'],
    lots: ['volume'],
    words: { balance: 'booked', buy: 'trade', sell: 'trade' },
  },
  { hasNoIds: true, unknown: ['lots'] },
);
const table = (layout: Omit<ListLayout, 'heading'>): Kind =>
  list({ heading: layout.type, ...layout }, { format: 'table' });
const german = {
  type: ['richtung'],
  net: [['gewinn'], ['kommission']],
  closed: ['geschlossen'],
  lots: ['volumen'],
  words: { kauf: 'trade', verkauf: 'trade' },
} as const;

/** Real statements, by the beginning of their path in the folder of samples. */
const kinds: Readonly<Record<string, Kind>> = {
  'mt4-usd': mt4,
  'mt4-table.csv': table({
    type: ['type'],
    net: [['profit'], ['swap'], ['commission'], ['taxes']],
    closed: ['close time'],
    lots: ['size'],
    words: { buy: 'trade', sell: 'trade', balance: 'booked' },
  }),
  mt5,
  'ctrader-usd': ctrader(),
  'forexfactory-history': calendar({ date: 'day' }, { unknown: ['times'] }),
  'forexfactory-week.json': calendar({ date: 'date' }),
  'forexfactory-week': calendar({ date: 'date', time: 'time' }, { unknown: ['times'] }),
  'cases/30': mql5,
  'cases/32': mt4,
  'cases/33': mt4,
  'cases/34': ctrader({ net: [['gross profit'], ['swap'], ['commissions']] }),
  'cases/35': ctrader(),
  'cases/37': myfxbook('day'),
  'cases/38': fxblue,
  'cases/39': table({
    type: ['type'],
    net: [['profit / loss'], ['swap'], ['commission']],
    closed: ['close time'],
    lots: ['lot'],
  }),
  'cases/40': table({ ...german, isDecimalComma: true }),
  'cases/41': table(german),
  'cases/43': calendar({ date: 'date' }),
  'cases/44': mt4,
  // It has no row, so it is refused whatever changes.
  'cases/46': { read: () => total([]) },
  'cases/50': mt5,
  'cases/51': mt5,
  'cases/53': ctrader({ net: [['gross profit'], ['swap'], ['commissions']] }),
  'cases/54': mt5,
  'cases/57': ctrader(),
  'cases/58': mt4,
  'cases/59': { ...ctrader(), hasNoIds: true },
  'cases/63': { ...ctrader(), hasNoIds: true },
};

/** Folder of real exports, which a checkout alone does not have. */
export const samplesFolder = inPackage('../shared/samples');

function realSamples(): Sample[] {
  if (!existsSync(samplesFolder)) return [];
  const files = readdirSync(samplesFolder, { recursive: true, encoding: 'utf8' }).sort();
  return files.flatMap((name) => {
    const known = Object.keys(kinds).find((each) => name.startsWith(each));
    const form = formOf(name);
    if (known === undefined || form === null || name.endsWith('map.json')) return [];
    const map = join(samplesFolder, name, '../map.json');
    const options = name.includes('mt4-table')
      ? { map: mt4TableMap }
      : existsSync(map)
        ? { map: JSON.parse(readFileSync(map, 'utf8')) }
        : {};
    const bytes = readFileSync(join(samplesFolder, name));
    // Its sums are rows that an import of any table names.
    const end = name.includes('mt4-table') ? bytes.indexOf('\n,,,,') + 1 : bytes.length;
    return [sample(name, form, bytes.subarray(0, end), kinds[known] ?? mt4, options)];
  });
}

const mt4TableMap = {
  holds: 'trades',
  profit: 'gross',
  words: { balance: 'flow' },
  columns: {
    ticket: 'Ticket',
    opened_at: 'Open Time',
    side: 'Type',
    volume: 'Size',
    symbol: 'Item',
    open_price: 'Price',
    closed_at: 'Close Time',
    close_price: 'Price#2',
    commission: 'Commission',
    swap: 'Swap',
    profit: 'Profit',
  },
};

function formOf(name: string): Form | null {
  const [, ending = ''] = /\.(\w+)$/.exec(name) ?? [];
  const forms: Record<string, Form> = { htm: 'html', html: 'html', csv: 'csv', xlsx: 'xlsx' };
  return forms[ending] ?? (ending === 'json' || ending === 'xml' ? ending : null);
}

const sample = (
  name: string,
  form: Form,
  bytes: Buffer,
  kind: Kind,
  options: Pick<Sample, 'map'> = {},
): Sample => ({
  name,
  form,
  size: bytes.length,
  sheet: sheetIn(bytes, form),
  hasNoIds: false,
  isCalendar: false,
  order: 'day',
  unknown: [],
  ...kind,
  ...options,
});

/** Statements that the project makes up, so that the test needs no other files. */
function madeSamples(): Sample[] {
  const account = makeListedAccount('mutants', { trades: 12, isByMinute: true });
  const report = mt5Rows(makeReport('mutants', { trades: 12 }), {});
  const statement = madeCases().slice(0, 3);
  const feeds = madeFeeds(12);
  return [
    ...statement.map((each) => sample(`made mt4 ${each.name}`, 'html', bytesOf(each), mt4)),
    sample('made mt5', 'html', Buffer.from(mt5Html(report)), withEntryCosts),
    sample('made mt5 workbook', 'xlsx', Buffer.from(mt5Xlsx(report)), withEntryCosts),
    sample('made ctrader', 'csv', Buffer.from(ctraderList(account, 'USD', {})), ctrader()),
    sample(
      'made myfxbook',
      'csv',
      Buffer.from(myfxbookList(account, 'USD', {})),
      myfxbook('month'),
    ),
    sample('made fxblue', 'csv', Buffer.from(fxblueList([account], {})), fxblue),
    sample('made mql5', 'csv', Buffer.from(mql5List(account, 'orders', {})), mql5),
    answers('made ctrader messages', 'ctrader', {
      tree: makeMessages('mutants', { deals: 12 }).messages as Tree,
      read: readMessages,
    }),
    answers('made ctrader messages with names', 'ctrader', {
      tree: makeMessages('named', { deals: 8, isProtoJson: true }).messages as Tree,
      read: readMessages,
    }),
    answers('made tradelocker', 'tradelocker', {
      tree: makeAnswers('mutants', { trades: 12, hasProfit: true }).answers as Tree,
      read: readAnswers,
    }),
    ...feeds.map(({ format, text }) =>
      sample(`made ${format}`, formOf(`.${format.split('-')[1]}`) ?? 'csv', Buffer.from(text), {
        ...calendar({ date: format.endsWith('history') ? 'day' : 'date', time: 'time' }),
        unknown: ['times'],
        format,
      }),
    ),
  ];
}

const answers = (name: string, format: string, content: Answers): Sample => ({
  name,
  format,
  form: 'json',
  size: JSON.stringify(content.tree).length,
  sheet: { form: 'json', rows: [], end: '', mark: '' },
  read: () => content.read(content.tree),
  hasNoIds: false,
  isCalendar: false,
  order: 'day',
  unknown: [],
  answers: content,
});

/** Returns every sample that there is. */
export const allSamples = (): Sample[] => [...realSamples(), ...madeSamples()];

function sheetIn(bytes: Buffer, form: Form): Sheet {
  if (form === 'xlsx') return sheetOfWorkbook(bytes);
  const text = bytes[0] === 0xff ? bytes.toString('utf16le') : bytes.toString();
  return sheetOf(text.includes('\ufffd') ? bytes.toString('latin1') : text, form);
}
