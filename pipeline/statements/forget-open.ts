import type { Kysely } from 'kysely';
import type { DeliveryDatabase } from '../deliveries/database.ts';
import type { DeliveryTables, StatementRow } from '../deliveries/schema.ts';
import { privateId } from './delivery-content.ts';
import { readingOf } from './queries.ts';

/** Milliseconds after which no server still reads a file or has it wait for its turn. */
const longestReading = 15 * 60_000;

/**
 * Removes unconfirmed statements of a deleted account. A file that could not be read, or that
 * nobody went on reading, may be of this account and goes too. Returns true if a file of its owner
 * is still being read. Then call it again later. It may be repeated after an interruption.
 */
export async function forgetOpenStatements(
  { read, write, now }: DeliveryDatabase,
  accountId: string,
): Promise<boolean> {
  const { open, instant } = await read(async (db) => ({
    open: (await openStatements(db)).filter(({ owner }) =>
      accountId.endsWith(privateId('', owner)),
    ),
    instant: Date.parse(await now(db)),
  }));
  const isUnderWay = ({ reading, read_since }: OpenStatement): boolean =>
    reading === null && instant - Date.parse(read_since) < longestReading;
  let isUnfinished = open.some(isUnderWay);
  for (const statement of open) {
    if (isUnderWay(statement) || isOfOthers(statement, accountId)) continue;
    const { id, read_since } = statement;
    const { numDeletedRows } = await write((db) =>
      db
        .deleteFrom('statements')
        .where('id', '=', id)
        .where('slugs', 'is', null)
        .where('read_since', '=', read_since)
        .executeTakeFirstOrThrow(),
    );
    // It is being read again, or was confirmed.
    if (numDeletedRows === 0n) isUnfinished = true;
  }
  return isUnfinished;
}

/** Removes an unconfirmed statement of an owner. Keeps a confirmed one. */
export const discardOpen = (
  { write }: DeliveryDatabase,
  { id, owner }: Pick<StatementRow, 'id' | 'owner'>,
) =>
  write((db) =>
    db
      .deleteFrom('statements')
      .where('id', '=', id)
      .where('owner', '=', owner)
      .where('slugs', 'is', null)
      .execute(),
  );

type OpenStatement = Pick<StatementRow, 'id' | 'owner' | 'reading' | 'read_since'>;

const openStatements = (db: Kysely<DeliveryTables>): Promise<OpenStatement[]> =>
  db
    .selectFrom('statements')
    .select(['id', 'owner', 'reading', 'read_since'])
    .where('slugs', 'is', null)
    .execute();

/** Tells whether a statement was read and has other accounts only. */
function isOfOthers({ owner, reading }: OpenStatement, accountId: string): boolean {
  const read = readingOf(reading);
  return (
    read !== null &&
    'found' in read &&
    read.found.accounts.every(({ id }) => privateId(id, owner) !== accountId)
  );
}
