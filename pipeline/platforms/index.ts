import { UsageError } from '../base/errors.ts';
import { inEnglish, makeReason } from '../base/reasons/reason.ts';
import { ImportFault } from '../read/faults.ts';
import { refusalOf } from '../read/read-export.ts';
import { forexfactoryFormats } from './calendars/forexfactory.ts';
import { importCtrader, refuseCtrader } from './ctrader/import-ctrader.ts';
import { importTable, refuseTable } from './import-table.ts';
import { fxblue } from './lists/fxblue.ts';
import { mql5 } from './lists/mql5.ts';
import { myfxbook } from './lists/myfxbook.ts';
import { importMt4, refuseMt4 } from './mt4/import-mt4.ts';
import { importMt5, refuseMt5 } from './mt5/import-mt5.ts';
import type { ImportFormat } from './source/format.ts';
import { isBacktest, type Peek, peekInto } from './source/peek.ts';
import { importTradelocker, refuseTradelocker } from './tradelocker/import-tradelocker.ts';

/** The exports that can be imported; a new one is a line here. */
export const importFormats: readonly ImportFormat[] = [
  {
    name: 'mt4',
    describe: makeReason('import_mt4'),
    holds: 'account',
    refuses: refuseMt4,
    importFile: importMt4,
  },
  {
    name: 'mt5',
    describe: makeReason('import_mt5'),
    holds: 'account',
    refuses: refuseMt5,
    importFile: importMt5,
  },
  {
    name: 'ctrader',
    describe: makeReason('import_ctrader'),
    holds: 'account',
    refuses: refuseCtrader,
    importFile: importCtrader,
  },
  {
    name: 'tradelocker',
    describe: makeReason('import_tradelocker'),
    holds: 'account',
    refuses: refuseTradelocker,
    importFile: importTradelocker,
  },
  myfxbook,
  fxblue,
  mql5,
  {
    name: 'table',
    describe: makeReason('import_table'),
    holds: 'account',
    refuses: refuseTable,
    importFile: importTable,
  },
  ...forexfactoryFormats,
];

/** Says what each format is, a line each, for the help of `import`. */
export function formatLines(): string {
  const width = Math.max(...importFormats.map(({ name }) => name.length));
  const lines = importFormats.map(
    ({ name, describe }) => `  ${name.padEnd(width)}  ${inEnglish(describe)}`,
  );
  return ['Formats:', ...lines].join('\n');
}

/** The format of that name; an unknown one ends the command, naming those there are. */
export function findImportFormat(name: string): ImportFormat {
  const format = importFormats.find((known) => known.name === name);
  if (format !== undefined) return format;
  const known = importFormats.map((each) => each.name).join(', ');
  throw new UsageError(`import ${name}: unknown format; use auto or one of ${known}`);
}

/**
 * Detects the format of a file by its content. Throws if no format or several formats fit, or if it
 * is a backtest.
 */
export async function detectImportFormat(file: string): Promise<ImportFormat> {
  const peek = await peekInto(file);
  if (isBacktest(peek)) throw new ImportFault('import_backtest', file, {});
  const answers = answersTo(file, peek);
  const [own, ...others] = answers.filter(({ refusal }) => refusal === null);
  if (own !== undefined && others.length === 0) return own.format;
  const named = own && [own, ...others].map(({ format }) => format.name).join(', ');
  const reasons = answers.map(({ format, refusal }) => `${format.name} (${refusal})`).join(', ');
  throw own
    ? new ImportFault('import_several_formats', file, { names: named ?? '' })
    : new ImportFault('import_unknown_format', file, {}, { reasons });
}

/**
 * Asks each format about a file. Its beginning alone may pass a bound, such as a list of too many
 * names.
 */
function answersTo(file: string, peek: Peek): { format: ImportFormat; refusal: string | null }[] {
  try {
    return importFormats.map((format) => ({ format, refusal: format.refuses(peek) }));
  } catch (cause) {
    throw refusalOf(file, 'export', cause);
  }
}
