import { randomBytes } from 'node:crypto';
import { createWriteStream, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { StatementsDirectory } from '../base/data-directory.ts';
import { isAbsent, putInPlace, replaceFile, syncDirectory, syncFile } from '../base/files.ts';
import { modes } from '../base/modes.ts';
import { statementFiles as files, type Reading, type StatementOptions } from './found.ts';
import { readApart } from './read-apart.ts';

/** How far a statement has come. */
export type StatementState = 'open' | 'confirmed' | 'taken' | 'refused';

/** A statement that an owner dropped. */
export interface Statement {
  readonly id: string;
  readonly owner: string;
  /** What the file was called where it came from. */
  readonly name: string;
  readonly options: StatementOptions;
  readonly reading: Reading;
  readonly state: StatementState;
  /** Slugs of its accounts, once it is confirmed. */
  readonly slugs: readonly string[];
}

/** Which account each account of a statement is, in its order. */
export interface Confirmation {
  readonly ids: readonly string[];
  readonly slugs: readonly string[];
}

/** Statements that owners drop, until a run has taken them. */
export interface Statements {
  /** Keeps a file and reads it. Throws TooLarge, or what the disk says; then nothing is kept. */
  receive(owner: string, name: string, content: Readable): Promise<Statement>;
  /** An owner's statement; null where they have none of that id. */
  find(owner: string, id: string): Promise<Statement | null>;
  /** Reads a statement again that nobody has confirmed, with what its owner said of it. */
  readAgain(statement: Statement, options: StatementOptions): Promise<Statement>;
  /** Hands a statement to the next run; once that is answered, nothing loses it. */
  confirm(statement: Statement, confirmation: Confirmation): Promise<void>;
}

/** Thrown at a file that is larger than any statement that is taken. */
export class TooLarge extends Error {}

/** Thrown where an owner has too much lying about that they neither confirm nor drop. */
export class TooMany extends Error {}

export const maxStatementBytes = 32 * 1024 * 1024;
/** Statements of an owner that wait to be confirmed. */
export const maxOpen = 20;
const keptMilliseconds = 24 * 60 * 60 * 1000;
const noOptions: StatementOptions = { clock: '', currency: '', number: '', platform: '' };

interface Meta {
  readonly owner: string;
  readonly name: string;
  readonly at: string;
  readonly options: StatementOptions;
}

/** The statements of a data directory. */
export function createStatements(
  directory: StatementsDirectory,
  clock: () => Date,
  read = readApart,
): Statements {
  const pathOf = (id: string) => join(directory.open, id);

  const readInto = async (id: string, meta: Meta): Promise<Statement> => {
    const folder = pathOf(id);
    const { owner, name, options } = meta;
    const request = { folder, owner, name, options };
    const reading = await read(request);
    replaceFile(join(folder, files.meta), JSON.stringify(meta));
    replaceFile(join(folder, files.reading), JSON.stringify(reading));
    return { id, ...meta, reading, state: 'open', slugs: [] };
  };

  return {
    async receive(owner, name, content) {
      const now = clock();
      await forgetOld(directory, now);
      const id = newId(now);
      const folder = pathOf(id);
      const meta = { owner, name, at: now.toISOString(), options: noOptions };
      mkdirSync(folder, { recursive: true, mode: modes.secret.folder });
      try {
        // It counts from here on: many may come at once, and each is read when it is its turn.
        putInPlace(join(folder, files.meta), JSON.stringify(meta));
        if ((await openOf(directory, owner)) > maxOpen) throw new TooMany();
        const path = join(folder, files.statement);
        await pipeline(content, createWriteStream(path, { mode: modes.secret.file }));
        if ('truncated' in content && content.truncated === true) throw new TooLarge();
        return await readInto(id, meta);
      } catch (error) {
        rmSync(folder, { recursive: true, force: true });
        throw error;
      }
    },
    find: (owner, id) => find(directory, owner, id),
    async readAgain({ id, owner, name }, options) {
      return readInto(id, { owner, name, at: clock().toISOString(), options });
    },
    async confirm({ id }, confirmation) {
      const folder = pathOf(id);
      syncFile(join(folder, files.parts));
      replaceFile(join(folder, files.confirmation), JSON.stringify(confirmation));
      mkdirSync(directory.confirmed, { recursive: true, mode: modes.secret.folder });
      renameSync(folder, join(directory.confirmed, id));
      for (const path of [directory.folder, directory.open, directory.confirmed]) {
        syncDirectory(path);
      }
    },
  };
}

/** Ids follow one another as statements do. */
const newId = (now: Date): string =>
  `${now.toISOString().replaceAll(/\D/g, '')}-${randomBytes(16).toString('hex')}`;

const isId = (text: string): boolean => /^\d{17}-[0-9a-f]{32}$/.test(text);

async function find(
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
    if (reading === null) continue;
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

async function openOf({ open }: StatementsDirectory, owner: string): Promise<number> {
  const metas = idsIn(open).map((id) => readJson<Meta>(join(open, id, files.meta)));
  return (await Promise.all(metas)).filter((meta) => meta?.owner === owner).length;
}

/** Removes what nobody has confirmed for a day, and what was taken a while ago. */
async function forgetOld({ open, taken }: StatementsDirectory, now: Date): Promise<void> {
  for (const path of [open, taken]) {
    for (const id of idsIn(path)) {
      const [year, ...rest] = [id.slice(0, 4), id.slice(4, 6), id.slice(6, 8)];
      const day = Date.parse(`${year}-${rest.join('-')}`);
      const kept = path === open ? 2 * keptMilliseconds : 90 * keptMilliseconds;
      if (now.getTime() - day > kept) rmSync(join(path, id), { recursive: true, force: true });
    }
  }
}
