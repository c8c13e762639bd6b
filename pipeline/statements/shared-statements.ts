import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { StatementsDirectory } from '../base/data-directory.ts';
import { inSecret, modes } from '../base/modes.ts';
import { fingerprint } from '../load/ledger.ts';
import type { SendingsDatabase } from '../store/sendings.ts';
import type { Content, Store } from '../store/store.ts';
import { statementFiles as files, type Reading, type StatementOptions } from './found.ts';
import {
  type Confirmation,
  maxOpen,
  type Statement,
  type StatementState,
  type Statements,
  TooMany,
} from './statements.ts';

/** What machines that share a store know of statements, and where their bytes are. */
export interface SharedStatements {
  readonly sendings: SendingsDatabase;
  readonly store: Store;
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
  readonly reading: string;
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

/**
 * Statements of machines that share a store: `here` reads what comes to this one, and what it came to
 * is in the store and in PostgreSQL before anybody is told of it.
 */
export function shareStatements(
  here: Statements,
  directory: StatementsDirectory,
  { sendings, store }: SharedStatements,
): Statements {
  const folderOf = (id: string): string => join(directory.open, id);

  const put = async (id: string, name: string): Promise<StatementObject | null> => {
    const path = join(folderOf(id), name);
    if (!existsSync(path)) return null;
    const content = { sha256: fingerprint(path), bytes: statSync(path).size };
    const object = { name: `statements/${id}-${content.sha256}`, ...content };
    await store.put(object.name, content, path);
    return object;
  };

  const find = async (owner: string, id: string): Promise<StatementRow | null> => {
    const [row] = await sendings.ask<StatementRow>(
      `select ${columns} from statements where id = $1 and owner = $2`,
      [id, owner],
    );
    return row ?? null;
  };

  const remove = async (...objects: (string | null | undefined)[]): Promise<void> => {
    for (const object of objects) if (object) await store.remove(objectOf(object).name);
  };

  const forgetOld = async (): Promise<void> => {
    const old = await sendings.ask<Pick<StatementRow, 'file' | 'parts'>>(
      `delete from statements where id in (
         select id from statements where state = 'open'
           and dropped_at < clock_timestamp() - interval '${keptHours} hours'
         limit ${forgottenAtOnce})
       returning file, parts`,
    );
    for (const { file, parts } of old) await remove(file, parts);
  };

  return {
    async receive(owner, name, content) {
      await forgetOld();
      const [open] = await sendings.ask<{ count: number }>(
        "select count(*)::integer from statements where owner = $1 and state = 'open'",
        [owner],
      );
      if ((open?.count ?? 0) >= maxOpen) throw new TooMany();
      const statement = await here.receive(owner, name, content);
      const { id, options, reading } = statement;
      try {
        const file = await put(id, files.statement);
        const parts = await put(id, files.parts);
        await sendings.ask(
          `insert into statements (id, owner, name, options, reading, state, file, parts)
           values ($1, $2, $3, $4, $5, 'open', $6, $7)`,
          [id, owner, name, ...[options, reading, file, parts].map(jsonOf)],
        );
      } finally {
        rmSync(folderOf(id), { recursive: true, force: true });
      }
      return statement;
    },
    async find(owner, id) {
      const row = await find(owner, id);
      return row && statementOf(row);
    },
    async readAgain(statement, options) {
      const { id, owner } = statement;
      const row = await find(owner, id);
      if (row?.file == null) throw new Error(`statement ${id} is gone`);
      const folder = folderOf(id);
      try {
        await inSecret(async () => {
          mkdirSync(folder, { recursive: true, mode: modes.secret.folder });
          const file = objectOf(row.file ?? '');
          await store.fetch(file.name, file, join(folder, files.statement));
        });
        const again = await here.readAgain(statement, options);
        const parts = await put(id, files.parts);
        await sendings.ask(
          `update statements set options = $2, reading = $3, parts = $4
           where id = $1 and state = 'open'`,
          [id, ...[again.options, again.reading, parts].map(jsonOf)],
        );
        if (row.parts !== jsonOf(parts)) await remove(row.parts);
        return again;
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
    async confirm({ id, owner }, confirmation) {
      const row = await find(owner, id);
      const confirmed = await sendings.alone((client) =>
        client.query(
          `update statements set state = 'confirmed', confirmation = $2, file = null,
             confirmed_at = clock_timestamp(),
             number = (select coalesce(max(number), 0) + 1 from statements)
           where id = $1 and state = 'open'`,
          [id, JSON.stringify(confirmation)],
        ),
      );
      // Only its rows are needed from now on.
      if (confirmed.rowCount === 1) await remove(row?.file).catch(() => {});
    },
  };
}

const jsonOf = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

export const objectOf = (json: string): StatementObject => JSON.parse(json);

function statementOf(row: StatementRow): Statement {
  const { id, owner, name, state, refusal, confirmation } = row;
  const options: StatementOptions = JSON.parse(row.options);
  const reading: Reading = refusal === null ? JSON.parse(row.reading) : { problem: refusal };
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
