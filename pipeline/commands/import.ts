import { basename } from 'node:path';
import { type Platform, platforms } from '../../sql/raw/accounts.ts';
import { currencyRule, isCurrency } from '../../sql/raw/currencies.ts';
import { exitCodes, UsageError } from '../base/errors.ts';
import { type CodedReason, inEnglish, makeReason } from '../base/reasons/reason.ts';
import { withNoun } from '../base/with-noun.ts';
import { loadableRows } from '../connect/loadable-rows.ts';
import { createLineValidator } from '../connect/validate-lines.ts';
import { detectImportFormat, findImportFormat } from '../platforms/index.ts';
import { type TextAnswer, type TextAnswers, textKey } from '../platforms/source/cash-flow-kinds.ts';
import type { Imported, ImportFormat } from '../platforms/source/format.ts';
import { importConfirmed } from '../platforms/source/import-confirmed.ts';
import { overlapFaults } from '../platforms/source/overlapping-trades.ts';
import { numberInId } from '../platforms/source/questions.ts';
import { describeRows, type LoadedRows } from '../platforms/source/row-count.ts';
import {
  type SourcePart,
  splitByAccount,
  type WrittenFile,
  writeSourceFiles,
} from '../platforms/source/source-files.ts';
import type { SourceRows } from '../platforms/source/source-tables.ts';
import { firstLines } from '../read/bounds.ts';
import { isEncoding } from '../read/decode.ts';
import { assumptionLines, ImportFault } from '../read/faults.ts';
import { decimalMarks } from '../read/notation.ts';
import { dateOrders } from '../read/times.ts';
import { parseTimezone } from '../read/timezone.ts';
import { compareSource } from '../reconcile/compare-source.ts';
import { comparisonLines, differenceLines } from '../reconcile/comparison-lines.ts';

interface ImportArguments {
  format: string;
  file: string;
  /** Of formats that hold an account, and no other. */
  accountId?: string | undefined;
  out: string;
  tz?: string | undefined;
  /** Of an account whose export does not name it. */
  currency?: string | undefined;
  /** Of a text; found out where it is left out. */
  encoding?: string | undefined;
  /** A file that tells names and lot sizes, of answers of an API that do not. */
  symbols?: string | undefined;
  /** Of an account whose export does not name it. */
  platform?: string | undefined;
  /** A file that says which column of a table holds what. */
  map?: string | undefined;
  /** Order of dates with the year last; the file decides where it is left out. */
  dates?: string | undefined;
  /** Decimal mark of numbers; the file decides where it is left out. */
  decimal?: string | undefined;
  /** Kinds of texts of balance rows, such as `Storage=cost`. */
  text?: readonly string[] | undefined;
  /** Accepts a time zone or type that differs from those confirmed for the account. */
  confirm?: boolean | undefined;
}

interface ImportOutput {
  stdout(line: string): void;
  stderr(line: string): void;
}

/** Export that was written to files of a source. */
interface WrittenExport {
  readonly known: ImportFormat;
  readonly imported: Imported;
  readonly parts: readonly SourcePart[];
  readonly files: readonly WrittenFile[];
  /** Rows that load would refuse, and that were left out. */
  readonly warnings: readonly CodedReason[];
  readonly loaded: LoadedRows;
}

/** `import`: turns a platform's own export into files of a source; gives the exit code. */
export async function importCommand(
  _config: unknown,
  options: ImportArguments,
  io: ImportOutput,
): Promise<number> {
  const { format, file, accountId, out } = options;
  const isAuto = format === 'auto';
  const importing = importToSource(options);
  const { known, imported, parts, files, warnings, loaded } = await importing.catch((error) => {
    const proposal = error instanceof ImportFault && error.about.proposal;
    if (proposal) io.stdout(proposal);
    throw error;
  });
  const ids = parts.map(({ id }) => id);
  const compared = await compareSource(out, ids);
  const overlapping = imported.tables.accounts ? await overlapFaults(out, ids) : [];
  const counted = describeRows(imported.rows, [loaded]);
  const named = otherNumber(file, imported.number ?? '', accountId, out);
  const complaints = [
    ...(named.isContradicted ? named.lines : []),
    ...[
      ...[...imported.warnings, ...warnings, ...counted.warnings, ...overlapping].map(inEnglish),
      ...differenceLines(compared),
    ].map((warning) => `${file}: ${warning}`),
  ];

  if (isAuto) io.stdout(`${file}: detected ${known.name}, ${inEnglish(known.describe)}`);
  const isMade = imported.tables.accounts !== undefined && accountId === undefined;
  for (const { id } of isMade ? parts : []) io.stdout(`account id ${id}, as the file names it`);
  if (imported.tables.accounts !== undefined) {
    for (const [at, { id }] of parts.entries()) io.stdout(entryLine(id, at));
  }
  for (const { path, rows } of files) io.stdout(`${path}: ${withNoun(rows, 'row')}`);
  const findings = [...imported.findings, counted.finding].map(inEnglish);
  for (const line of [...findings, ...comparisonLines(compared, false)]) io.stdout(line);
  const notes = [
    ...(named.isContradicted ? [] : named.lines),
    ...assumptionLines(imported.supposed),
    ...imported.notes.map(inEnglish),
    ...(imported.texts?.some(({ answer }) => answer === null) ? [textHint] : []),
  ];
  for (const note of [...notes, ...complaints]) io.stderr(note);
  return complaints.length > 0 ? exitCodes.partly : exitCodes.done;
}

/** Writes an export to files of a source, without comparing what it prints with its rows. */
export async function importToSource({
  format,
  file,
  accountId,
  out,
  tz,
  currency,
  symbols,
  encoding,
  platform,
  map,
  dates,
  decimal,
  text,
  confirm,
}: ImportArguments): Promise<WrittenExport> {
  const known = format === 'auto' ? await detectImportFormat(file) : findImportFormat(format);
  checkAccountId(known, accountId);
  const options = {
    accountId,
    symbols,
    map,
    currency: currency === undefined ? undefined : currencyOf(currency),
    encoding: encoding === undefined ? undefined : encodingNamed(encoding),
    platform: platform === undefined ? undefined : platformNamed(platform),
    dates: dates === undefined ? undefined : oneOf('--dates', dateOrders, dates),
    texts: answersIn(text ?? []),
    decimal: decimal === undefined ? undefined : oneOf('--decimal', decimalMarks, decimal),
  };
  const imported = await importConfirmed(
    (timezone) => known.importFile(file, { ...options, timezone }),
    { file, out, timezone: tz === undefined ? null : parseTimezone(tz), confirm: confirm ?? false },
  );
  return { known, imported, ...(await writeLoadable(out, imported, file)) };
}

/** Writes the rows that load takes; each that it would refuse is a warning. */
async function writeLoadable(
  out: string,
  imported: Imported,
  file: string,
): Promise<Pick<WrittenExport, 'parts' | 'files' | 'warnings' | 'loaded'>> {
  const judge = createLineValidator();
  try {
    const { tables, refused, loaded } = await loadableRows(imported.tables, imported.rows, judge);
    const parts = partsOf(tables, file);
    const files = await writeSourceFiles(out, parts);
    const lines = refused.lines.map((detail) => makeReason('import_row_not_loadable', { detail }));
    const warnings = firstLines(lines, 'rows not imported', refused.count);
    return { parts, files, warnings, loaded };
  } finally {
    await judge.close();
  }
}

function currencyOf(text: string): string {
  if (isCurrency(text)) return text;
  throw new UsageError(`--currency ${text}: must be ${currencyRule}`);
}

const textHint =
  'if that is wrong for a text, say what it is: --text "TEXT=deposit" or --text "TEXT=cost"';

/** Answers of the option `--text`: a deposit or withdrawal, or a cost or other result. */
const wordsForAnswers: ReadonlyMap<string, TextAnswer> = new Map([
  ['deposit', 'flow'],
  ['cost', 'adjustment'],
]);

function answersIn(options: readonly string[]): TextAnswers {
  return Object.fromEntries(
    options.map((option) => {
      const at = option.lastIndexOf('=');
      const answer = wordsForAnswers.get(option.slice(at + 1));
      const key = textKey(option.slice(0, Math.max(at, 0)));
      if (answer !== undefined && key !== '') return [key, answer];
      throw new UsageError(
        `--text ${option}: give a text and what it is, such as "Storage=cost" or "Top-up=deposit"`,
      );
    }),
  );
}

function oneOf<Name extends string>(option: string, names: readonly Name[], text: string): Name {
  const name = names.find((known) => known === text);
  if (name !== undefined) return name;
  throw new UsageError(`${option} ${text}: give one of ${names.join(', ')}`);
}

function encodingNamed(name: string): string {
  if (isEncoding(name)) return name;
  throw new UsageError(
    `--encoding ${name}: no such encoding; give one such as gbk or windows-1251`,
  );
}

function platformNamed(text: string): Platform {
  const known = platforms.find((name) => name.toLowerCase() === text.toLowerCase());
  if (known !== undefined) return known;
  throw new UsageError(`--platform ${text}: give one of ${platforms.join(', ')}`);
}

function checkAccountId({ name, holds }: ImportFormat, accountId: string | undefined): void {
  if (accountId === undefined) return;
  if (holds === 'calendar') {
    throw new UsageError(
      `import ${name}: a calendar belongs to no account; leave --account-id out`,
    );
  }
  if (accountId.trim() === '') {
    throw new UsageError('--account-id is empty; give the id of the account');
  }
}

/**
 * Says if the given id does not have the account number that the file names. An id with another
 * number contradicts the file; a name of the operator's own has none.
 */
function otherNumber(
  file: string,
  printed: string,
  accountId: string | undefined,
  out: string,
): { lines: string[]; isContradicted: boolean } {
  const number = accountId === undefined ? printed : numberInId(accountId);
  if (printed === '' || number === printed) return { lines: [], isContradicted: false };
  return {
    lines: [
      `${file}: belongs to account ${printed} and was imported as ${accountId} because of --account-id; if that is a mistake, delete its files in ${out} and import again without --account-id`,
    ],
    isContradicted: /^\d+$/.test(number ?? ''),
  };
}

/** Words the entry of `registry.json` that shows an account. Its slug never tells the number. */
function entryLine(account_id: string, at: number): string {
  const number = at === 0 ? '' : `-${at + 1}`;
  const entry = {
    slug: `my-account${number}`,
    type: 'account',
    account_id,
    owner: 'me',
    name: `My account${number.replace('-', ' ')}`,
    published: true,
    hide: ['comment'],
  };
  return `entry for "accounts" of registry.json: ${JSON.stringify(entry)}`;
}

/**
 * Groups rows that are written together: the rows of each account, or those of a feed by its file.
 */
function partsOf(tables: SourceRows, file: string): SourcePart[] {
  const isOfAccounts = tables.accounts !== undefined;
  return isOfAccounts ? splitByAccount(tables) : [{ id: basename(file), tables }];
}
