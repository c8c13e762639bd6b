import type { Platform } from '../../../sql/raw/accounts.ts';
import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import { bounds, firstNames } from '../../read/bounds.ts';
import { openSheet, type Sheet } from '../../read/cells/sheet.ts';
import { guessedEncoding } from '../../read/decode.ts';
import { ImportFault } from '../../read/faults.ts';
import { readByNotation, usualIn } from '../../read/notation.ts';
import { clockNotes, guessTimezone } from '../../read/propose-timezone.ts';
import { refusalOf } from '../../read/read-export.ts';
import { zoneOfColumn } from '../../read/zone-column.ts';
import {
  type DoubtedText,
  describeBookings,
  doubtedTexts,
  doubtNotes,
} from '../source/booking-notes.ts';
import { fingerprintOf } from '../source/fingerprint.ts';
import {
  type AccountFormat,
  type Imported,
  type ImportOptions,
  truncatedNote,
} from '../source/format.ts';
import { accountRow, instant, positionRow, type ToUtc, tradeRow } from '../source/orders.ts';
import { accountIdOf, currencyOf, platformOf } from '../source/questions.ts';
import { type RowCount, rowCount } from '../source/row-count.ts';
import { gatherTrades, type SourceRow } from '../source/source-tables.ts';
import { createUniqueNames, madeOpenTicket, stamp } from '../source/tickets.ts';
import { readEntry, type Survey, surveyOf, type Tally } from './ledger-survey.ts';
import type { ListField, ListForm } from './list-form.ts';
import { createListReader, type ListReader } from './list-reader.ts';

/** A list of a site as a format of `import`. */
interface SiteList extends ListForm {
  name: string;
  describe: CodedReason;
  /** Says in a few words which columns a file lacks. */
  lacks: string;
  /** Column that headings need to be known by, though a table of the list may lack it. */
  knownBy?: ListField;
  /** It never comes as a workbook. */
  isText?: boolean;
}

/** Makes a format of a list. Its files are known by their headings. */
export const listFormat = ({ name, describe, lacks, knownBy, isText, ...form }: SiteList) =>
  ({
    name,
    describe,
    holds: 'account',
    refuses({ kind, rows }) {
      if (isText && kind !== 'text') return 'no CSV';
      if (kind !== 'text' && kind !== 'workbook') return 'neither CSV nor a workbook';
      const isHere = rows.some(({ cells }) => {
        const places = form.headingsOf(cells.map(({ text }) => text))?.places;
        return places !== undefined && (knownBy === undefined || places.has(knownBy));
      });
      return isHere ? null : lacks;
    },
    importFile: (file, options) => importLedger(file, options, form),
  }) satisfies AccountFormat;

/**
 * Imports a list of trades in two readings: the first surveys the whole list, the second writes the
 * trades. So a file of any length takes no more memory than its tickets.
 */
export async function importLedger(
  file: string,
  options: ImportOptions,
  form: ListForm,
  opened?: Sheet,
): Promise<Imported> {
  const sheet = opened ?? (await openSheet(file, { noun: form.noun, told: options.encoding }));
  const answers = options.texts ?? {};
  const zone = await zoneOfColumn(file, sheet, options.timezone);
  const timezone = zone ?? options.timezone;
  const utc: ToUtc = (wall, notBefore) => timezone?.toUtc(wall, notBefore) ?? wall;
  const {
    content: survey,
    notation,
    assumed,
  } = await readByNotation(file, options, usualIn(sheet, form.dates), (notation) =>
    surveyOf(sheet, form, { notation, utc, answers }),
  ).catch((cause) => {
    throw refusalOf(file, form.noun, cause);
  });
  const { currency, platform, listsPositions } = survey.found;
  const stated = {
    platform: platformOf(options, file, platform),
    currency: currencyOf(options.currency, file, currency),
    statement: await fingerprintOf(file),
  };
  const numbers = [...survey.accounts.keys()];
  const ids = idsOf(file, options, stated.platform, numbers);
  const named = [...survey.accounts].map(([account, tally]) => ({
    id: ids.get(account) ?? '',
    tally,
  }));
  const trades = {
    [Symbol.asyncIterator]: () =>
      tradesOf(sheet, createListReader(form, notation), survey, ids, utc),
  };
  const positions = positionRows(named, utc);
  const texts = doubtedTexts(survey.texts, answers);
  const isLong = named.some(({ tally }) => tally.trades > bounds.heldTrades);
  return {
    tables: {
      accounts: accountRows(named, stated, survey),
      trades: isLong ? trades : await gatherTrades(trades),
      ...(listsPositions || positions.length > 0 ? { positions } : {}),
      cash_flows: named.flatMap(({ id, tally }) => flowRows(id, tally, utc)),
      equity: [],
    },
    rows: rowsOf(survey),
    number: numbers.length === 1 ? (numbers[0] ?? '') : '',
    ...(zone === null && {
      clock: timezone?.name ?? 'UTC',
      guess: guessTimezone(survey.events),
    }),
    findings: findingsOf(named),
    texts,
    supposed: { utc: timezone === null, encoding: guessedEncoding(sheet.encoding), ...assumed },
    notes: [...clockNotes(timezone, survey.events), ...notesOf(survey, texts)],
    warnings: warningsOf(survey),
  };
}

async function* tradesOf(
  sheet: Sheet,
  reader: ListReader,
  { accounts }: Survey,
  ids: ReadonlyMap<string, string>,
  utc: ToUtc,
): AsyncGenerator<SourceRow<'trades'>[]> {
  const names = new Map(
    [...accounts].map(([account, { tickets }]) => [account, tickets.createNames()]),
  );
  for await (const rows of sheet.batches()) {
    const batch: SourceRow<'trades'>[] = [];
    for (const row of rows) {
      const entry = readEntry(reader, row, utc, () => undefined);
      if (entry?.kind !== 'trade') continue;
      const { account, order } = entry;
      const ticket = names.get(account)?.(order) ?? order.ticket;
      batch.push(tradeRow({ ...order, ticket }, ids.get(account) ?? '', utc));
    }
    yield batch;
  }
}

/** An account of a list with its id. */
interface Named {
  id: string;
  tally: Tally;
}

const findingsOf = (named: readonly Named[]): CodedReason[] =>
  named.flatMap(({ id, tally }) =>
    countsOf(tally).map((detail) =>
      named.length > 1 ? makeReason('row_named', { name: id, detail }) : detail,
    ),
  );

const rowsOf = ({ rows, unread, leftOut }: Survey): RowCount =>
  rowCount({
    read: rows,
    refused: unread.count,
    leftOut: [...leftOut.values()].reduce((sum, count) => sum + count, 0),
  });

const notesOf = (
  { remarks, isCut, leftOut }: Survey,
  texts: readonly DoubtedText[],
): CodedReason[] => [
  ...[...remarks].map(([code, { count, sum }]) => makeReason(code, { count, amount: sum.value })),
  ...doubtNotes(texts),
  ...(isCut ? [truncatedNote] : []),
  ...[...leftOut].map(([what, count]) => makeReason(what, { count })),
];

const accountRows = (
  named: readonly Named[],
  stated: { platform: Platform; currency: string; statement: string },
  { faults }: Survey,
): SourceRow<'accounts'>[] =>
  named.map(({ id: account_id, tally: { span } }) =>
    accountRow({
      account_id,
      ...stated,
      created_at: instant(span.first),
      updated_at: instant(span.last),
      contradicted: faults.count > 0 ? 'sums of rows' : '',
    }),
  );

const positionRows = (named: readonly Named[], utc: ToUtc): SourceRow<'positions'>[] =>
  named.flatMap(({ id, tally }) => {
    const unique = createUniqueNames();
    return tally.positions.map((order) => {
      const ticket = unique(order.ticket || madeOpenTicket(order));
      return positionRow({ ...order, ticket }, id, utc, tally.span.last);
    });
  });

function flowRows(id: string, { flows }: Tally, utc: ToUtc): SourceRow<'cash_flows'>[] {
  const unique = createUniqueNames();
  return flows.map((flow) => ({
    account_id: id,
    id: unique(flow.id || `${flow.kind}-${stamp(flow.at)}-${flow.amount}`),
    at: instant(utc(flow.at)),
    amount: flow.amount,
    kind: flow.kind,
    text: flow.text,
  }));
}

function idsOf(
  file: string,
  { accountId }: ImportOptions,
  platform: Platform,
  numbers: readonly string[],
): ReadonlyMap<string, string> {
  if (accountId !== undefined && numbers.length > 1) {
    const named = firstNames(numbers);
    throw new ImportFault('import_several_numbers', file, { count: numbers.length, names: named });
  }
  return new Map(
    numbers.map((number) => [
      number,
      accountIdOf(accountId, file, { platform, number, server: '' }),
    ]),
  );
}

function countsOf({ trades, net, positions, flows }: Tally): CodedReason[] {
  const open =
    positions.length > 0 ? [makeReason('import_open_positions', { count: positions.length })] : [];
  return [
    makeReason('import_trades_net', { count: trades, amount: net.value }),
    ...open,
    ...describeBookings(flows),
  ];
}

function warningsOf({ unread, twice, faults, broken }: Survey): CodedReason[] {
  return [
    ...unread.warnings(),
    ...twice.named('tickets that are there twice'),
    ...faults.named('rows that contradict themselves'),
    ...(broken > 0 ? [makeReason('import_broken_rows', { count: broken })] : []),
  ];
}
