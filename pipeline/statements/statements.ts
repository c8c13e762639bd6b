import { createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Log } from '../base/log.ts';
import { modes } from '../base/modes.ts';
import { ReasonError } from '../base/reasons/reason.ts';
import type { DeliveryDatabase } from '../deliveries/database.ts';
import type { DeliveriesOnce } from '../deliveries/open.ts';
import type { TextAnswers } from '../platforms/source/cash-flow-kinds.ts';
import { OverLimit } from '../registry/over-limit.ts';
import type { Plan } from '../registry/words.ts';
import { createReadings } from './background.ts';
import {
  answersOfOwner,
  type ChangedAnswers,
  changeAnswers,
  rememberedAnswers,
} from './balance-texts.ts';
import { confirmRow, type Obstacle, type StatementConfirmation } from './confirm.ts';
import {
  type CorrectedAccount,
  type CorrectionEffect,
  correctStatements,
  effectOfCorrection,
  rowsToDeliver,
} from './correct.ts';
import type { Correction } from './corrected-rows.ts';
import { discardOpen } from './forget-open.ts';
import { withKnownTrades } from './known-trades.ts';
import {
  type DescribedStatement,
  forgetOld,
  newId,
  openOf,
  readingOf,
  rowOf,
  rowWithRows,
  statementOf,
} from './queries.ts';
import { type ReadInChild, readInChildInTurn } from './read-in-child.ts';
import {
  statementFiles as files,
  type Statement,
  type StatementOptions,
  type StatementOwner,
} from './statement.ts';
import {
  enterStatement,
  fetchFile,
  maxOpen,
  readAnew,
  storeReading,
  TooMany,
  takeOver,
} from './transitions.ts';

/** Statements that owners upload, until their deliveries are entered. */
export interface Statements {
  /**
   * Stores a file and begins to read it. Throws TooLarge, TooMany, OverLimit or an error of the
   * disk; then nothing is stored.
   */
  receive(owner: StatementOwner, name: string, content: Readable): Promise<Statement>;
  /**
   * Returns an owner's statement, or null if they have no statement of that id. Reads it again if
   * the server that was reading it has ended.
   */
  find(owner: string, id: string): Promise<Statement | null>;
  /**
   * Returns an owner's unconfirmed statements, the newest last. Leaves out files that were refused.
   */
  open(owner: string): Promise<Statement[]>;
  /** Begins to read an unconfirmed statement again, with options of its owner. */
  readAgain(statement: Statement, options: StatementOptions): Promise<void>;
  /** Removes an unconfirmed statement with its file, and ends its reading. */
  discard(statement: Statement): Promise<void>;
  /**
   * Enters the deliveries of a statement, durably once it resolves. Returns false if it was
   * confirmed before, or if it is not read as this `statement` has it any more. Throws OverLimit or
   * ContradictedError. Unless it returns true, nothing has changed.
   */
  confirm(statement: Statement, confirmation: StatementConfirmation): Promise<boolean>;
  /** Returns what an owner says about texts of balance rows, by the id of the account. */
  answersOf(owner: string): Promise<ReadonlyMap<string, TextAnswers>>;
  /** Changes answers about texts of an account. Returns those that differ, before and after. */
  changeAnswers(
    accountId: string,
    to: ChangedAnswers,
  ): Promise<{ readonly before: TextAnswers; readonly after: TextAnswers }>;
  /** Tells what a correction of the confirmed statements of an account would change. */
  effectOf(account: CorrectedAccount, correction: Correction): Promise<CorrectionEffect>;
  /** Corrects the confirmed statements of an account. The next run computes with them. */
  correct(account: CorrectedAccount, correction: Correction): Promise<void>;
  /** Resolves once that statement is not being read here, or no statement if `id` is missing. */
  idle(id?: string): Promise<void>;
  /** Ends all readings here; they begin again when the owner looks at the statement. */
  close(): Promise<void>;
}

/** Thrown if a file is larger than any accepted statement. */
export class TooLarge extends Error {}

/** Thrown if a statement contradicts those that were confirmed earlier; the message says why. */
export class ContradictedError extends ReasonError {}

export const maxStatementBytes = 32 * 1024 * 1024;

/** Options of the statements. */
export interface StatementsOptions {
  readonly deliveries: Pick<DeliveriesOnce, 'open'>;
  /** Folder of the files that are being read here. */
  readonly folder: string;
  readonly log: Pick<Log, 'warn'>;
  /** Reads a file; in a child process if it is missing. */
  readonly read?: ReadInChild;
}

/** Opens the statements of a database of deliveries. */
export function createStatements({
  deliveries,
  folder: directory,
  log,
  read = readInChildInTurn,
}: StatementsOptions): Statements {
  const readings = createReadings(log);
  const folderOf = (id: string): string => join(directory, id);

  const beginReading = (
    database: DeliveryDatabase,
    row: DescribedStatement,
    isHere: boolean,
  ): void =>
    readings.begin(row.id, async (signal) => {
      const { id, owner, name } = row;
      const folder = folderOf(id);
      try {
        if (!isHere) await fetchFile(database, row, folder);
        const options: StatementOptions = JSON.parse(row.options);
        const request = { id, folder, owner, name, options };
        const first = await read(request, signal);
        const known = await rememberedAnswers(database, owner, first);
        const texts = { ...known, ...options.texts };
        const reading = known
          ? await read({ ...request, options: { ...options, texts } }, signal)
          : first;
        signal.throwIfAborted();
        const path = join(folder, files.contents);
        const counted = await withKnownTrades(database, owner, reading, path);
        await storeReading(database, row, counted, path);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });

  const look = async (database: DeliveryDatabase, row: DescribedStatement): Promise<Statement> => {
    if (row.reading === null && !readings.has(row.id)) {
      const abandoned = await takeOver(database, row.id);
      if (abandoned) beginReading(database, abandoned, false);
    }
    return statementOf(database, row);
  };

  return {
    async receive(owner, name, content) {
      const database = await deliveries.open();
      await forgetOld(database, directory);
      if ((await database.read((db) => openOf(db, owner.slug))).length >= maxOpen) {
        throw new TooMany();
      }
      const id = newId(database.clock());
      const folder = folderOf(id);
      try {
        const path = await storeFile(folder, content);
        const row = await enterStatement(database, owner, { id, name, path });
        beginReading(database, row, true);
        return statementOf(database, row);
      } catch (error) {
        rmSync(folder, { recursive: true, force: true });
        throw error;
      }
    },
    async find(owner, id) {
      const database = await deliveries.open();
      const row = await rowOf(database, owner, id);
      return row === undefined ? null : look(database, row);
    },
    async open(owner) {
      const database = await deliveries.open();
      const rows = await database.read((db) => openOf(db, owner));
      return Promise.all(rows.map((row) => look(database, row)));
    },
    async readAgain({ id }, options) {
      const database = await deliveries.open();
      const row = await readAnew(database, id, options);
      if (row) beginReading(database, row, false);
    },
    async discard(statement) {
      await readings.end(statement.id);
      await discardOpen(await deliveries.open(), statement);
    },
    async confirm({ id, owner, reading }, confirmation) {
      const database = await deliveries.open();
      const row = await rowWithRows(database, owner, id);
      if (!row?.rows || !isDeepStrictEqual(readingOf(row.reading), reading)) return false;
      const { corrections = [], plan } = confirmation;
      const rows = Buffer.from(row.rows as Uint8Array);
      const delivered = await rowsToDeliver(rows, corrections);
      const outcome = await confirmRow(database, row, confirmation, delivered);
      if (outcome === 'not read') return false;
      throwFor(outcome, plan);
      return true;
    },
    answersOf: async (owner) => answersOfOwner(await deliveries.open(), owner),
    changeAnswers: async (accountId, to) => changeAnswers(await deliveries.open(), accountId, to),
    effectOf: async (account, correction) =>
      effectOfCorrection(await deliveries.open(), account, correction),
    async correct(account, correction) {
      await correctStatements(await deliveries.open(), account, correction);
    },
    idle: readings.idle,
    close: readings.close,
  };
}

function throwFor(obstacle: Obstacle | null, plan: Plan): void {
  if (obstacle === null) return;
  if ('limit' in obstacle) throw new OverLimit(plan, obstacle.limit);
  throw new ContradictedError(obstacle.contradiction);
}

/** Stores a file in a new folder for this user alone; returns its path. */
async function storeFile(folder: string, content: Readable): Promise<string> {
  mkdirSync(folder, { recursive: true, mode: modes.secret.folder });
  const path = join(folder, files.statement);
  await pipeline(content, createWriteStream(path, { mode: modes.secret.file }));
  if ('truncated' in content && content.truncated === true) throw new TooLarge();
  return path;
}
