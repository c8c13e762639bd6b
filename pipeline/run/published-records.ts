import type { DataDirectory } from '../base/data-directory.ts';
import { appendTo, chunkRows } from '../duckdb/append.ts';
import type { Database } from '../duckdb/database.ts';
import { homeOf } from '../duckdb/workspace.ts';
import { chainEnd, chainId } from '../publish/snapshot/chain.ts';
import type { PartName } from '../publish/snapshot/layout.ts';
import { restatedInChain, withRestated } from '../publish/snapshot/restated-in-chain.ts';
import type { Published } from './published.ts';

/** Daily records and restatements in the version in service. */
export interface PublishedRecords {
  /**
   * Fills `published_records` with the records of the subjects in `selection` and of their members.
   */
  lay(database: Database): Promise<void>;
}

/** Reads records of a version on demand. Without a version every answer is empty. */
export function publishedRecords(
  dataDir: DataDirectory,
  published: Published | null,
): PublishedRecords {
  let inChain: ReturnType<typeof restatedInChain> | undefined;
  const last = chainEnd(dataDir)?.link;
  // Restatements of versions that a rollback took out of service are only in the chain.
  const isBehind = last?.rollback === true || last?.version !== published?.manifest.version;

  const rowOf = (id: string) => {
    const entry = published?.entries.entry(id);
    const read = (part: PartName) => published?.entries.part(id, part)?.toString() ?? null;
    const known = read('restatements');
    if (isBehind || known === null) inChain ??= restatedInChain(dataDir);
    const found = isBehind || known === null ? (inChain?.get(chainId(id)) ?? []) : [];
    const asOf = entry?.as_of ?? published?.manifest.as_of ?? '';
    return [id, asOf, read('record'), withRestated(known, found)] as const;
  };

  return {
    async lay(database) {
      const catalog = await homeOf(database);
      await database.run(
        'create or replace table published_records (subject_id varchar, as_of varchar, record varchar, restatements varchar)',
      );
      const rows = (await database.rows(selectedIds))
        .map(({ id }) => rowOf(String(id)))
        .filter(([, , record, restatements]) => record !== null || restatements !== null);
      if (rows.length === 0) return;
      const appender = await appendTo(database, catalog, 'published_records', columns);
      for (let from = 0; from < rows.length; from += chunkRows) {
        const chunk = rows.slice(from, from + chunkRows);
        appender.append(columns.map((_, column) => chunk.map((row) => row[column] ?? null)));
      }
      appender.close();
    },
  };
}

const columns = ['VARCHAR', 'VARCHAR', 'VARCHAR', 'VARCHAR'] as const;

const selectedIds = `select selection.subject_id as id from selection
  union
  select subject_members.account_id from subject_members semi join selection using (subject_id)
  order by id`;
