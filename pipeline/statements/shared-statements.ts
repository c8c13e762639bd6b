import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CompiledQuery, sql } from 'kysely';
import type { StatementsDirectory } from '../base/data-directory.ts';
import type { Log } from '../base/log.ts';
import { inSecret, modes } from '../base/modes.ts';
import type { DeliveriesOnce } from '../deliveries/open.ts';
import { fingerprint } from '../load/ledger.ts';
import type { Content, Store } from '../publish/store/store.ts';
import {
  type Confirmation,
  statementFiles as files,
  type Reading,
  type StatementOptions,
} from './found.ts';
import { createStatementQuota } from './kept.ts';
import { type Read, readApart } from './read-apart.ts';
import { createReadings } from './readings.ts';
import {
  forgetOld,
  keepFile,
  maxOpen,
  newId,
  noOptions,
  type Statement,
  type StatementState,
  type Statements,
  TooMany,
} from './statements.ts';

/** What machines that share a store know of statements, and where their bytes are. */
export interface SharedStatements {
  readonly deliveries: Pick<DeliveriesOnce, 'open'>;
  readonly store: Store;
}

/** Asks in the SQL of PostgreSQL. */
export async function askIn<Row>(
  { open }: SharedStatements['deliveries'],
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const { read } = await open();
  const query = CompiledQuery.raw(text, [...values]);
  return read(async (db) => (await db.executeQuery<Row>(query)).rows);
}

/** When the newest statement that no run has taken up was confirmed, and what time it is by the same clock; null where none waits. */
export async function newestSharedStatement(
  deliveries: SharedStatements['deliveries'],
): Promise<{ at: Date; now: Date } | null> {
  const [row] = await askIn<{ at: Date | null; now: Date }>(
    deliveries,
    `select clock_timestamp() as now,
       (select max(confirmed_at) from statements where state = 'confirmed') as at`,
  );
  return row?.at ? { at: row.at, now: row.now } : null;
}

/** An object of a statement in a store. */
export interface StatementObject extends Content {
  readonly name: string;
}

/** A statement as PostgreSQL has it; texts are JSON. */
export interface StatementRow {
  readonly id: string;
  readonly owner: string;
  readonly name: string;
  readonly options: string;
  /** Null while it is being read. */
  readonly reading: string | null;
  readonly state: StatementState;
  readonly confirmation: string | null;
  readonly refusal: string | null;
  /** The file, until it is confirmed. */
  readonly file: string | null;
  /** Its rows; null where nothing was found in it. */
  readonly parts: string | null;
}

const columns = 'id, owner, name, options, reading, state, confirmation, refusal, file, parts';

/** Hours after which what nobody has confirmed is removed. */
const keptHours = 48;
/** How many of these are removed at a time. */
const forgottenAtOnce = 20;

/** Minutes after which another machine reads what one began to read, which may have ended. */
const abandonedMinutes = 3;

/**
 * Statements of machines that share a store: a file that comes to this one is in the store and in
 * PostgreSQL before anybody is told of it, and so is what was found in it.
 */
export function createSharedStatements(
  directory: StatementsDirectory,
  clock: () => Date,
  { deliveries, store }: SharedStatements,
  log: Pick<Log, 'warn'>,
  read: Read = readApart,
): Statements {
  const readings = createReadings(log);
  const quota = createStatementQuota(deliveries.open);
  const ask = <Row>(text: string, values?: readonly unknown[]): Promise<Row[]> =>
    askIn(deliveries, text, values);
  const folderOf = (id: string): string => join(directory.open, id);

  const put = async (id: string, name: string): Promise<StatementObject | null> => {
    const path = join(folderOf(id), name);
    if (!existsSync(path)) return null;
    const content = { sha256: fingerprint(path), bytes: statSync(path).size };
    const object = { name: `statements/${id}-${content.sha256}`, ...content };
    await store.put(object.name, content, path);
    return object;
  };

  const rowOf = async (owner: string, id: string): Promise<StatementRow | null> => {
    const [row] = await ask<StatementRow>(
      `select ${columns} from statements where id = $1 and owner = $2`,
      [id, owner],
    );
    return row ?? null;
  };

  const remove = async (...objects: (string | null | undefined)[]): Promise<void> => {
    for (const object of objects) if (object) await store.remove(objectOf(object).name);
  };

  const forgetOldRows = async (): Promise<void> => {
    const old = await ask<Pick<StatementRow, 'file' | 'parts'>>(
      `delete from statements where id in (
         select id from statements where state = 'open'
           and dropped_at < clock_timestamp() - interval '${keptHours} hours'
         limit ${forgottenAtOnce})
       returning file, parts`,
    );
    for (const { file, parts } of old) await remove(file, parts);
  };

  /** Brings the file of a statement to this machine. */
  const fetchFile = (id: string, file: StatementObject): Promise<void> =>
    inSecret(async () => {
      const folder = folderOf(id);
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true, mode: modes.secret.folder });
      await store.fetch(file.name, file, join(folder, files.statement));
    });

  /** Tells all machines what a statement came to, unless its owner said something else meanwhile. */
  const tellReading = async (
    { id, owner, options, parts: before }: StatementRow,
    reading: Reading,
  ): Promise<void> => {
    const parts = jsonOf(await put(id, files.parts));
    const told = await ask(
      `update statements set reading = $3, parts = $4
       where id = $1 and options = $2 and state = 'open' and reading is null returning id`,
      [id, options, JSON.stringify(reading), parts],
    );
    const needed = told.length > 0 ? parts : (await rowOf(owner, id))?.parts;
    for (const object of new Set([before, parts])) if (object !== needed) await remove(object);
  };

  const beginReading = (row: StatementRow, isHere: boolean): void =>
    readings.begin(row.id, async (signal) => {
      const { id, owner, name } = row;
      const folder = folderOf(id);
      try {
        if (!isHere) await fetchFile(id, objectOf(row.file ?? ''));
        const options = JSON.parse(row.options);
        const reading = await read({ folder, owner, name, options }, signal);
        signal.throwIfAborted();
        await tellReading(row, reading);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });

  /** Reads what is being read nowhere any more. */
  const takeOver = async ({ id }: StatementRow): Promise<void> => {
    const [abandoned] = await ask<StatementRow>(
      `update statements set read_since = clock_timestamp()
       where id = $1 and state = 'open' and reading is null
         and read_since < clock_timestamp() - interval '${abandonedMinutes} minutes'
       returning ${columns}`,
      [id],
    );
    if (abandoned) beginReading(abandoned, false);
  };

  const look = async (row: StatementRow, isBeingRead: boolean): Promise<Statement> => {
    if (row.reading === null && !isBeingRead) await takeOver(row);
    return statementOf(row);
  };

  return {
    async receive({ slug: owner, plan }, name, content) {
      await forgetOldRows();
      const [open] = await ask<{ count: number }>(
        "select count(*)::integer from statements where owner = $1 and state = 'open'",
        [owner],
      );
      if ((open?.count ?? 0) >= maxOpen) throw new TooMany();
      const now = clock();
      await forgetOld(directory, now);
      const id = newId(now);
      const options = noOptions;
      const meta = { owner, name, at: now.toISOString(), options };
      const received = await keepFile(directory, id, meta, content);
      try {
        await quota.receive({ slug: owner, plan }, received);
        const file = await put(id, files.statement);
        const [row] = await ask<StatementRow>(
          `insert into statements (id, owner, name, options, state, file)
           values ($1, $2, $3, $4, 'open', $5) returning ${columns}`,
          [id, owner, name, jsonOf(options), jsonOf(file)],
        );
        if (row === undefined) throw new Error(`statement ${id} was not entered`);
        beginReading(row, true);
        return statementOf(row);
      } catch (error) {
        rmSync(folderOf(id), { recursive: true, force: true });
        throw error;
      }
    },
    async find(owner, id) {
      const isBeingRead = readings.has(id);
      const row = await rowOf(owner, id);
      return row && look(row, isBeingRead);
    },
    async open(owner) {
      const rows = await ask<StatementRow>(
        `select ${columns} from statements where owner = $1 and state = 'open' order by id`,
        [owner],
      );
      return Promise.all(rows.map((row) => look(row, readings.has(row.id))));
    },
    async readAgain({ id }, options) {
      const [row] = await ask<StatementRow>(
        `update statements set options = $2, reading = null, read_since = clock_timestamp()
         where id = $1 and state = 'open' and file is not null returning ${columns}`,
        [id, jsonOf(options)],
      );
      if (row) beginReading(row, false);
    },
    async refuseOverLimit({ owner, reading }, plan) {
      await quota.check({ slug: owner, plan }, reading);
    },
    async confirm({ id, owner, reading }, confirmation, plan) {
      const row = await rowOf(owner, id);
      let isConfirmed = false;
      await quota.confirm({ slug: owner, plan }, reading, confirmation, async (db) => {
        const { numAffectedRows } = await sql`update statements
          set state = 'confirmed', confirmation = ${JSON.stringify(confirmation)}, file = null,
            confirmed_at = clock_timestamp(),
            number = (select coalesce(max(number), 0) + 1 from statements)
          where id = ${id} and state = 'open' and reading is not null`.execute(db);
        isConfirmed = numAffectedRows === 1n;
        return isConfirmed;
      });
      // Only its rows are needed from now on.
      if (isConfirmed) await remove(row?.file).catch(() => {});
    },
    idle: readings.idle,
    close: readings.close,
  };
}

const jsonOf = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

export const objectOf = (json: string): StatementObject => JSON.parse(json);

function statementOf(row: StatementRow): Statement {
  const { id, owner, name, state, refusal, confirmation } = row;
  const options: StatementOptions = JSON.parse(row.options);
  const reading: Reading | null =
    refusal === null ? JSON.parse(row.reading ?? 'null') : { problem: refusal };
  const confirmed: Confirmation | null = confirmation === null ? null : JSON.parse(confirmation);
  return { id, owner, name, options, reading, state, slugs: confirmed?.slugs ?? [] };
}

/** What a run leaves in the folder of a statement that it took up; null while it has not. */
export function refusalIn({ taken }: StatementsDirectory, id: string): string | null | undefined {
  const folder = join(taken, id);
  if (!existsSync(folder)) return undefined;
  const path = join(folder, files.refusal);
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}
