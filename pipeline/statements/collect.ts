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
import { currencyRule, isCurrency } from '../../sql/raw/currencies.ts';
import { type Collected, OwnerFault, type WaitingAccount, waitingFor } from '../base/collected.ts';
import type { StatementsDirectory } from '../base/data-directory.ts';
import { replaceFile, syncDirectory } from '../base/files.ts';
import type { Log } from '../base/log.ts';
import { inSecret, modes } from '../base/modes.ts';
import { earlierAccount, joinExports, joinedTables } from '../platforms/source/earlier.ts';
import {
  type HeldPart,
  sourceFileName,
  writeSourceFiles,
} from '../platforms/source/source-files.ts';
import type { SourceRows } from '../platforms/source/source-tables.ts';
import { bounds as importBounds } from '../read/bytes/bounds.ts';
import { withAccountId } from './account-ids.ts';
import { type Confirmation, statementFiles } from './found.ts';

/** Bytes of rows that are held at a time. */
export const joinBounds = {
  /** Of statements that are taken up together; one alone may have more. */
  togetherBytes: 64 * 1024 * 1024,
  /** Of one account: what is taken up, and what earlier statements left to join it with. */
  accountBytes: 128 * 1024 * 1024,
} as const;

type JoinBounds = { readonly [Name in keyof typeof joinBounds]: number };

/** A row in a file of a source has about half the bytes that it has in a statement. */
const bytesPerFileByte = 2;

/**
 * Brings what owners confirmed to the files of its accounts, for whoever holds the lock of runs;
 * answers with the sources to load, none where nobody ever dropped a statement. Killed in between, it
 * does some of it again the next time, with the same effect. Statements of one account are joined at
 * once, as far as they fit in memory. What contradicts those before it is refused by itself; one that
 * cannot be taken up waits for the next run with those of its account that follow, and stops nobody.
 */
export async function collectStatements(
  directory: StatementsDirectory,
  log: Pick<Log, 'warn'>,
  bounds: JoinBounds = joinBounds,
): Promise<Collected> {
  const waiting: WaitingAccount[] = [];
  const faults = new Map<string, unknown>();
  const wait: Wait = (id, error, accounts = idsIn(join(directory.confirmed, id))) => {
    const since = statSync(join(directory.confirmed, id)).mtime.toISOString();
    const { reason } = waitingFor('', error, since);
    log.warn('a statement waits for the next run', { statement: id, reason });
    waiting.push(...accounts.map((account) => waitingFor(account, error, since)));
    // Later statements of an account mustn't overtake this one; a broken one stops no other.
    if (error instanceof OwnerFault) for (const account of accounts) faults.set(account, error);
  };
  const take = (statements: readonly Confirmed[]) =>
    takeUp(directory, statements, { log, wait, faults, bounds });
  let together: Confirmed[] = [];
  let bytes = 0;
  for (const id of confirmedIn(directory.confirmed)) {
    const from = join(directory.confirmed, id);
    const parts = join(from, statementFiles.parts);
    const size = statSync(parts, { throwIfNoEntry: false })?.size ?? 0;
    if (bytes + size > bounds.togetherBytes) {
      await take(together);
      together = [];
      bytes = 0;
    }
    // What it says of an account counts after what is said before it.
    const fault = idsIn(from)
      .map((account) => faults.get(account))
      .find((found) => found);
    if (fault !== undefined) {
      wait(id, fault);
      continue;
    }
    try {
      if (size > bounds.accountBytes) throw tooMuch(bounds);
      // A run before this one was ended between writing them and moving on.
      if (size === 0) moveOn(directory, id, null);
      else together.push({ id, bytes: size, parts: partsIn(from) });
    } catch (error) {
      wait(id, error);
      continue;
    }
    bytes += size;
  }
  await take(together);
  return { sources: existsSync(directory.facts) ? [directory.facts] : [], waiting };
}

/** When the newest statement that no run has taken up was confirmed; null where there is none. */
export function newestConfirmed({ confirmed }: StatementsDirectory): Date | null {
  const times = confirmedIn(confirmed).map((id) => statSync(join(confirmed, id)).mtimeMs);
  return times.length === 0 ? null : new Date(Math.max(...times));
}

const confirmedIn = (path: string): string[] => (existsSync(path) ? readdirSync(path).sort() : []);

/** A statement with its rows, under the ids of its owner's accounts. */
interface Confirmed {
  readonly id: string;
  readonly bytes: number;
  readonly parts: readonly HeldPart[];
}

function partsIn(from: string): HeldPart[] {
  const rows: HeldPart[] = JSON.parse(readFileSync(join(from, statementFiles.parts), 'utf8'));
  const { ids }: Confirmation = JSON.parse(
    readFileSync(join(from, statementFiles.confirmation), 'utf8'),
  );
  return rows.map((part, at) => withAccountId(part, ids[at] ?? part.id));
}

/** Tells that a statement can't be taken up yet, why, and for which of its accounts: all unless told. */
type Wait = (id: string, error: unknown, accounts?: readonly string[]) => void;

interface TakeUpOptions {
  readonly log: Pick<Log, 'warn'>;
  readonly wait: Wait;
  /** Why accounts wait. */
  readonly faults: Map<string, unknown>;
  readonly bounds: JoinBounds;
}

const tooMuch = ({ accountBytes }: JoinBounds): OwnerFault =>
  new OwnerFault(
    `its statements come to more than ${accountBytes >> 20} MiB of rows, which are too many to be joined; send what is new with a Connection Key instead`,
  );

/** Bytes of what earlier statements left of an account and `writeSourceFiles` reads to join it. */
function earlierBytes(facts: string, id: string): number {
  const sizes = joinedTables.map((table) => {
    const path = join(facts, sourceFileName(table, id));
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    // Longer ones are joined row by row.
    return table === 'trades' && size > importBounds.joinedBytes ? 0 : size;
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Which accounts a statement is of; none where that can't be read either. */
function idsIn(from: string): readonly string[] {
  try {
    return JSON.parse(readFileSync(join(from, statementFiles.confirmation), 'utf8')).ids;
  } catch {
    return [];
  }
}

/** Writes rows of statements where the source has them, and moves on those whose all are there. */
async function takeUp(
  directory: StatementsDirectory,
  statements: readonly Confirmed[],
  { log, wait, faults, bounds }: TakeUpOptions,
): Promise<void> {
  const { facts } = directory;
  const currencies = new Map<string, string>();
  const byAccount = new Map<string, { exports: SourceRows[]; bytes: number }>();
  const accepted: Confirmed[] = [];
  for (const statement of statements) {
    try {
      const refusal = await contradiction(facts, statement.parts, currencies);
      if (refusal !== null) {
        log.warn('a statement is refused', { statement: statement.id, reason: refusal });
        moveOn(directory, statement.id, refusal);
        continue;
      }
    } catch (error) {
      wait(statement.id, error);
      continue;
    }
    accepted.push(statement);
    for (const { id, tables } of statement.parts) {
      const known = byAccount.get(id);
      byAccount.set(id, {
        exports: [...(known?.exports ?? []), tables],
        bytes: (known?.bytes ?? 0) + statement.bytes,
      });
    }
  }
  for (const [id, { exports, bytes }] of byAccount) {
    try {
      const held = bytes + bytesPerFileByte * earlierBytes(facts, id);
      if (held > bounds.accountBytes) throw tooMuch(bounds);
      const tables = joinExports(exports);
      await inSecret(() => writeSourceFiles(facts, [{ id, tables }]));
    } catch (error) {
      faults.set(id, error);
    }
  }
  if (existsSync(facts)) syncDirectory(facts);
  for (const { id, parts } of accepted) {
    const faulty = parts.map((part) => part.id).filter((account) => faults.has(account));
    const [first] = faulty;
    if (first === undefined) moveOn(directory, id, null);
    else wait(id, faults.get(first), faulty);
  }
}

/** Why rows may not stand beside those of earlier statements; null where they may. */
async function contradiction(
  facts: string,
  parts: readonly HeldPart[],
  currencies: Map<string, string>,
): Promise<string | null> {
  const own = new Map<string, string>();
  for (const { id, tables } of parts) {
    const [account] = tables.accounts ?? [];
    if (account === undefined) continue;
    if (!isCurrency(account.currency)) {
      return `its currency "${account.currency.slice(0, 20)}" must be ${currencyRule}. Drop it again and give the currency of the account`;
    }
    const path = join(facts, sourceFileName('accounts', id));
    const before = currencies.get(id) ?? own.get(id) ?? (await earlierAccount(id, path))?.currency;
    if (before !== undefined && before !== account.currency) {
      return `${id} is in ${before} and this statement is in ${account.currency}; one account can't add up both. Drop it again and give another account number, to add it as an account of its own`;
    }
    own.set(id, account.currency);
  }
  for (const [id, currency] of own) currencies.set(id, currency);
  return null;
}

/** What is left of a statement tells its owner what became of it. */
function moveOn(
  { folder, confirmed, taken }: StatementsDirectory,
  id: string,
  refusal: string | null,
): void {
  const from = join(confirmed, id);
  if (refusal !== null) replaceFile(join(from, statementFiles.refusal), refusal);
  mkdirSync(taken, { recursive: true, mode: modes.secret.folder });
  for (const name of [statementFiles.statement, statementFiles.parts]) {
    rmSync(join(from, name), { force: true });
  }
  renameSync(from, join(taken, id));
  for (const path of [folder, confirmed, taken]) syncDirectory(path);
}
