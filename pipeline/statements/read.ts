import { platforms } from '../../sql/raw/accounts.ts';
import { CommandError } from '../base/errors.ts';
import { createJudge } from '../inbox/judge.ts';
import { loadableRows, type RefusedRows } from '../inbox/loadable-rows.ts';
import { detectImportFormat } from '../platforms/index.ts';
import { questions } from '../platforms/source/questions.ts';
import { type HeldPart, splitByAccount } from '../platforms/source/source-files.ts';
import { holdRows } from '../platforms/source/trade-batches.ts';
import { Unreadable } from '../read/bytes/bounds.ts';
import { parseTimezone } from '../read/values/timezone.ts';
import { withAccountId } from './account-ids.ts';
import { describeAccount, type Found, type StatementOptions } from './found.ts';

/** A statement that was read: what its owner sees, and the rows that become files of a source. */
export interface ReadStatement {
  readonly found: Found;
  readonly parts: readonly HeldPart[];
}

/** Accounts of one file. */
const maxAccounts = 50;

/**
 * Reads a statement of any format that is known. What is wrong with it, or asked for, is a
 * CommandError in one line, worded for whoever fills in a form.
 */
export async function readStatement(
  file: string,
  name: string,
  { clock, currency, number, platform }: StatementOptions,
): Promise<ReadStatement> {
  try {
    const format = await detectImportFormat(file);
    if (format.holds !== 'account') {
      throw new CommandError(`${name} is a calendar, and no statement of an account`);
    }
    const { tables: rows, ...told } = await format.importFile(file, {
      timezone: clock === '' ? null : parseTimezone(clock),
      accountId: number === '' ? undefined : number,
      currency: currency === '' ? undefined : currency,
      platform: platforms.find((known) => known === platform),
    });
    const all = splitByAccount(await holdRows(rows)).map((part) => withNumber(part, number));
    if (all.length === 0) throw new CommandError(`${name} tells of no account`);
    if (all.length > maxAccounts) {
      throw new CommandError(`${name} holds ${all.length} accounts; ${maxAccounts} go at a time`);
    }
    const judged = await judgeParts(all);
    const worded = (lines: readonly string[]) => lines.map((line) => inWords(line, file, name));
    const found = {
      format: format.describe,
      clock: told.clock ?? '',
      accounts: judged.map(({ part, refused }) => describeAccount(part, refused)),
      facts: worded(told.facts),
      notes: worded(told.notes),
      warnings: worded(told.warnings),
    };
    return { found, parts: judged.map(({ part }) => part) };
  } catch (error) {
    if (!(error instanceof CommandError || error instanceof Unreadable)) throw error;
    throw new CommandError(inWords(error.message, file, name));
  }
}

/** The account under the number that its owner says, behind its platform's name. */
function withNumber(part: HeldPart, number: string): HeldPart {
  const [account] = part.tables.accounts ?? [];
  if (number === '' || account === undefined) return part;
  const prefix = `${account.platform}:`;
  return withAccountId(part, number.startsWith(prefix) ? number : prefix + number);
}

/** What lines of an import say of options of the command line, as a form has it. */
const wordings: readonly (readonly [RegExp, string])[] = [
  ...Object.values(questions).map(
    ({ option, field }) => [new RegExp(`with ${option}\\b`, 'g'), `in the field ${field}`] as const,
  ),
  [new RegExp(`${questions.clock.option} `, 'g'), ''],
  // What each format misses is for whoever reads source code.
  [
    /: of no format that is known: .*/g,
    ' is of no format that is known here. Drop the file just as the platform saved it.',
  ],
];

/** A line of an import without the path that the file has here and the options of a command. */
const inWords = (line: string, file: string, name: string): string =>
  wordings.reduce(
    (text, [option, words]) => text.replaceAll(option, words),
    line.replaceAll(file, name),
  );

/** The rows of each account that load takes, and what it would refuse of the others. */
async function judgeParts(
  parts: readonly HeldPart[],
): Promise<{ part: HeldPart; refused: RefusedRows }[]> {
  const judge = createJudge();
  try {
    const judged = [];
    for (const { id, tables: rows } of parts) {
      const { tables, refused } = await loadableRows(rows, judge);
      judged.push({ part: { id, tables }, refused });
    }
    return judged;
  } finally {
    await judge.close();
  }
}
