import type { Kysely } from 'kysely';
import { entriesOf } from '../base/json-text.ts';
import {
  answerTo,
  readBalanceText,
  type TextAnswers,
} from '../platforms/source/cash-flow-kinds.ts';
import { inPages } from './batches.ts';
import type { DeliveryContent } from './contents.ts';
import type { DeliveryTables } from './schema.ts';

/** Answers about texts of balance entries, by the id of the account. */
export type AccountAnswers = ReadonlyMap<string, TextAnswers>;

/** Returns the answers about accounts, or those of an owner. */
export async function readAnswers(
  db: Kysely<DeliveryTables>,
  column: 'account_id' | 'owner',
  values: readonly string[],
): Promise<AccountAnswers> {
  const answers = new Map<string, TextAnswers>();
  for (const some of inPages(values)) {
    const rows = await db
      .selectFrom('delivery_accounts')
      .select(['account_id', 'balance_texts'])
      .where(column, 'in', some)
      .where('balance_texts', 'is not', null)
      .execute();
    for (const { account_id, balance_texts } of rows) {
      answers.set(account_id, JSON.parse(balance_texts ?? '{}'));
    }
  }
  return answers;
}

/** Stores the answers about an account in place of those before. */
export async function storeAnswers(
  db: Kysely<DeliveryTables>,
  accountId: string,
  answers: TextAnswers,
): Promise<void> {
  const isAny = Object.keys(answers).length > 0;
  await db
    .updateTable('delivery_accounts')
    .set({ balance_texts: isAny ? JSON.stringify(answers) : null })
    .where('account_id', '=', accountId)
    .execute();
}

/** Returns the lines of a delivery with bookings as the answers about their texts say. */
export function answeredLines(
  lines: DeliveryContent['lines'],
  answers: TextAnswers | undefined,
): DeliveryContent['lines'] {
  const { cash_flows } = lines;
  if (answers === undefined || cash_flows === undefined) return lines;
  return { ...lines, cash_flows: cash_flows.map((line) => answered(line, answers)) };
}

function answered(line: string, answers: TextAnswers): string {
  const cells = new Map(entriesOf(line));
  const text: unknown = JSON.parse(cells.get('text') ?? 'null');
  if (typeof text !== 'string' || readBalanceText(text).doubt === null) return line;
  const answer = answerTo(text, answers);
  if (answer === null || answer === 'unknown') return line;
  cells.set('kind', JSON.stringify(answer));
  return `{${[...cells].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
}
