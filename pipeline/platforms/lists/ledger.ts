import type { Platform } from '../../../sql/raw/accounts.ts';
import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import { firstNames } from '../../read/bounds.ts';
import { openSheet, type Sheet } from '../../read/cells/sheet.ts';
import { sumDecimals } from '../../read/decimals.ts';
import { guessedEncoding } from '../../read/decode.ts';
import { ImportFault } from '../../read/faults.ts';
import { readByNotation, usualIn } from '../../read/notation.ts';
import { clockNotes, eventsOf, guessTimezone } from '../../read/propose-timezone.ts';
import { refusalOf } from '../../read/read-export.ts';
import { namedInColumns, zoneOfColumn, zoneOfTimes } from '../../read/zone-column.ts';
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
import { spanOf, type ToUtc } from '../source/orders.ts';
import { accountIdOf, currencyOf, platformOf } from '../source/questions.ts';
import { type RowCount, rowCount } from '../source/row-count.ts';
import type { SourceRows, SourceTable } from '../source/source-tables.ts';
import { statementRows } from '../source/statement-rows.ts';
import { createUniqueNames, madeOpenTicket, stamp } from '../source/tickets.ts';
import { type LedgerAccount, type Survey, surveyOf } from './ledger-survey.ts';
import type { ListField, ListForm } from './list-form.ts';

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

/** Imports a list of trades. */
export async function importLedger(
  file: string,
  options: ImportOptions,
  form: ListForm,
  opened?: Sheet,
): Promise<Imported> {
  const sheet = opened ?? (await openSheet(file, { noun: form.noun, told: options.encoding }));
  const answers = options.texts ?? {};
  const inColumns = await namedInColumns(sheet);
  const ofColumn = zoneOfColumn(file, inColumns, options.timezone);
  const timezone = ofColumn ?? options.timezone;
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
  const zone = ofColumn ?? zoneOfTimes(file, notation, options.timezone);
  const { currency, platform, listsPositions } = survey.found;
  const stated = {
    platform: platformOf(options, file, platform),
    currency: currencyOf(options.currency, file, currency, notation.currencies),
    statement: await fingerprintOf(file),
  };
  const otherCurrencies = inColumns.currencies
    .filter((code) => code !== stated.currency)
    .map((value) => makeReason('import_currency_column', { value, other: stated.currency }));
  const numbers = [...survey.accounts.keys()];
  const ids = idsOf(file, options, stated.platform, numbers);
  const named = [...survey.accounts].map(([account, listed]) => ({
    id: ids.get(account) ?? '',
    listed,
  }));
  const texts = doubtedTexts(survey.texts, answers);
  const events = eventsOf(named.flatMap(({ listed }) => listed.trades));
  const hasPositions = listsPositions || named.some(({ listed }) => listed.positions.length > 0);
  const contradicted = survey.faults.count > 0 ? 'sums of rows' : '';
  return {
    tables: together(
      named.map(({ id, listed }) =>
        statementRows({
          account: { account_id: id, ...stated, contradicted },
          span: spanOf(utc, { ...listed, others: listed.flows.map(({ at }) => at) }),
          utc,
          ...withNames(listed),
          ...(hasPositions ? {} : { positions: undefined }),
        }),
      ),
    ),
    rows: rowsOf(survey),
    number: numbers.length === 1 ? (numbers[0] ?? '') : '',
    ...(zone === null && {
      clock: timezone?.name ?? 'UTC',
      guess: guessTimezone(events),
    }),
    findings: findingsOf(named),
    texts,
    supposed: {
      utc: zone === null && timezone === null,
      encoding: guessedEncoding(sheet.encoding),
      ...assumed,
    },
    notes: [...clockNotes(timezone, events), ...notesOf(survey, texts)],
    warnings: [
      ...warningsOf(survey),
      ...otherCurrencies,
      ...[...survey.found.lostCosts].map((name) => makeReason('import_costs_not_read', { name })),
    ],
  };
}

/** Gives each position and booking of an account a ticket or an id that no other one has. */
function withNames({ trades, positions, flows, tickets }: LedgerAccount) {
  const [nameOpen, nameFlow] = [createUniqueNames(), createUniqueNames()];
  return {
    trades,
    tickets,
    positions: positions.map((order) => ({
      ...order,
      ticket: nameOpen(order.ticket || madeOpenTicket(order)),
    })),
    flows: flows.map((flow) => ({
      ...flow,
      id: nameFlow(flow.id || `${flow.kind}-${stamp(flow.at)}-${flow.amount}`),
    })),
  };
}

/** Joins the tables of several accounts. */
const together = (all: readonly SourceRows[]): SourceRows =>
  Object.fromEntries(
    Object.keys(all[0] ?? {}).map((table) => [
      table,
      all.flatMap((tables): readonly object[] => tables[table as SourceTable] ?? []),
    ]),
  );

/** An account of a list with its id. */
interface Named {
  id: string;
  listed: LedgerAccount;
}

const findingsOf = (named: readonly Named[]): CodedReason[] =>
  named.flatMap(({ id, listed }) =>
    countsOf(listed).map((detail) =>
      named.length > 1 ? makeReason('row_named', { name: id, detail }) : detail,
    ),
  );

const rowsOf = ({ rows, unread, leftOut }: Survey): RowCount =>
  rowCount({
    read: rows + unread.count,
    refused: unread.count,
    leftOut: [...leftOut.values()].reduce((sum, count) => sum + count, 0),
  });

const notesOf = (
  { remarks, isCut, leftOut }: Survey,
  texts: readonly DoubtedText[],
): CodedReason[] => [
  ...[...remarks].map(([code, amounts]) =>
    makeReason(code, { count: amounts.length, amount: sumDecimals(amounts.filter(Boolean)) }),
  ),
  ...doubtNotes(texts),
  ...(isCut ? [truncatedNote] : []),
  ...[...leftOut].map(([what, count]) => makeReason(what, { count })),
];

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

function countsOf({ trades, positions, flows }: LedgerAccount): CodedReason[] {
  const amounts = trades.flatMap(({ profit, commission, swap }) => [profit, commission, swap]);
  const open =
    positions.length > 0 ? [makeReason('import_open_positions', { count: positions.length })] : [];
  return [
    makeReason('import_trades_net', {
      count: trades.length,
      amount: sumDecimals(amounts.filter(Boolean)),
    }),
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
