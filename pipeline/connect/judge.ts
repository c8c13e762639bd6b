import { setImmediate as others } from 'node:timers/promises';
import { type Database, openDatabase } from '../duckdb/database.ts';
import { ruleSql } from '../duckdb/sql-files.ts';
import type { Table } from '../load/columns.ts';
import { landingQuery } from '../load/projection.ts';
import { linesSource } from '../load/text-source.ts';
import { isPlain } from './plain.ts';

/** Says what the rules of load find wrong with lines of a source file, before they are in one. */
export interface Judge {
  /** The reason for each line that would be refused, by its place in the list. */
  faults(table: Table, lines: readonly string[]): Promise<ReadonlyMap<number, string>>;
  close(): Promise<void>;
}

/** Lines that one query judges. */
const maxLines = 5_000;

/**
 * Judges by the query that load itself makes of the macros of `sql/load/`, in a database in memory;
 * such a query takes 20 ms of whatever length, so lines that are plainly good are never asked about.
 */
export function createJudge(isSeenToBeGood = isPlain): Judge {
  let opened: Promise<Database> | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  const open = () => {
    opened ??= openRules();
    return opened;
  };

  const judge = async (table: Table, lines: readonly string[], places: readonly number[]) => {
    const database = await open();
    const text = places.map((place) => lines[place]).join('\n');
    return database.rows(
      `select row, reason from (${landingQuery(table, { ...linesSource(numbered, table), row: 'row' })})
        where reason is not null`,
      { text },
    );
  };

  return {
    async faults(table, lines) {
      const odd: number[] = [];
      for (const [place, line] of lines.entries()) {
        if (!isSeenToBeGood(line, table)) odd.push(place);
        if (place % maxLines === maxLines - 1) await others();
      }
      const faults = new Map<number, string>();
      for (let from = 0; from < odd.length; from += maxLines) {
        const places = odd.slice(from, from + maxLines);
        const judged = turn.then(() => judge(table, lines, places));
        turn = judged.catch(() => {});
        for (const { row, reason } of await judged) {
          const place = places[Number(row) - 1];
          if (place !== undefined) faults.set(place, String(reason));
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
