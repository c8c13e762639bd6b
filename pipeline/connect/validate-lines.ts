import { setImmediate as otherWork } from 'node:timers/promises';
import { type CodedReason, decodeReason } from '../base/reasons/reason.ts';
import { type Database, openDatabase } from '../duckdb/database.ts';
import { ruleSql } from '../duckdb/sql-files.ts';
import type { Table } from '../load/columns.ts';
import { landingQuery, type Stamp } from '../load/projection.ts';
import { linesSource } from '../load/text-source.ts';
import { isPlain } from './quick-check.ts';

/** Finds the faults of lines by the rules of load, before they are in a source file. */
export interface LineValidator {
  /** Returns the reason of each line that load would refuse, by its index in the list. */
  faults(table: Table, lines: readonly string[]): Promise<ReadonlyMap<number, CodedReason>>;
  close(): Promise<void>;
}

/** Lines that one query checks. */
const maxLines = 5_000;

/**
 * Creates a validator that runs load's query of the macros in `sql/load/` in a database in memory.
 * A query takes 20 ms for any number of lines, so lines that are plainly valid are not part of it.
 */
export function createLineValidator(isPlainlyValid = isPlain): LineValidator {
  let opened: Promise<Database> | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  const open = () => {
    opened ??= openRules();
    return opened;
  };

  // Only the rules count here.
  const stamp: Stamp = { source: 'owner_api', delivery: '' };
  const check = async (table: Table, lines: readonly string[], indexes: readonly number[]) => {
    const database = await open();
    const text = indexes.map((index) => lines[index]).join('\n');
    return database.rows(
      `select row, reason from (${landingQuery(table, { ...linesSource(numbered, table), row: 'row' }, stamp)})
        where reason is not null`,
      { text },
    );
  };

  return {
    async faults(table, lines) {
      const odd: number[] = [];
      for (const [index, line] of lines.entries()) {
        if (!isPlainlyValid(line, table)) odd.push(index);
        if (index % maxLines === maxLines - 1) await otherWork();
      }
      const faults = new Map<number, CodedReason>();
      for (let from = 0; from < odd.length; from += maxLines) {
        const indexes = odd.slice(from, from + maxLines);
        const checked = turn.then(() => check(table, lines, indexes));
        turn = checked.catch(() => {});
        for (const { row, reason } of await checked) {
          const index = indexes[Number(row) - 1];
          if (index !== undefined) faults.set(index, decodeReason(`${reason}`));
        }
      }
      return faults;
    },
    async close() {
      await turn;
      (await opened)?.close();
    },
  };
}

const numbered = `(select unnest(split) as line, generate_subscripts(split, 1) as row
  from (select string_split($text, chr(10)) as split))`;

async function openRules(): Promise<Database> {
  const database = await openDatabase(':memory:', { threads: 1, memoryLimit: '256MB' });
  await database.run(ruleSql());
  return database;
}
