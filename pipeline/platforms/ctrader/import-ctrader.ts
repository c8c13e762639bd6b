import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import { bounds, UnreadableExport } from '../../read/bounds.ts';
import { openSheet, type Sheet } from '../../read/cells/sheet.ts';
import { holdsJson } from '../../read/json-files.ts';
import { type Notation, readByNotation, usualIn } from '../../read/notation.ts';
import { clockNotes, eventsOf, guessTimezone } from '../../read/propose-timezone.ts';
import { refusalOf } from '../../read/read-export.ts';
import { refuseOtherZone } from '../../read/zone-column.ts';
import { fingerprintOf } from '../source/fingerprint.ts';
import type { Imported, ImportOptions } from '../source/format.ts';
import { type ToUtc, tradeRow } from '../source/orders.ts';
import type { Peek } from '../source/peek.ts';
import { unreadFigures } from '../source/printed-figures.ts';
import { accountIdOf, currencyOf } from '../source/questions.ts';
import { type RowCount, rowCount } from '../source/row-count.ts';
import type { SourceRow } from '../source/source-tables.ts';
import { checkDeals, openingOf } from './checks.ts';
import { isStatementHeading } from './columns.ts';
import { DealTally } from './deals.ts';
import { importOpenApi, refuseOpenApi } from './import-openapi.ts';
import { clockOf, figureNames, toSourceRows, unrealisedOf } from './source-rows.ts';
import { type CtraderStatement, StatementReader } from './statement.ts';
import { clockAhead } from './times.ts';

/**
 * Imports a cTrader statement, CSV or XLSX, or messages of its Open API.
 * Where it is long it is read twice, so that no more of it is held than a part of its deals.
 */
export async function importCtrader(file: string, options: ImportOptions): Promise<Imported> {
  if (await holdsJson(file)) return importOpenApi(file, options);
  const form = { noun: 'cTrader statement', told: options.encoding };
  const sheet = await openSheet(file, form);
  const {
    content: { statement, deals },
    notation,
    assumed,
  } = await readByNotation(file, options, usualIn(sheet, 'day first'), (notation) =>
    surveyOf(sheet, notation, options),
  ).catch((cause) => {
    throw refusalOf(file, form.noun, cause);
  });
  const { figures, offset } = statement;
  if (offset !== null)
    refuseOtherZone(file, 'import_zone_heading', clockAhead(offset), options.timezone);
  const number = accountNames
    .map((name) => figures.get(name) ?? '')
    .find((text) => /^\d+$/.test(text));
  const accountId = accountIdOf(options.accountId, file, {
    platform: 'cTrader',
    number: number ?? '',
    server: figures.get('broker') ?? '',
  });
  const currency = currencyOf(options.currency, file, statement.currency);
  const opening = openingOf(statement, deals);
  const { findings, warnings } = checkDeals(deals);
  const utc = clockOf(statement, options.timezone);
  return {
    tables: toSourceRows(statement, deals, {
      opening,
      currency,
      accountId,
      utc,
      fingerprint: await fingerprintOf(file),
      trades: { [Symbol.asyncIterator]: () => tradesOf(sheet, notation, deals, accountId, utc) },
    }),
    rows: countOf(statement, deals),
    number: number ?? '',
    ...(offset === null && {
      clock: options.timezone?.name ?? 'UTC',
      guess: guessTimezone(eventsOf(deals.held())),
    }),
    findings,
    supposed: {
      utc: offset === null && options.timezone === null,
      ...assumed,
    },
    notes: notesOf(statement, deals, opening, options),
    warnings: [
      ...statement.unread.warnings(),
      ...unvaluedWarnings(statement),
      ...statement.missingCosts.map((name) => makeReason('import_no_cost_column', { name })),
      ...unreadFigures(figures, figureNames),
      ...warnings,
    ],
  };
}

/** The first reading: what is told of the whole. */
async function surveyOf(
  sheet: Sheet,
  notation: Notation,
  { timezone }: ImportOptions,
): Promise<{ statement: CtraderStatement; deals: DealTally }> {
  const reader = new StatementReader(notation);
  const deals = new DealTally(timezone);
  for await (const rows of sheet.batches()) {
    for (const row of rows) {
      const deal = reader.read(row);
      if (deal !== null) deals.add(deal);
    }
  }
  const statement = reader.statement();
  if (deals.count + statement.positions.length === 0) {
    throw new UnreadableExport(makeReason('file_expected_ctrader'));
  }
  return { statement, deals };
}

/** The second reading, of more deals than are held: each as it is written. */
async function* tradesOf(
  sheet: Sheet,
  notation: Notation,
  { tickets }: DealTally,
  accountId: string,
  utc: ToUtc,
): AsyncGenerator<SourceRow<'trades'>[]> {
  const reader = new StatementReader(notation);
  const nameTrade = tickets.createNames();
  for await (const rows of sheet.batches()) {
    yield rows.flatMap((row) => {
      const deal = reader.read(row);
      return deal === null ? [] : [tradeRow({ ...deal, ticket: nameTrade(deal) }, accountId, utc)];
    });
  }
}

/** Names of the account number in a summary; most statements do not have it. */
const accountNames = ['account', 'account number', 'account id', 'login'];

/** Why a file is no statement of cTrader, and no messages of its API. */
export function refuseCtrader(peek: Peek): string | null {
  const { kind, rows } = peek;
  if (kind === 'json') return refuseOpenApi(peek);
  if (kind !== 'text' && kind !== 'workbook') return 'neither CSV nor a workbook';
  const isHere = rows.some(({ cells }) => isStatementHeading(cells.map(({ text }) => text)));
  return isHere ? null : 'no columns of symbol, direction, quantity, times, prices and net';
}

function notesOf(
  statement: CtraderStatement,
  deals: DealTally,
  opening: string | undefined,
  { timezone }: ImportOptions,
): CodedReason[] {
  const { offset, positions } = statement;
  const inUnits = deals.inUnits + positions.filter(({ isUnits }) => isUnits).length;
  const unknown = positions.filter(({ profit }) => profit === '').length;
  return [
    ...(statement.totals.size === 0 && !statement.figures.has('balance')
      ? [makeReason('import_no_sums_below_deals')]
      : []),
    ...(offset === null ? clockNotes(timezone, eventsOf(deals.held())) : []),
    ...(offset === null && deals.isLong
      ? [makeReason('import_clock_checked', { count: bounds.heldTrades })]
      : []),
    ...(opening === undefined ? [] : [makeReason('import_opening_deal', { amount: opening })]),
    ...(inUnits > 0 ? [makeReason('import_unit_volumes', { count: inUnits })] : []),
    ...(unknown > 1 && unrealisedOf(statement) !== null
      ? [makeReason('import_shared_results', { count: unknown })]
      : []),
  ];
}

/** Count of open positions that nothing values. */
const unvalued = (statement: CtraderStatement): number =>
  unrealisedOf(statement) === null
    ? statement.positions.filter(({ profit }) => profit === '').length
    : 0;

function unvaluedWarnings(statement: CtraderStatement): CodedReason[] {
  const count = unvalued(statement);
  return count === 0 ? [] : [makeReason('import_unvalued', { count })];
}

const countOf = (statement: CtraderStatement, deals: DealTally): RowCount =>
  rowCount({
    read: statement.rows,
    refused: statement.unread.count,
    leftOut: statement.otherRows + unvalued(statement),
    made: deals.jumps()?.length ?? 0,
  });
