import { randomBytes } from 'node:crypto';
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { InboxDirectory, StatementsDirectory } from '../base/data-directory.ts';
import { isAbsent, putInPlace, replaceFile, syncDirectory, syncFile } from '../base/files.ts';
import type { Log } from '../base/log.ts';
import { modes } from '../base/modes.ts';
import { deliveriesAt } from '../deliveries/open.ts';
import type { Plan } from '../registry/words.ts';
import {
  type Confirmation,
  statementFiles as files,
  type Meta,
  type Reading,
  type StatementOptions,
  type StatementOwner,
} from './found.ts';
import { createStatementQuota } from './kept.ts';
import { type Read, readApart } from './read-apart.ts';
import { createReadings } from './readings.ts';

/** How far a statement has come. */
export type StatementState = 'open' | 'confirmed' | 'taken' | 'refused';

/** A statement that an owner dropped. */
export interface Statement {
  readonly id: string;
  readonly owner: string;
  /** What the file was called where it came from. */
  readonly name: string;
  readonly options: StatementOptions;
  /** Null while it is being read. */
  readonly reading: Reading | null;
  readonly state: StatementState;
  /** Slugs of its accounts, once it is confirmed. */
  readonly slugs: readonly string[];
}

/** Statements that owners drop, until a run has taken them. */
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
  /** Hands a statement to the next run; once that is answered, nothing loses it. Throws OverLimit. */
  confirm(statement: Statement, confirmation: Confirmation, plan: Plan): Promise<void>;
  /** Resolves once that statement is not being read here; without an id, once nothing is. */
  idle(id?: string): Promise<void>;
  /** Ends what is being read here; it is read again when its owner looks at it. */
  close(): Promise<void>;
}

/** Thrown at a file that is larger than any statement that is taken. */
export class TooLarge extends Error {}

/** Thrown where an owner has too much lying about that they neither confirm nor drop. */
export class TooMany extends Error {}

export const maxStatementBytes = 32 * 1024 * 1024;
/** Statements of an owner that wait to be confirmed. */
export const maxOpen = 20;
const keptMilliseconds = 24 * 60 * 60 * 1000;
export const noOptions: StatementOptions = { clock: '', currency: '', number: '', platform: '' };

/** The statements of a data directory. */
export function createStatements(
  { database, statements: directory }: Pick<InboxDirectory, 'database' | 'statements'>,
  clock: () => Date,
  log: Pick<Log, 'warn'>,
  read: Read = readApart,
): Statements {
  const readings = createReadings(log);
  const deliveries = deliveriesAt({ path: database }, clock);
  const quota = createStatementQuota(deliveries.open);
  const pathOf = (id: string) => join(directory.open, id);

  const beginReading = (id: string, { owner, name, options }: Meta): void =>
    readings.begin(id, async (signal) => {
      const folder = pathOf(id);
      const reading = await read({ folder, owner, name, options }, signal);
      signal.throwIfAborted();
      replaceFile(join(folder, files.reading), JSON.stringify(reading));
    });

  const find = async (owner: string, id: string): Promise<Statement | null> => {
    const isBeingRead = readings.has(id);
    const found = await findIn(directory, owner, id);
    if (found?.reading === null && !isBeingRead) {
      const { name, options } = found;
      beginReading(id, { owner, name, at: '', options });
    }
    return found;
  };

  return {
    async receive(owner, name, content) {
      const now = clock();
      await forgetOld(directory, now);
      const id = newId(now);
      const meta = { owner: owner.slug, name, at: now.toISOString(), options: noOptions };
      const bytes = await keepFile(directory, id, meta, content);
      try {
        await quota.receive(owner, bytes);
      } catch (error) {
        rmSync(pathOf(id), { recursive: true, force: true });
        throw error;
      }
      beginReading(id, meta);
      return { id, ...meta, reading: null, state: 'open', slugs: [] };
    },
    find,
    async open(owner) {
      const metas = await openOf(directory, owner);
      const found = await Promise.all(metas.map((id) => find(owner, id)));
      return found.filter((one) => one !== null).filter(({ state }) => state === 'open');
    },
    async readAgain({ id, owner, name }, options) {
      const folder = pathOf(id);
      const meta = { owner, name, at: clock().toISOString(), options };
      rmSync(join(folder, files.reading), { force: true });
      replaceFile(join(folder, files.meta), JSON.stringify(meta));
      beginReading(id, meta);
    },
    async refuseOverLimit({ owner, reading }, plan) {
      await quota.check({ slug: owner, plan }, reading);
    },
    async confirm({ id, owner, reading }, confirmation, plan) {
      const folder = pathOf(id);
      syncFile(join(folder, files.parts));
      replaceFile(join(folder, files.confirmation), JSON.stringify(confirmation));
      mkdirSync(directory.confirmed, { recursive: true, mode: modes.secret.folder });
      await quota.confirm({ slug: owner, plan }, reading, confirmation, () => {
        renameSync(folder, join(directory.confirmed, id));
        return true;
      });
      for (const path of [directory.folder, directory.open, directory.confirmed]) {
        syncDirectory(path);
      }
    },
    idle: readings.idle,
    async close() {
      await readings.close();
      await deliveries.close();
    },
  };
}

/** Keeps the file of a statement in a folder of its own, whole or not at all; returns its bytes. */
export async function keepFile(
  directory: StatementsDirectory,
  id: string,
  meta: Meta,
  content: Readable,
): Promise<number> {
  const folder = join(directory.open, id);
  mkdirSync(folder, { recursive: true, mode: modes.secret.folder });
  try {
    // It counts from here on: many may come at once, and each is read when it is its turn.
    putInPlace(join(folder, files.meta), JSON.stringify(meta));
    if ((await openOf(directory, meta.owner)).length > maxOpen) throw new TooMany();
    const path = join(folder, files.statement);
    const draft = `${path}.tmp`;
    await pipeline(content, createWriteStream(draft, { mode: modes.secret.file }));
    if ('truncated' in content && content.truncated === true) throw new TooLarge();
    renameSync(draft, path);
    return statSync(path).size;
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Ids follow one another as statements do. */
export const newId = (now: Date): string =>
  `${now.toISOString().replaceAll(/\D/g, '')}-${randomBytes(16).toString('hex')}`;

const isId = (text: string): boolean => /^\d{17}-[0-9a-f]{32}$/.test(text);

async function findIn(
  { open, confirmed, taken }: StatementsDirectory,
  owner: string,
  id: string,
): Promise<Statement | null> {
  if (!isId(id)) return null;
  // It moves this way; whoever looks in this order never misses it.
  for (const [path, state] of [
    [open, 'open'],
    [confirmed, 'confirmed'],
    [taken, 'taken'],
  ] as const) {
    const folder = join(path, id);
    const meta = await readJson<Meta>(join(folder, files.meta));
    if (meta === null) continue;
    if (meta.owner !== owner) return null;
    const reading = await readJson<Reading>(join(folder, files.reading));
    const isKept = state === 'open' && existsSync(join(folder, files.statement));
    if (reading === null && !isKept) continue;
    const confirmation = await readJson<Confirmation>(join(folder, files.confirmation));
    const isRefused = state === 'taken' && existsSync(join(folder, files.refusal));
    const refusal = isRefused ? await readFile(join(folder, files.refusal), 'utf8') : null;
    return {
      ...{ id, owner, name: meta.name, options: meta.options },
      reading: refusal === null ? reading : { problem: refusal },
      state: refusal === null ? state : 'refused',
      slugs: confirmation?.slugs ?? [],
    };
  }
  return null;
}

async function readJson<Content>(path: string): Promise<Content | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

const idsIn = (path: string): string[] =>
  existsSync(path) ? readdirSync(path).filter(isId).sort() : [];

/** The ids of an owner's statements that nobody has confirmed, the newest last. */
async function openOf({ open }: StatementsDirectory, owner: string): Promise<string[]> {
  const ids = idsIn(open);
  const metas = await Promise.all(ids.map((id) => readJson<Meta>(join(open, id, files.meta))));
  return ids.filter((_, at) => metas[at]?.owner === owner);
}

/** Removes what nobody has confirmed for a day, and what was taken a while ago. */
export async function forgetOld({ open, taken }: StatementsDirectory, now: Date): Promise<void> {
  for (const path of [open, taken]) {
    for (const id of idsIn(path)) {
      const [year, ...rest] = [id.slice(0, 4), id.slice(4, 6), id.slice(6, 8)];
      const day = Date.parse(`${year}-${rest.join('-')}`);
      const kept = path === open ? 2 * keptMilliseconds : 90 * keptMilliseconds;
      if (now.getTime() - day > kept) rmSync(join(path, id), { recursive: true, force: true });
    }
  }
}
