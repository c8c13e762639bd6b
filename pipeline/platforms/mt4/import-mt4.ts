import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import { guessedEncoding } from '../../read/decode.ts';
import { readByNotation } from '../../read/notation.ts';
import { aheadNotes, clockNotes, eventsOf, guessTimezone } from '../../read/propose-timezone.ts';
import { readTextParts, refusalOf } from '../../read/read-export.ts';
import { utc } from '../../read/timezone.ts';
import { describeBookings, doubtedTexts, doubtNotes, rowCodes } from '../source/booking-notes.ts';
import { fingerprintOf } from '../source/fingerprint.ts';
import type { Imported, ImportOptions } from '../source/format.ts';
import { usualOfMetatrader } from '../source/metatrader-figures.ts';
import { type Peek, refuseBacktest } from '../source/peek.ts';
import { accountIdOf, currencyOf } from '../source/questions.ts';
import { repeatedRows, rowCount } from '../source/row-count.ts';
import { wholenessWarnings } from './checks.ts';
import { readHeader } from './header.ts';
import { readNumberedHeader } from './numbered-columns.ts';
import { type Opening, openingOf } from './opening.ts';
import { toSourceRows } from './source-rows.ts';
import { createStatementReader, type Mt4Statement } from './statement.ts';

/** Imports a MetaTrader 4 statement, with every figure that it prints. */
export async function importMt4(file: string, options: ImportOptions): Promise<Imported> {
  await refuseBacktest(file);
  const { statement, encoding } = await readStatement(file, options);
  const opening = openingOf(statement);
  const texts = doubtedTexts(statement.bookings, options.texts ?? {});
  const events = eventsOf(statement.closed, statement.open);
  const repeated = repeatedRows([statement.closed, statement.open, statement.bookings]);
  return {
    tables: toSourceRows(
      statement,
      opening,
      {
        accountId: accountIdOf(options.accountId, file, {
          platform: 'MT4',
          number: statement.header.account,
          server: statement.identity.broker,
        }),
        currency: currencyOf(options.currency, file, statement.header.currency),
        fingerprint: await fingerprintOf(file),
      },
      options.timezone ?? utc,
    ),
    rows: rowCount({
      read: statement.rows,
      refused: statement.unread.count,
      repeated: repeated.count,
      leftOut: statement.pending,
    }),
    number: statement.header.account,
    clock: (options.timezone ?? utc).name,
    guess: guessTimezone(events),
    findings: describeBookings(statement.bookings, rowCodes),
    texts,
    supposed: { utc: options.timezone === null, encoding: guessedEncoding(encoding) },
    notes: [
      ...clockNotes(options.timezone, events),
      ...(options.timezone === null ? aheadNotes(events, statement.header.saved) : []),
      ...identityNotes(statement),
      ...openingNotes(opening),
      ...doubtNotes(texts),
      ...orderNotes(statement),
    ],
    warnings: [
      ...statement.unread.warnings(),
      ...repeated.warnings,
      ...wholenessWarnings(statement),
      ...(opening.owed === undefined
        ? []
        : [makeReason('import_balance_before', { amount: opening.owed })]),
    ],
  };
}

async function readStatement(file: string, options: ImportOptions) {
  const stated = { decimal: options.decimal };
  const { content } = await readByNotation(file, stated, usualOfMetatrader, async (notation) => {
    const reader = createStatementReader(notation, options.texts);
    const encoding = await readTextParts(file, options.encoding, reader.write);
    return { statement: reader.end(), encoding };
  }).catch((cause) => {
    throw refusalOf(file, 'MT4 statement', cause);
  });
  return content;
}

/** Why a file is no statement of MetaTrader 4. */
export function refuseMt4({ kind, rows }: Peek): string | null {
  if (kind !== 'markup') return 'no HTML';
  const isHere = rows.some((row) => (readHeader(row) ?? readNumberedHeader(row)) !== undefined);
  return isHere ? null : 'no row of account, currency and date';
}

function identityNotes({ identity: { broker, heading, isDemo } }: Mt4Statement): CodedReason[] {
  return [
    ...(broker === '' && heading !== ''
      ? [makeReason('import_no_broker', { text: heading.slice(0, 100) })]
      : []),
    ...(isDemo ? [makeReason('import_demo_statement')] : []),
  ];
}

function openingNotes({ capital: opening }: Opening): CodedReason[] {
  return opening === undefined ? [] : [makeReason('import_opening_listed', { amount: opening })];
}

function orderNotes({ pending, closed, isNumbered, figures }: Mt4Statement): CodedReason[] {
  const archived = closed.filter((order) => /^summary trade result/i.test(order.label)).length;
  return [
    ...(isNumbered && figures.printed.size === 0 ? [makeReason('import_no_sums_below_rows')] : []),
    ...(pending > 0 ? [makeReason('import_pending_or_cancelled', { count: pending })] : []),
    ...(archived > 0 ? [makeReason('import_archived', { count: archived })] : []),
  ];
}
