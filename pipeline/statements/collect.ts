import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import type { StatementsDirectory } from '../base/data-directory.ts';
import { CommandError } from '../base/errors.ts';
import { replaceFile, syncDirectory } from '../base/files.ts';
import type { Log } from '../base/log.ts';
import { inSecret, modes } from '../base/modes.ts';
import { type HeldPart, writeSourceFiles } from '../import/source-files.ts';
import { withAccountId } from './account-ids.ts';
import { statementFiles } from './found.ts';
import type { Confirmation } from './statements.ts';

/**
 * Brings what owners confirmed to the files of its accounts, for whoever holds the lock of runs;
 * answers with the sources to load, none where nobody ever dropped a statement. Killed in between, it
 * does some of it again the next time, with the same effect. What contradicts the statements before
 * it is refused by itself; one that cannot be taken up waits for the next run, and stops nobody.
 */
export async function collectStatements(
  directory: StatementsDirectory,
  log: Pick<Log, 'warn'>,
): Promise<string[]> {
  const { folder, confirmed, taken, facts } = directory;
  for (const id of confirmedIn(confirmed)) {
    const from = join(confirmed, id);
    let refusal: string | null;
    try {
      refusal = await inSecret(() => takeUp(from, facts));
    } catch (error) {
      log.warn('a statement waits for the next run', { statement: id, reason: String(error) });
      continue;
    }
    if (refusal !== null) {
      log.warn('a statement is refused', { statement: id, reason: refusal });
      replaceFile(join(from, statementFiles.refusal), refusal);
    }
    mkdirSync(taken, { recursive: true, mode: modes.secret.folder });
    // What is left tells its owner what became of it.
    for (const name of [statementFiles.statement, statementFiles.parts]) {
      rmSync(join(from, name), { force: true });
    }
    renameSync(from, join(taken, id));
    for (const path of [folder, confirmed, taken]) syncDirectory(path);
  }
  return existsSync(facts) ? [facts] : [];
}

/** When the newest statement that no run has taken up was confirmed; null where there is none. */
export function newestConfirmed({ confirmed }: StatementsDirectory): Date | null {
  const times = confirmedIn(confirmed).map((id) => statSync(join(confirmed, id)).mtimeMs);
  return times.length === 0 ? null : new Date(Math.max(...times));
}

const confirmedIn = (path: string): string[] => (existsSync(path) ? readdirSync(path).sort() : []);

/** Writes a statement's rows where the source has them; answers with why it may not stand there. */
async function takeUp(from: string, facts: string): Promise<string | null> {
  const parts = join(from, statementFiles.parts);
  // A run before this one was ended between writing them and moving on.
  if (!existsSync(parts)) return null;
  const rows: HeldPart[] = JSON.parse(readFileSync(parts, 'utf8'));
  const { ids }: Confirmation = JSON.parse(
    readFileSync(join(from, statementFiles.confirmation), 'utf8'),
  );
  try {
    await writeSourceFiles(
      facts,
      rows.map((part, at) => withAccountId(part, ids[at] ?? part.id)),
    );
    syncDirectory(facts);
    return null;
  } catch (error) {
    // Where it has a cause, that is the disk's, and no fault of the statement.
    if (!(error instanceof CommandError) || error.cause !== undefined) throw error;
    return error.message.replaceAll(facts, '').replace(/^\/[^:]*: |; give another .*$/g, '');
  }
}
