import { mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { platforms } from '../../sql/raw/accounts.ts';
import { CommandError } from '../base/errors.ts';
import { type CodedReason, makeReason, type ReasonCode, reasonOf } from '../base/reasons/reason.ts';
import { loadableRows, type RefusedRows } from '../connect/loadable-rows.ts';
import { createLineValidator } from '../connect/validate-lines.ts';
import type { DeliveryContent } from '../deliveries/contents.ts';
import { detectImportFormat } from '../platforms/index.ts';
import type { Imported } from '../platforms/source/format.ts';
import { numberInId } from '../platforms/source/questions.ts';
import { describeRows, type LoadedRows, type RowCount } from '../platforms/source/row-count.ts';
import {
  type SourcePart,
  splitByAccount,
  writeSourceFiles,
} from '../platforms/source/source-files.ts';
import { assumptionsInForm, ImportFault } from '../read/faults.ts';
import { findTimezone, type Timezone } from '../read/timezone.ts';
import { compareSource } from '../reconcile/compare-source.ts';
import type { ComparedFigure } from '../reconcile/compared-figures.ts';
import { contentOf, withAccountId } from './delivery-content.ts';
import type { ReadRequest } from './read-in-child.ts';
import {
  describeAccount,
  type FileQuestion,
  type Reading,
  type StatementContent,
} from './statement.ts';

/** Statement as its owner sees it, with the content of each account's delivery. */
export interface ReadStatement {
  readonly found: StatementContent;
  readonly contents: readonly DeliveryContent[];
}

/** Thrown if the file can be read in two ways, and its owner must say which is right. */
class OpenQuestion extends CommandError {
  readonly question: FileQuestion;

  constructor(reason: CodedReason, question: FileQuestion) {
    super(reason);
    this.question = question;
  }
}

/** Words an error of `readStatement` for the owner; null for an error that no file causes. */
export function problemOf(error: unknown): Reading | null {
  if (error instanceof OpenQuestion) return { problem: reasonOf(error), question: error.question };
  return error instanceof CommandError ? { problem: reasonOf(error) } : null;
}

/**
 * Contradictions between a statement's deals, positions and balances. An operator may import such a
 * file and look into it. An owner may not add it, since a forged statement looks the same.
 */
const contradictions: ReadonlySet<ReasonCode> = new Set([
  'import_balance_before',
  'import_balance_before_message',
  'import_balance_below',
  'import_balance_breaks',
  'import_closed_lots_differ',
  'import_lots_differ',
  'import_no_opening',
  'import_other_closings',
  'import_other_position',
  'import_uneven_deal',
  'import_uneven_flow',
  'import_uneven_row',
]);

/** Most accounts of one file. */
const maxAccounts = 50;

/**
 * Reads a statement of any known format. Throws a CommandError, worded for the form at `/me/add`,
 * if the file can't be read or lacks something that its owner must give.
 */
export async function readStatement(
  file: string,
  { owner, name, options }: Pick<ReadRequest, 'owner' | 'name' | 'options'>,
  now: () => Date = () => new Date(),
): Promise<ReadStatement> {
  const { clock, currency, number, platform, dates, decimal, texts } = options;
  try {
    const format = await detectImportFormat(file);
    if (format.holds !== 'account') {
      throw new CommandError(makeReason('import_calendar', { file: name }));
    }
    const importBy = (timezone: Timezone | null) =>
      format.importFile(file, {
        timezone,
        accountId: number === '' ? undefined : number,
        currency: currency === '' ? undefined : currency,
        platform: platforms.find((known) => known === platform),
        dates: dates || undefined,
        decimal: decimal || undefined,
        texts,
      });
    const { tables: rows, ...imported } =
      clock === '' ? await importByGuess(importBy) : await importBy(clockOf(clock));
    refuseDoubts(imported, name);
    const all = splitByAccount(rows).map((part) => withNumber(part, number));
    if (all.length === 0) throw new CommandError(makeReason('import_no_account', { file: name }));
    if (all.length > maxAccounts) {
      throw new CommandError(
        makeReason('import_many_accounts', { file: name, count: all.length, max: maxAccounts }),
      );
    }
    const validated = await validateParts(all, imported.rows, now);
    const counted = describeRows(
      imported.rows,
      validated.map(({ loaded }) => loaded),
    );
    const accepted = validated.map(({ part, refused }) => ({
      part,
      refused,
      content: contentOf(part, owner),
    }));
    const compared = await compareParts(
      accepted.map(({ part }) => part),
      dirname(file),
    );
    const found = {
      format: format.describe,
      clock: imported.clock ?? '',
      guess: imported.guess ?? null,
      accounts: accepted.map(({ part, content, refused }) => ({
        ...describeAccount(part, content, refused),
        compared: compared.filter(({ account_id }) => account_id === part.id),
        known: 0,
      })),
      texts: imported.texts ?? [],
      findings: [...imported.findings, counted.finding],
      notes: [...assumptionsInForm(imported.supposed), ...imported.notes],
      warnings: [
        ...otherNumber(imported.number ?? '', number),
        ...imported.warnings,
        ...counted.warnings,
      ],
    };
    return { found, contents: accepted.map(({ content }) => content) };
  } catch (error) {
    if (!(error instanceof ImportFault)) throw error;
    const reason = error.wordedForForm(name);
    const { numbers } = error.about;
    if (numbers === undefined) throw new CommandError(reason);
    throw new OpenQuestion(reason, { field: 'decimal', cells: numbers });
  }
}

/** Throws if a file contradicts itself, or if its dates fit two orders. */
function refuseDoubts({ warnings, supposed }: Omit<Imported, 'tables'>, name: string): void {
  const contradiction = warnings.find(({ code }) => contradictions.has(code));
  if (contradiction !== undefined) {
    throw new CommandError(
      makeReason('import_contradicting', { file: name, detail: contradiction }),
    );
  }
  const open = supposed?.dates?.examples;
  if (open === undefined) return;
  const reason = makeReason('import_open_dates', { file: name, value: open[0] ?? '' });
  throw new OpenQuestion(reason, { field: 'dates', cells: open });
}

/** Imports a file by the time zone that its own times suggest; by UTC if they suggest none. */
async function importByGuess(
  importBy: (timezone: Timezone | null) => Promise<Imported>,
): Promise<Imported> {
  const imported = await importBy(null);
  const { clock, guess } = imported;
  return clock === undefined || !guess ? imported : importBy(clockOf(guess.name));
}

function clockOf(name: string): Timezone {
  const timezone = findTimezone(name);
  if (timezone !== null) return timezone;
  throw new CommandError(makeReason('import_timezone', { file: name }));
}

/** Warns where the owner gave another number than the file names. */
function otherNumber(printed: string, given: string): CodedReason[] {
  const number = numberInId(given) ?? given.split('@')[0] ?? '';
  return printed === '' || given === '' || number === printed
    ? []
    : [makeReason('import_other_number', { printed, number })];
}

/** Returns the account under the number that its owner gave, after its platform's name. */
function withNumber(part: SourcePart, number: string): SourcePart {
  const [account] = part.tables.accounts ?? [];
  if (number === '' || account === undefined) return part;
  const prefix = `${account.platform}:`;
  return withAccountId(part, number.startsWith(prefix) ? number : prefix + number);
}

/** Compares printed figures with the rows, in a temporary folder next to the file. */
async function compareParts(
  parts: readonly SourcePart[],
  directory: string,
): Promise<ComparedFigure[]> {
  const folder = mkdtempSync(join(directory, '.compare-'));
  try {
    await writeSourceFiles(folder, parts);
    return await compareSource(
      folder,
      parts.map(({ id }) => id),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Splits the rows of each account into those that load accepts and those that it would refuse. */
async function validateParts(
  parts: readonly SourcePart[],
  read: RowCount,
  clock: () => Date,
): Promise<{ part: SourcePart; refused: RefusedRows; loaded: LoadedRows }[]> {
  const validator = createLineValidator({ clock });
  try {
    const validated = [];
    for (const { id, tables: rows } of parts) {
      const { tables, refused, loaded } = await loadableRows(rows, read, validator);
      validated.push({ part: { id, tables }, refused, loaded });
    }
    return validated;
  } finally {
    await validator.close();
  }
}
