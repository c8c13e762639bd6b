import { availableParallelism, cpus, totalmem } from 'node:os';
import { openDatabase } from '../../pipeline/duckdb/database.ts';

/** Describes the machine and the versions of the programs that figures were measured with. */
export async function describeMachine(): Promise<string> {
  const database = await openDatabase(':memory:');
  const [row] = await database.rows('select version() as version');
  database.close();
  const model = cpus()[0]?.model.trim() || 'unknown make';
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const programs = `Node ${process.version.slice(1)}, DuckDB ${String(row?.version).slice(1)}`;
  return `${availableParallelism()} cores (${model}), ${gigabytes} GB of memory, ${programs}`;
}
