import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bytesOf, madeCases } from '../../../../fixtures/statements/cases.ts';
import { madeFeeds } from '../../../../fixtures/statements/feeds.ts';
import { type ListedAccount, makeListedAccount } from '../../../../fixtures/statements/history.ts';
import {
  ctraderList,
  ctraderRows,
  fxblueList,
  listNumber,
  listText,
  mql5List,
  myfxbookList,
} from '../../../../fixtures/statements/lists.ts';
import { mt4Numbered } from '../../../../fixtures/statements/mt4-numbered.ts';
import {
  mt5Html,
  mt5Rows,
  mt5Xlsx,
  type ReportLook,
  type ReportRow,
} from '../../../../fixtures/statements/mt5.ts';
import { makeReport, type ReportTraits } from '../../../../fixtures/statements/mt5-story.ts';
import { makeMessages } from '../../../../fixtures/statements/openapi.ts';
import { makeAccount } from '../../../../fixtures/statements/story.ts';
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
  readNumbered,
  total,
} from './second-reader.ts';
import { bytesOfSheet, type Form, type Sheet, sheetOf, sheetOfWorkbook } from './sheet.ts';

/** File with its rows, and the second reader that knows its layout. */
export interface Sample {
  readonly name: string;
  /** Format that `import` reads it as; detected without one. */
  readonly format?: string;
  readonly form: Form;
  readonly size: number;
  readonly encoding: BufferEncoding;
  readonly sheet: Sheet;
  readonly read: (rows: readonly (readonly string[])[]) => Figures;
  /** True if equal rows may be different trades, since the file has no ids. */
  readonly hasNoIds: boolean;
  readonly isCalendar: boolean;
  /** Order of day and month in its dates. */
  readonly order: DateOrder;
  /** Figures that the second reader doesn't know of such a file. */
  readonly unknown: readonly (keyof Figures)[];
  /** Figures that its printed totals confirm. */
  readonly totals: readonly (keyof Figures)[];
  readonly map?: object;
  /** Answers of an API, which have no sheet. */
  readonly answers?: Answers;
}

type Kind = Pick<Sample, 'read'> &
  Partial<Pick<Sample, 'hasNoIds' | 'isCalendar' | 'unknown' | 'totals' | 'format' | 'order'>>;

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

const money = ['results', 'deposits', 'withdrawals', 'charges', 'credit'] as const;
const mt4WithoutTotals: Kind = { read: readMt4 };
const mt4Plain: Kind = { read: readMt4, totals: [...money, 'swap'] };
const mt4: Kind = { read: readMt4, totals: [...money, 'swap', 'trades', 'sold'] };
const mt5: Kind = { read: readMt5, totals: money };
// A deal that turns a position closes a part of its volume only.
const mt5Netted: Kind = { ...mt5, unknown: ['lots'] };

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
  });
const fxblue = list({
  heading: ['type', 'ticket'],
  type: ['type'],
  net: [['profit'], ['swap'], ['commission']],
  closed: ['close time'],
  lots: ['lots'],
  words: { 'closed position': 'trade', 'open position': 'open' },
});
const mql5 = list(
  {
    heading: ['time', 'type'],
    type: ['type'],
    net: [['profit'], ['swap'], ['commission']],
    closed: ['time'],
    lots: ['volume'],
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
  'mt4-usd-42-plain': mt4Plain,
  'mt4-usd': mt4,
  'mt4-table.csv': table({
    type: ['type'],
    net: [['profit'], ['swap'], ['commission'], ['taxes']],
    closed: ['close time'],
    lots: ['size'],
  }),
  mt5,
  'ctrader-usd': ctrader(),
  'forexfactory-history': calendar({ date: 'day' }, { unknown: ['times'] }),
  'forexfactory-week.json': calendar({ date: 'date' }),
  'forexfactory-week': calendar({ date: 'date', time: 'time' }, { unknown: ['times'] }),
  'cases/30': mql5,
  'cases/32': mt4WithoutTotals,
  'cases/33': mt4WithoutTotals,
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
  'cases/44': mt4WithoutTotals,
  // It has no row, so it is refused whatever changes.
  'cases/46': { read: () => total([]) },
  'cases/50': mt5,
  'cases/51': mt5,
  'cases/53': ctrader({ net: [['gross profit'], ['swap'], ['commissions']] }),
  'cases/54': mt5,
  'cases/57': ctrader(),
  'cases/58': mt4WithoutTotals,
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
  ...sheetIn(bytes, form),
  hasNoIds: false,
  isCalendar: false,
  order: 'day',
  unknown: [],
  totals: [],
  ...kind,
  ...options,
});

const reports: Readonly<Record<string, readonly [Partial<ReportTraits>, ReportLook]>> = {
  'without fees': [{}, { hasFees: false }],
  'with fees': [{ hasFees: true, before: 500_000 }, {}],
  'with credit': [{ hasCredit: true }, {}],
  'of deals alone': [{ mode: 'Netting' }, { hasPositions: false }],
};

/** Statements that the project makes up, so that the test needs no other files. */
function madeStatements(): Sample[] {
  const numbered = makeAccount('mutants', { trades: 8, isEventful: true });
  const saved = (name: string, rows: readonly ReportRow[], kind: Kind) => [
    sample(`made ${name}`, 'html', Buffer.from(mt5Html(rows)), kind),
    sample(`made ${name} workbook`, 'xlsx', Buffer.from(mt5Xlsx(rows)), kind),
  ];
  return [
    ...madeCases().map((each) =>
      sample(
        `made mt4 ${each.name}`,
        'html',
        bytesOf(each),
        each.look.layout === 'plain' ? mt4Plain : mt4,
      ),
    ),
    sample('made mt4 numbered', 'html', Buffer.from(mt4Numbered(numbered, {})), {
      read: readNumbered,
      totals: money,
    }),
    ...Object.entries(reports).flatMap(([name, [traits, look]]) =>
      saved(
        `mt5 ${name}`,
        mt5Rows(makeReport(`mutants ${name}`, { trades: 12, ...traits }), look),
        traits.mode === 'Netting' ? mt5Netted : mt5,
      ),
    ),
  ];
}

/** A table of a form that nothing knows. A map names its columns. */
function tableOf({ trades }: ListedAccount): string {
  const time = (at: number | null) => new Date(at ?? 0).toISOString().slice(0, 19);
  const money = (hundredths: number) => listNumber(hundredths, {});
  const heading = ['No', 'What', 'Way', 'Lots', 'In', 'Out', 'From', 'To', 'Fee', 'Swap', 'Result'];
  const rows = trades.map((trade) => [
    ...[`${trade.ticket}-${trade.closed}`, trade.symbol, trade.side, money(trade.volume)],
    ...[trade.openPrice, trade.closePrice, time(trade.opened), time(trade.closed)],
    ...[money(trade.commission), money(trade.swap)],
    money(trade.profit + trade.commission + trade.swap),
  ]);
  return listText([heading, ...rows], { delimiter: ';' });
}

const tableMap = {
  holds: 'trades',
  profit: 'net',
  columns: {
    ticket: 'No',
    symbol: 'What',
    side: 'Way',
    volume: 'Lots',
    open_price: 'In',
    close_price: 'Out',
    opened_at: 'From',
    closed_at: 'To',
    commission: 'Fee',
    swap: 'Swap',
    profit: 'Result',
  },
};
const tableLayout = { type: ['way'], net: [['result']], closed: ['to'], lots: ['lots'] };

/** Lists, answers and feeds that the project makes up. */
function madeLists(): Sample[] {
  const account = makeListedAccount('mutants', { trades: 12, isByMinute: true, hasParts: true });
  const workbook = ctraderRows(account, 'USD', {}).map((row) => row.map((text) => ({ text })));
  const feeds = madeFeeds(12);
  return [
    sample('made ctrader', 'csv', Buffer.from(ctraderList(account, 'USD', {})), ctrader()),
    sample('made ctrader workbook', 'xlsx', Buffer.from(mt5Xlsx(workbook)), ctrader()),
    sample(
      'made myfxbook',
      'csv',
      Buffer.from(myfxbookList(account, 'USD', {})),
      myfxbook('month'),
    ),
    sample('made fxblue', 'csv', Buffer.from(fxblueList([account], {})), fxblue),
    sample('made mql5', 'csv', Buffer.from(mql5List(account, 'orders', {})), mql5),
    sample('made table', 'csv', Buffer.from(tableOf(account)), table(tableLayout), {
      map: tableMap,
    }),
    answers('made ctrader messages', 'ctrader', {
      tree: makeMessages('mutants', { deals: 12, hasVersions: true }).messages as Tree,
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
    answers('made tradelocker pages', 'tradelocker', {
      tree: makeAnswers('pages', {
        trades: 12,
        hasProfit: true,
        isTyped: true,
        page: 10,
      }).answers as Tree,
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
  encoding: 'utf8',
  sheet: { form: 'json', rows: [], end: '', mark: '' },
  read: () => content.read(content.tree),
  hasNoIds: false,
  isCalendar: false,
  order: 'day',
  unknown: [],
  totals: [],
  answers: content,
});

/** Bytes of a sample without any change. */
export const wholeOf = ({ answers: content, sheet, encoding }: Sample): Uint8Array =>
  content ? Buffer.from(JSON.stringify(content.tree)) : bytesOfSheet(sheet, encoding);

/** Samples that need no other files. */
export const madeSamples = (): Sample[] => [...madeStatements(), ...madeLists()];

/** Returns every sample that there is. */
export const allSamples = (): Sample[] => [...realSamples(), ...madeSamples()];

/** A text that is neither UTF-16 nor UTF-8 is read byte by byte, whatever it means. */
function sheetIn(bytes: Buffer, form: Form): Pick<Sample, 'encoding' | 'sheet'> {
  if (form === 'xlsx') return { encoding: 'latin1', sheet: sheetOfWorkbook(bytes) };
  const isUtf8 = !bytes.toString().includes('\ufffd');
  const encoding = bytes[0] === 0xff ? 'utf16le' : isUtf8 ? 'utf8' : 'latin1';
  return { encoding, sheet: sheetOf(bytes.toString(encoding), form) };
}
