import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import { UnreadableExport } from '../../read/bounds.ts';
import { openSheet, type Sheet } from '../../read/cells/sheet.ts';
import { holdsJson } from '../../read/json-files.ts';
import { type Notation, readByNotation, usualIn } from '../../read/notation.ts';
import { clockNotes, eventsOf, guessTimezone } from '../../read/propose-timezone.ts';
import { refusalOf } from '../../read/read-export.ts';
import { refuseOtherZone, zoneOfTimes } from '../../read/zone-column.ts';
import { fingerprintOf } from '../source/fingerprint.ts';
import type { Imported, ImportOptions } from '../source/format.ts';
import type { Peek } from '../source/peek.ts';
import { unreadFigures } from '../source/printed-figures.ts';
import { accountIdOf, currencyOf } from '../source/questions.ts';
import { type RowCount, rowCount } from '../source/row-count.ts';
import { isStatementHeading } from './columns.ts';
import { checkDeals, type Deals, dealsInOrder, openingOf } from './deals.ts';
import { importOpenApi, refuseOpenApi } from './import-openapi.ts';
import { clockOf, figureNames, toSourceRows, unrealisedOf } from './source-rows.ts';
import { accountNames, type CtraderStatement, StatementReader } from './statement.ts';
import { clockAhead } from './times.ts';

/** Imports a cTrader statement, CSV or XLSX, or messages of its Open API. */
export async function importCtrader(file: string, options: ImportOptions): Promise<Imported> {
  if (await holdsJson(file)) return importOpenApi(file, options);
  const form = { noun: 'cTrader statement', told: options.encoding };
  const sheet = await openSheet(file, form);
  const {
    content: statement,
    notation,
    assumed,
  } = await readByNotation(file, options, usualIn(sheet, 'day first'), (notation) =>
    readStatementOf(sheet, notation),
  ).catch((cause) => {
    throw refusalOf(file, form.noun, cause);
  });
  const deals = dealsInOrder(statement.deals);
  const { figures, offset } = statement;
  const ahead = offset === null ? null : clockAhead(offset);
  if (ahead !== null) refuseOtherZone(file, 'import_zone_heading', ahead, options.timezone);
  const ofTimes = zoneOfTimes(file, notation, ahead ?? options.timezone);
  const isStated = ahead !== null || ofTimes !== null;
  const number = accountNames
    .map((name) => figures.get(name) ?? '')
    .find((text) => /^\d+$/.test(text));
  const accountId = accountIdOf(options.accountId, file, {
    platform: 'cTrader',
    number: number ?? '',
    server: figures.get('broker') ?? '',
  });
  const currency = currencyOf(options.currency, file, statement.currency, notation.currencies);
  const opening = openingOf(statement, deals);
  const { findings, warnings } = checkDeals(deals);
  const events = eventsOf(deals.all);
  return {
    tables: toSourceRows(statement, deals, {
      opening,
      currency,
      accountId,
      utc: clockOf(statement, options.timezone),
      fingerprint: await fingerprintOf(file),
    }),
    rows: countOf(statement, deals),
    number: number ?? '',
    ...(!isStated && {
      clock: options.timezone?.name ?? 'UTC',
      guess: guessTimezone(events),
    }),
    findings,
    supposed: {
      utc: !isStated && options.timezone === null,
      ...assumed,
    },
    notes: [
      ...(statement.totals.size === 0 && !figures.has('balance')
        ? [makeReason('import_no_sums_below_deals')]
        : []),
      ...(!isStated ? clockNotes(options.timezone, events) : []),
      ...(opening === undefined ? [] : [makeReason('import_opening_deal', { amount: opening })]),
      ...volumeNotes(statement),
    ],
    warnings: [...warningsOf(statement), ...warnings],
  };
}

async function readStatementOf(sheet: Sheet, notation: Notation): Promise<CtraderStatement> {
  const reader = new StatementReader(notation);
  for await (const rows of sheet.batches()) {
    for (const row of rows) reader.read(row);
  }
  const statement = reader.statement();
  if (statement.deals.length + statement.positions.length === 0) {
    throw new UnreadableExport(makeReason('file_expected_ctrader'));
  }
  return statement;
}

/** Why a file is no statement of cTrader, and no messages of its API. */
export function refuseCtrader(peek: Peek): string | null {
  const { kind, rows } = peek;
  if (kind === 'json') return refuseOpenApi(peek);
  if (kind !== 'text' && kind !== 'workbook') return 'neither CSV nor a workbook';
  const isHere = rows.some(({ cells }) => isStatementHeading(cells.map(({ text }) => text)));
  return isHere ? null : 'no columns of symbol, direction, quantity, times, prices and net';
}

function volumeNotes(statement: CtraderStatement): CodedReason[] {
  const { deals, positions } = statement;
  const inUnits = [...deals, ...positions].filter(({ isUnits }) => isUnits).length;
  const unknown = positions.filter(({ profit }) => profit === '').length;
  return [
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

function warningsOf(statement: CtraderStatement): CodedReason[] {
  const count = unvalued(statement);
  return [
    ...statement.unread.warnings(),
    ...(count === 0 ? [] : [makeReason('import_unvalued', { count })]),
    ...statement.missingCosts.map((name) => makeReason('import_no_cost_column', { name })),
    ...unreadFigures(statement.figures, figureNames),
  ];
}

const countOf = (statement: CtraderStatement, { jumps }: Deals): RowCount =>
  rowCount({
    read: statement.rows,
    refused: statement.unread.count,
    leftOut: statement.otherRows + unvalued(statement),
    made: jumps.length,
  });
