import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import { firstLines, firstNames } from '../../read/bounds.ts';
import { createHtmlReader, type TableRow } from '../../read/cells/html-rows.ts';
import { rowsOfWorkbook } from '../../read/cells/xlsx-rows.ts';
import { type Encoding, guessedEncoding } from '../../read/decode.ts';
import { ImportFault } from '../../read/faults.ts';
import { type Notation, readByNotation } from '../../read/notation.ts';
import { clockNotes, eventsOf, guessTimezone } from '../../read/propose-timezone.ts';
import { readBeginning, readTextParts, refusalOf } from '../../read/read-export.ts';
import { utc } from '../../read/timezone.ts';
import { isZip } from '../../read/zip.ts';
import {
  type DoubtedText,
  describeBookings,
  doubtedTexts,
  doubtNotes,
} from '../source/booking-notes.ts';
import type { TextAnswers } from '../source/cash-flow-kinds.ts';
import { fingerprintOf } from '../source/fingerprint.ts';
import type { Imported, ImportOptions } from '../source/format.ts';
import { usualOfMetatrader } from '../source/metatrader-figures.ts';
import { type Peek, refuseBacktest } from '../source/peek.ts';
import { accountIdOf, currencyOf } from '../source/questions.ts';
import { type RowCount, repeatedRows, rowCount } from '../source/row-count.ts';
import { type Account, accountOf, changeOf } from './account.ts';
import { bookingOf, isKnownType } from './bookings.ts';
import { followBalance, toSourceRows, wholenessWarnings } from './checks.ts';
import { createHeaderReader } from './header.ts';
import { type Report, ReportReader, showsReport } from './report.ts';

/**
 * Imports a history report of MetaTrader 5, with every figure that it prints. Refuses reports of
 * its strategy tester, unless they are only read to check their figures.
 */
export async function importMt5(file: string, options: ImportOptions): Promise<Imported> {
  if (!options.takesBacktests) await refuseBacktest(file);
  const { report, encoding } = await readReport(file, options);
  const { header } = report;
  if (header.deposit !== null && !options.takesBacktests)
    throw new ImportFault('import_backtest', file, {});
  const currency = currencyOf(options.currency, file, header.currency);
  const accountId = accountIdOf(options.accountId, file, {
    platform: 'MT5',
    number: header.account,
    server: header.server || header.broker,
  });
  const account = accountOf(report, options.texts);
  if (account.unclear !== null) {
    const { line, symbol } = account.unclear;
    throw new ImportFault('import_no_positions', file, { line, name: symbol });
  }
  const texts = textsOf(report, options.texts ?? {});
  const { fault, agreeing } = followBalance(report);
  const events = eventsOf(account.trades, account.positions);
  const repeated = repeatedRows([report.closed, report.open]);
  return {
    tables: toSourceRows(report, account, fault !== null || account.isOwed, {
      accountId,
      currency,
      fingerprint: await fingerprintOf(file),
      timezone: options.timezone ?? utc,
    }),
    rows: countOf(report, account, repeated.count),
    number: header.account,
    clock: (options.timezone ?? utc).name,
    guess: guessTimezone(events),
    findings: [
      ...(agreeing > 0 && fault === null
        ? [makeReason('import_balance_agrees', { count: agreeing })]
        : []),
      ...describeBookings(account.flows),
    ],
    texts,
    supposed: { utc: options.timezone === null, encoding: guessedEncoding(encoding) },
    notes: [
      ...clockNotes(options.timezone, events),
      ...accountNotes(report, account),
      ...doubtNotes(texts),
      ...bookingNotes(report),
    ],
    warnings: [
      ...report.unread.warnings(),
      ...unmatchedWarnings(account),
      ...firstLines(account.disputed, 'such positions'),
      ...repeated.warnings,
      ...(fault === null ? [] : [fault]),
      ...wholenessWarnings(report),
    ],
  };
}

async function readReport(file: string, options: ImportOptions) {
  const stated = { decimal: options.decimal };
  const { content } = await readByNotation(file, stated, usualOfMetatrader, (notation) =>
    reportIn(file, options.encoding, notation),
  ).catch((cause) => {
    throw refusalOf(file, 'MT5 report', cause);
  });
  return content;
}

/** Why a file is no report of MetaTrader 5. */
export function refuseMt5({ kind, head, rows }: Peek): string | null {
  if (kind !== 'markup' && kind !== 'workbook') return 'neither HTML nor a workbook';
  const isSigned = /<meta name="generator" content="MetaTrader 5"/i.test(head);
  const { header, read } = createHeaderReader();
  rows.forEach(read);
  // The settings of the strategy tester can be long. Its report is refused by what it is.
  const isHere = isSigned || header.deposit !== null || showsReport(rows);
  return isHere ? null : 'no positions or deals below headings';
}

/** Reads a report, with only its trades and deals in memory. The encoding of a workbook is null. */
async function reportIn(
  file: string,
  told: string | undefined,
  notation: Notation,
): Promise<{ report: Report; encoding: Encoding | null }> {
  const reader = new ReportReader(notation);
  const take = (row: TableRow): void => reader.take(row);
  if (isZip(await readBeginning(file))) {
    for await (const rows of rowsOfWorkbook(file)) rows.forEach(take);
    return { report: reader.report(), encoding: null };
  }
  const html = createHtmlReader(take);
  const encoding = await readTextParts(file, told, html.write);
  html.end();
  return { report: reader.report(), encoding };
}

/** Deals of a trade are parts of the trades that were made of them, or of listed positions. */
function countOf(
  { rows, unread, orders, deals, closed }: Report,
  { trades, flows }: Account,
  repeated: number,
): RowCount {
  const booked = deals.filter(({ direction }) => direction === '').length;
  return rowCount({
    read: rows,
    refused: unread.count,
    repeated,
    leftOut: orders,
    parts: deals.length - booked,
    made: trades.length - closed.length + flows.length - booked,
  });
}

function accountNotes({ header, orders }: Report, account: Account): CodedReason[] {
  const { opening, charged, isPaired, trades, whole } = account;
  return [
    ...(header.isDemo ? [makeReason('import_demo_report')] : []),
    ...(opening === undefined ? [] : [makeReason('import_opening_row', { amount: opening })]),
    ...(isPaired ? [makeReason('import_paired', { count: trades.length })] : []),
    ...(/[1-9]/.test(charged) ? [makeReason('import_open_costs', { amount: charged })] : []),
    ...(whole > 0 ? [makeReason('import_whole_positions', { count: whole })] : []),
    ...(orders > 0 ? [makeReason('import_orders_left_out', { count: orders })] : []),
  ];
}

function textsOf({ deals }: Report, answers: TextAnswers): DoubtedText[] {
  const booked = deals.filter(({ direction }) => direction === '');
  const rows = booked.flatMap((deal) => {
    const booking = bookingOf(deal);
    return booking === null ? [] : [{ ...booking, line: deal.line, amount: changeOf(deal) }];
  });
  return doubtedTexts(rows, answers);
}

function bookingNotes({ deals }: Report): CodedReason[] {
  const unknown = deals.filter((deal) => deal.direction === '' && !isKnownType(deal));
  const types = [...new Set(unknown.map(({ type }) => `\`${type.slice(0, 60)}\``))];
  return unknown.length === 0
    ? []
    : [
        makeReason('import_unknown_types', {
          count: unknown.length,
          text: firstNames(types),
        }),
      ];
}

function unmatchedWarnings({ unmatched }: Account): CodedReason[] {
  const lines = unmatched.map(({ deal, amount }) =>
    makeReason('import_before_report', { line: deal.line, value: deal.ticket, amount }),
  );
  return firstLines(lines, 'such deals');
}
