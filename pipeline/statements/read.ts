import { mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { platforms } from '../../sql/raw/accounts.ts';
import { CommandError } from '../base/errors.ts';
import { timezoneRule } from '../base/timezone-names.ts';
import { createJudge } from '../connect/judge.ts';
import { loadableRows, type RefusedRows } from '../connect/loadable-rows.ts';
import type { Delivered } from '../deliveries/contents.ts';
import { detectImportFormat } from '../platforms/index.ts';
import {
  type HeldPart,
  splitByAccount,
  writeSourceFiles,
} from '../platforms/source/source-files.ts';
import { holdRows } from '../platforms/source/trade-batches.ts';
import { ImportFault, supposedInForm } from '../read/faults.ts';
import { findTimezone, type Timezone } from '../read/timezone.ts';
import { compareSource } from '../reconcile/compare-source.ts';
import type { ComparedFigure } from '../reconcile/compared.ts';
import { withAccountId } from './account-ids.ts';
import { contentOf } from './content.ts';
import { describeAccount, type Found } from './found.ts';
import type { ReadRequest } from './read-apart.ts';

/** A statement that was read: what its owner sees, and the content of each account's delivery. */
export interface ReadStatement {
  readonly found: Found;
  readonly contents: readonly Delivered[];
}

/** Accounts of one file. */
const maxAccounts = 50;

/**
 * Reads a statement of any format that is known. What is wrong with it, or asked for, is a
 * CommandError in one line, worded for whoever fills in a form.
 */
export async function readStatement(
  file: string,
  { owner, name, options }: Pick<ReadRequest, 'owner' | 'name' | 'options'>,
): Promise<ReadStatement> {
  const { clock, currency, number, platform } = options;
  try {
    const format = await detectImportFormat(file);
    if (format.holds !== 'account') {
      throw new CommandError(`${name} is a calendar, and no statement of an account`);
    }
    const { tables: rows, ...told } = await format.importFile(file, {
      timezone: clock === '' ? null : clockOf(clock),
      accountId: number === '' ? undefined : number,
      currency: currency === '' ? undefined : currency,
      platform: platforms.find((known) => known === platform),
    });
    const all = splitByAccount(await holdRows(rows)).map((part) => withNumber(part, number));
    if (all.length === 0) throw new CommandError(`${name} tells of no account`);
    if (all.length > maxAccounts) {
      throw new CommandError(`${name} holds ${all.length} accounts; ${maxAccounts} go at a time`);
    }
    const judged = (await judgeParts(all)).map((one) => ({
      ...one,
      content: contentOf(one.part, owner),
    }));
    const compared = await compareParts(
      judged.map(({ part }) => part),
      dirname(file),
    );
    const found = {
      format: format.describe,
      clock: told.clock ?? '',
      accounts: judged.map(({ part, content, refused }) => ({
        ...describeAccount(part, content, refused),
        compared: compared.filter(({ account_id }) => account_id === part.id),
      })),
      facts: told.facts,
      notes: [...supposedInForm(told.supposed), ...told.notes],
      warnings: told.warnings,
    };
    return { found, contents: judged.map(({ content }) => content) };
  } catch (error) {
    if (error instanceof ImportFault) throw new CommandError(error.wordedForForm(name));
    throw error;
  }
}

function clockOf(name: string): Timezone {
  const timezone = findTimezone(name);
  if (timezone !== null) return timezone;
  throw new CommandError(`${name}: no such time zone; give ${timezoneRule}`);
}

/** The account under the number that its owner says, behind its platform's name. */
function withNumber(part: HeldPart, number: string): HeldPart {
  const [account] = part.tables.accounts ?? [];
  if (number === '' || account === undefined) return part;
  const prefix = `${account.platform}:`;
  return withAccountId(part, number.startsWith(prefix) ? number : prefix + number);
}

/** Compares what the statement prints with its rows, in a folder beside the file that is removed again. */
async function compareParts(
  parts: readonly HeldPart[],
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
