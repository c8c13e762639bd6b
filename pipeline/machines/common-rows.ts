import { identifier, literal } from '../base/sql-text.ts';
import { accountTables, rawTableOf, storedColumns, tables } from '../load/columns.ts';
import { type MoveOptions, withObject } from './move.ts';
import { objects } from './objects.ts';
import type { ShardFile } from './slices.ts';
import type { ShardRegister, ShardSlice } from './state.ts';

/** Rows for new shards. */
interface CommonRows {
  readonly files: readonly ShardFile[];
  /** Slices in the store that wait for every shard. */
  readonly waiting: readonly Omit<ShardSlice, 'sequence'>[];
}

/** Tables whose rows belong to no account, such as exchange rates. Each shard has all of them. */
const commonTables = tables.filter(
  ({ name }) => !accountTables.includes(name) && name !== 'calendar_events',
);

/**
 * Exports the rows that belong to no account for each new shard. They are those of the first shard:
 * first what it has loaded, then what waits for it. Nothing if there are no new shards.
 */
export async function exportCommon(
  { map, states, slices }: ShardRegister,
  shards: number,
  options: MoveOptions,
): Promise<CommonRows> {
  const added = Array.from({ length: shards }, (_, shard) => shard).slice(map.shards);
  const [first] = states;
  if (added.length === 0 || first === undefined) return { files: [], waiting: [] };
  const files: ShardFile[] = [];
  const { working } = first;
  if (working !== null) {
    await withObject(options, objects.working(working), working, async (path) => {
      await options.database.run(`attach ${literal(path)} as sharing (read_only)`);
      try {
        for (const table of commonTables) {
          const rows = `from sharing.${identifier(rawTableOf(table))}`;
          const columns = storedColumns(table);
          const file = await options.writer.write(options.database, table, columns, rows);
          if (file !== null) files.push(...added.map((shard) => ({ shard, ...file })));
        }
      } finally {
        await options.database.run('detach sharing');
      }
    });
  }
  const names = new Set(commonTables.map(({ name }) => name));
  const waiting = slices
    .filter((slice) => slice.shard === first.shard && names.has(slice.table))
    .flatMap(({ sequence: _, ...slice }) => added.map((shard) => ({ ...slice, shard })));
  return { files, waiting };
}
