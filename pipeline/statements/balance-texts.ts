import { isDeepStrictEqual } from 'node:util';
import type { Kysely } from 'kysely';
import { readAnswers, storeAnswers } from '../deliveries/balance-answers.ts';
import type { DeliveryDatabase } from '../deliveries/database.ts';
import { askToReload } from '../deliveries/reloads.ts';
import type { DeliveryTables } from '../deliveries/schema.ts';
import type { DoubtedText } from '../platforms/source/booking-notes.ts';
import type { TextAnswer, TextAnswers } from '../platforms/source/cash-flow-kinds.ts';
import { privateId } from './delivery-content.ts';
import type { Reading } from './statement.ts';

/** Most texts of an account that answers are remembered for. */
export const maxAnswers = 100;

/** Returns the answers of all accounts of an owner, by their ids. */
export const answersOfOwner = ({ read }: DeliveryDatabase, owner: string) =>
  read((db) => readAnswers(db, 'owner', [owner]));

/** Changed answers by the keys of texts. Null forgets one, so that it is asked about again. */
export type ChangedAnswers = Readonly<Record<string, TextAnswer | null>>;

/**
 * Changes answers about texts of an account. The next run books its entries by them. A text that
 * has no answer stays without one. Returns what changed, before and after.
 */
export const changeAnswers = ({ write }: DeliveryDatabase, accountId: string, to: ChangedAnswers) =>
  write(async (db) => {
    const before = (await readAnswers(db, 'account_id', [accountId])).get(accountId) ?? {};
    const changed = Object.keys(before).filter(
      (key) => Object.hasOwn(to, key) && to[key] !== before[key],
    );
    const pick = (answers: ChangedAnswers): TextAnswers =>
      rememberedOf(Object.fromEntries(changed.map((key) => [key, answers[key] ?? null])));
    if (changed.length > 0) {
      const changes = Object.fromEntries(changed.map((key) => [key, to[key] ?? null]));
      await storeAnswers(db, accountId, rememberedOf({ ...before, ...changes }));
      await askToReload(db, accountId);
    }
    return { before: pick(before), after: pick(to) };
  });

/** Returns the answers that are not to be forgotten. */
const rememberedOf = (answers: ChangedAnswers): TextAnswers =>
  Object.fromEntries(
    Object.entries(answers).flatMap(([key, answer]) => (answer === null ? [] : [[key, answer]])),
  );

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
  const stored = [...(await read((db) => readAnswers(db, 'account_id', ids))).values()];
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
  const before = await readAnswers(db, 'account_id', ids);
  return ids.some((id) => Object.keys(merged(before.get(id) ?? {}, texts)).length > maxAnswers);
}

/** Remembers the answers of a confirmed statement for each of its accounts. */
export async function rememberAnswers(
  db: Kysely<DeliveryTables>,
  ids: readonly string[],
  texts: readonly DoubtedText[],
): Promise<void> {
  if (texts.every(({ answer }) => answer === null)) return;
  const before = await readAnswers(db, 'account_id', ids);
  for (const id of ids) {
    const known = before.get(id) ?? {};
    const answers = merged(known, texts);
    if (isDeepStrictEqual(known, answers)) continue;
    await storeAnswers(db, id, answers);
    // What a terminal sent, and earlier statements, are booked by it too.
    await askToReload(db, id);
  }
}
