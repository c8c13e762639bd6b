import { type Kysely, sql } from 'kysely';
import { listJson, preparedQuery } from '../base/prepared-query.ts';
import { isCompressed } from './contents.ts';
import type { NewDeliveryRow } from './delivery.ts';
import type { DeliveryTables } from './schema.ts';

/** Columns that a new delivery may have. The bytes of its content follow them. */
const columns = [
  ...(['receipt', 'key_id', 'account_id', 'source', 'digest', 'idempotency_key'] as const),
  ...(['received_at', 'state', 'rejected'] as const),
] as const satisfies readonly (keyof NewDeliveryRow)[];
const integers = [
  ...(['accepted', 'rejected_count', 'has_positions'] as const),
  ...(['has_content', 'rows', 'bytes'] as const),
] as const satisfies readonly (keyof NewDeliveryRow)[];
const cells = [...columns, ...integers];

const insertAll = preparedQuery<{ number: number; receipt: string }, 'list'>(
  ['list'],
  ({ list }, { listed, bytes }) => sql`
    insert into deliveries (${sql.join([...cells, 'content'].map((name) => sql.ref(name)))})
    select
      ${sql.join([
        ...columns.map((_, at) => sql`value ->> ${sql.lit(at)}`),
        ...integers.map((_, at) => sql`cast(value ->> ${sql.lit(columns.length + at)} as bigint)`),
        bytes(cells.length),
      ])}
    from ${listed(list)}
    returning number, receipt`,
);

/**
 * Inserts new deliveries in their order. Returns the number of each. A compressed content is no
 * text, so it is written by a query of its own.
 */
export async function insertDeliveries(
  db: Kysely<DeliveryTables>,
  rows: readonly NewDeliveryRow[],
): Promise<{ readonly number: number; readonly receipt: string }[]> {
  const list = rows.map(({ content, ...row }) => [
    ...cells.map((name) => row[name]),
    isCompressed(content) ? null : (content?.toString() ?? null),
  ]);
  const numbers = await insertAll(db, { list: listJson(list) });
  for (const { receipt, content } of rows) {
    if (!isCompressed(content)) continue;
    await db
      .updateTable('deliveries')
      .set({ content })
      .where('receipt', '=', receipt)
      .executeTakeFirstOrThrow();
  }
  return numbers;
}
