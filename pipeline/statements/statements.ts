import { createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Log } from '../base/log.ts';
import { modes } from '../base/modes.ts';
import { fileObject } from '../deliveries/contents.ts';
import type { DeliveryDatabase } from '../deliveries/database.ts';
import type { DeliveriesOnce } from '../deliveries/open.ts';
import type { StatementRow } from '../deliveries/schema.ts';
import { OverLimit } from '../registry/over-limit.ts';
import type { Plan } from '../registry/words.ts';
import { confirmRow, type Obstacle, obstacleOf } from './confirm.ts';
import {
  statementFiles as files,
  type Statement,
  type StatementOptions,
  type StatementOwner,
} from './found.ts';
import { type Read, readApart } from './read-apart.ts';
import { createReadings } from './readings.ts';
import {
  contentOf,
  enter,
  fetchFile,
  maxOpen,
  readAnew,
  TooMany,
  takeOver,
  tellReading,
} from './steps.ts';
import { forgetOld, newId, objectOf, openOf, rowOf, statementOf } from './table.ts';

/** Statements that owners drop, until they are deliveries. */
export interface Statements {
  /**
   * Keeps a file and begins to read it. Throws TooLarge, TooMany, OverLimit or what the disk says;
   * then nothing is kept.
   */
  receive(owner: StatementOwner, name: string, content: Readable): Promise<Statement>;
  /**
   * Returns an owner's statement, or null where they have none of that id. One that was being read
   * when its server ended is read again from here on.
   */
  find(owner: string, id: string): Promise<Statement | null>;
  /** Returns an owner's statements that nobody has confirmed, the newest last. */
  open(owner: string): Promise<Statement[]>;
  /** Begins to read a statement again that nobody has confirmed, with what its owner said of it. */
  readAgain(statement: Statement, options: StatementOptions): Promise<void>;
  /** Throws OverLimit where the rows of a statement would pass a limit of that plan. */
  refuseOverLimit(statement: Statement, plan: Plan): Promise<void>;
  /**
   * Makes a statement deliveries of its accounts, which have these slugs; once that is answered, nothing
   * loses it. One that is being read again stays open. Throws OverLimit, or Contradicted.
   */
  confirm(statement: Statement, slugs: readonly string[], plan: Plan): Promise<void>;
  /** Resolves once that statement is not being read here; without an id, once nothing is. */
  idle(id?: string): Promise<void>;
  /** Ends what is being read here; it is read again when its owner looks at it. */
  close(): Promise<void>;
}

/** Thrown at a file that is larger than any statement that is taken. */
export class TooLarge extends Error {}

/** Thrown where a statement can't stand beside those that were confirmed before; the message says why. */
export class Contradicted extends Error {}

export const maxStatementBytes = 32 * 1024 * 1024;

/** What statements are kept with. */
export interface StatementsOptions {
  readonly deliveries: Pick<DeliveriesOnce, 'open'>;
  /** Where files lie while they are read here. */
  readonly folder: string;
  readonly log: Pick<Log, 'warn'>;
  /** How a file is read; in a process of its own unless told. */
  readonly read?: Read;
}

/** The statements beside deliveries. */
export function createStatements({
  deliveries,
  folder: directory,
  log,
  read = readApart,
}: StatementsOptions): Statements {
  const readings = createReadings(log);
  const folderOf = (id: string): string => join(directory, id);

  const beginReading = (database: DeliveryDatabase, row: StatementRow, isHere: boolean): void =>
    readings.begin(row.id, async (signal) => {
      const { id, owner, name } = row;
      const folder = folderOf(id);
      try {
        if (!isHere) await fetchFile(database, row, folder);
        const options = JSON.parse(row.options);
        const reading = await read({ id, folder, owner, name, options }, signal);
        signal.throwIfAborted();
        await tellReading(database, row, reading, join(folder, files.contents));
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });

  const look = async (database: DeliveryDatabase, row: StatementRow): Promise<Statement> => {
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
        const path = await keepFile(folder, content);
        const file = contentOf(path);
        await database.objects.put(fileObject(id, file), file, path);
        const row = await enter(database, owner, { id, name, file });
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
    async refuseOverLimit({ id, owner }, plan) {
      const database = await deliveries.open();
      const row = await rowOf(database, owner, id);
      if (row) throwFor(await obstacleOf(database, row, plan), plan);
    },
    async confirm({ id, owner }, slugs, plan) {
      const database = await deliveries.open();
      const row = await rowOf(database, owner, id);
      if (row === undefined) return;
      const outcome = await confirmRow(database, row, slugs, plan);
      if (outcome === 'not read') return;
      throwFor(outcome, plan);
      // Only its rows are needed from now on.
      if (row.file) await database.objects.remove(fileObject(id, objectOf(row.file)));
    },
    idle: readings.idle,
    close: readings.close,
  };
}

function throwFor(obstacle: Obstacle | null, plan: Plan): void {
  if (obstacle === null) return;
  if ('limit' in obstacle) throw new OverLimit(plan, obstacle.limit);
  throw new Contradicted(obstacle.contradiction);
}

/** Keeps a file in a folder of its own for this user alone; returns its path. */
async function keepFile(folder: string, content: Readable): Promise<string> {
  mkdirSync(folder, { recursive: true, mode: modes.secret.folder });
  const path = join(folder, files.statement);
  await pipeline(content, createWriteStream(path, { mode: modes.secret.file }));
  if ('truncated' in content && content.truncated === true) throw new TooLarge();
  return path;
}
