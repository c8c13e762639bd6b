import type { Kysely } from 'kysely';
import type { DeliveryDatabase } from '../deliveries/database.ts';
import type { DeliveryTables } from '../deliveries/schema.ts';
import type { DoubtedText } from '../platforms/source/booking-notes.ts';
import type { TextAnswers } from '../platforms/source/cash-flow-kinds.ts';
import { privateId } from './delivery-content.ts';
import type { Reading } from './statement.ts';

/** Most texts of an account that answers are remembered for. */
export const maxAnswers = 100;

/** Returns the answers of accounts, by their ids. */
const answersOfAccounts = (db: Kysely<DeliveryTables>, ids: readonly string[]) =>
  answersBy(db, 'account_id', ids);

/** Returns the answers of all accounts of an owner, by their ids. */
export const answersOfOwner = ({ read }: DeliveryDatabase, owner: string) =>
  read((db) => answersBy(db, 'owner', [owner]));

async function answersBy(
  db: Kysely<DeliveryTables>,
  column: 'account_id' | 'owner',
  values: readonly string[],
): Promise<ReadonlyMap<string, TextAnswers>> {
  if (values.length === 0) return new Map();
  const rows = await db
    .selectFrom('account_sizes')
    .select(['account_id', 'balance_texts'])
    .where(column, 'in', values)
    .where('balance_texts', 'is not', null)
    .execute();
  return new Map(rows.map(({ account_id, balance_texts }) => [account_id, parse(balance_texts)]));
}

const parse = (json: string | null): TextAnswers => JSON.parse(json ?? '{}');

/**
 * Returns what earlier statements of the same accounts said about the open texts of a statement;
 * null if they said nothing. A text on which two accounts differ stays open.
 */
export async function rememberedAnswers(
  { read }: DeliveryDatabase,
  owner: string,
  reading: Reading,
): Promise<TextAnswers | null> {
  if (!('found' in reading)) return null;
  const { accounts, texts } = reading.found;
  const open = texts.filter(({ answer }) => answer === null);
  if (open.length === 0) return null;
  const ids = accounts.map(({ id }) => privateId(id, owner));
  const stored = [...(await read((db) => answersOfAccounts(db, ids))).values()];
  const known = open.flatMap(({ key }) => {
    const said = new Set(
      stored.flatMap((answers) => (Object.hasOwn(answers, key) ? [answers[key]] : [])),
    );
    const [answer] = said;
    return said.size === 1 && answer !== undefined ? [[key, answer] as const] : [];
  });
  return known.length === 0 ? null : Object.fromEntries(known);
}

/** Returns the answers of an account together with those of a statement that is confirmed. */
const merged = (before: TextAnswers, texts: readonly DoubtedText[]): TextAnswers => ({
  ...before,
  ...Object.fromEntries(
    texts.flatMap(({ key, answer }) => (answer === null ? [] : [[key, answer] as const])),
  ),
});

/** Tells whether an account would have answers about more texts than are remembered. */
export async function hasTooManyAnswers(
  db: Kysely<DeliveryTables>,
  ids: readonly string[],
  texts: readonly DoubtedText[],
): Promise<boolean> {
  const before = await answersOfAccounts(db, ids);
  return ids.some((id) => Object.keys(merged(before.get(id) ?? {}, texts)).length > maxAnswers);
}

/** Remembers the answers of a confirmed statement for each of its accounts. */
export async function rememberAnswers(
  db: Kysely<DeliveryTables>,
  ids: readonly string[],
  texts: readonly DoubtedText[],
): Promise<void> {
  if (texts.every(({ answer }) => answer === null)) return;
  const before = await answersOfAccounts(db, ids);
  for (const id of ids) {
    await db
      .updateTable('account_sizes')
      .set({ balance_texts: JSON.stringify(merged(before.get(id) ?? {}, texts)) })
      .where('account_id', '=', id)
      .execute();
  }
}
