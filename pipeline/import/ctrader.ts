import { accountIdOf, currencyOf } from './asked.ts';
import { bounds, firstOf } from './bounds.ts';
import { clockNotes } from './clocks.ts';
import { readCsvRows } from './csv-rows.ts';
import { checkStatement, openingOf } from './ctrader/checks.ts';
import { isStatementHeading } from './ctrader/columns.ts';
import { toSourceRows } from './ctrader/source-rows.ts';
import { readStatement, type Statement } from './ctrader/statement.ts';
import { decodeText } from './decode.ts';
import type { Imported, ImportOptions } from './format.ts';
import { holdsJson } from './json-pieces.ts';
import { importOpenApi, refuseOpenApi } from './openapi.ts';
import type { Peek } from './peek.ts';
import { fingerprintOf, readExportBytes } from './read-export.ts';
import { isZip, readXlsxRows } from './xlsx-rows.ts';

/** Imports a cTrader statement, CSV or XLSX, checked against what it prints, or messages of its Open API. */
export async function importCtrader(file: string, options: ImportOptions): Promise<Imported> {
  if (await holdsJson(file)) return importOpenApi(file, options);
  const from = { maxBytes: bounds.reportBytes, noun: 'cTrader statement' };
  const statement = await readExportBytes(file, from, (bytes) =>
    readStatement((take) => {
      if (isZip(bytes)) readXlsxRows(bytes, take);
      else readCsvRows(decodeText(bytes, options.encoding), take);
    }),
  );
  const { figures } = statement;
  const number = accountNames
    .map((name) => figures.get(name) ?? '')
    .find((text) => /^\d+$/.test(text));
  const accountId = accountIdOf(options.accountId, file, {
    platform: 'cTrader',
    number: number ?? '',
    server: figures.get('broker') ?? '',
  });
  const currency = currencyOf(options.currency, file, statement.currency);
  const opening = openingOf(statement);
  const { facts, warnings, contradicted } = checkStatement(statement, opening);
  return {
    tables: toSourceRows(statement, {
      ...{ opening, contradicted, currency, accountId, options },
      fingerprint: await fingerprintOf(file),
    }),
    facts,
    notes: notesOf(statement, opening, options),
    warnings: [...unreadWarnings(statement), ...warnings].map((warning) => `${file}: ${warning}`),
  };
}

/** What a summary may call the number of the account; most statements do not have it. */
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
  statement: Statement,
  opening: string | undefined,
  { timezone }: ImportOptions,
): string[] {
  const { offset, deals, positions } = statement;
  const inUnits = [...deals, ...positions].filter(({ isUnits }) => isUnits).length;
  const unknown = positions.filter(({ profit }) => profit === null).length;
  return [
    ...(statement.totals.size === 0 && !statement.figures.has('balance')
      ? ['no sums are printed below the deals: whether the file is whole cannot be told']
      : []),
    ...(offset === null && timezone === null
      ? ['times taken as UTC: no heading names an offset; give the clock with --tz']
      : []),
    ...(offset === null
      ? clockNotes(
          timezone,
          deals.flatMap(({ symbol, opened, closed }) => [
            { at: opened, symbol },
            { at: closed, symbol },
          ]),
        )
      : []),
    ...(opening === undefined
      ? []
      : [`opening balance ${opening}: what the first deal leaves of its balance`]),
    ...(inUnits > 0
      ? [
          `${inUnits} volumes in units: those of currency pairs are 100,000 to a lot, others are kept`,
        ]
      : []),
    ...(unknown > 1
      ? [`${unknown} open positions left out: what they stand at is not printed`]
      : []),
  ];
}

function unreadWarnings({ unread }: Statement): string[] {
  const lines = unread
    .slice(0, bounds.named)
    .map(({ line, reason, text }) => `line ${line} not imported: ${reason}: ${text}`);
  return firstOf(lines, 'lines not imported', unread.length);
}
