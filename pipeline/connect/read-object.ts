import { setImmediate as otherWork } from 'node:timers/promises';
import { elementsOf, type JsonText, visitMembers } from '../base/json-text.ts';
import { inEnglish, makeReason } from '../base/reasons/reason.ts';
import {
  BodyFault,
  maxRows,
  type RowSink,
  rowsAtOnce,
  type SentDeal,
  type SentRows,
  type SentTerminal,
  tooManyRows,
} from './body.ts';
import { tradeCells } from './deal-as-trade.ts';
import { lineOf, sendable, sendableTable } from './source-lines.ts';
import { isTerminal, type ReadRow, readAccount, readDeal, readPosition } from './terminal.ts';
import { isPlainRow, latestTime } from './validate-lines.ts';

const listNames = [...sendable.keys()].filter((name) => name !== 'accounts');
const memberNames = ['account', ...listNames, 'deals', 'reported_at'];

/** Reads an object whose members are lists of rows. Throws a BodyFault, or a SyntaxError. */
export async function readObject(
  text: string,
  accountId: string,
  now: string,
  { take, refuse }: RowSink,
): Promise<Pick<SentRows, 'isOfNow' | 'terminal'>> {
  const members = membersOf(text);
  const terminal = await readTerminal(members, accountId, now, refuse);
  const reportedAt = members.find(([name]) => name === 'reported_at')?.[1];
  let isOfNow = false;
  for (const [name, value] of members) {
    if (value === 'null' || name === 'reported_at') continue;
    if (terminal && terminalNames.includes(name)) continue;
    if (name === 'deals') throw new BodyFault(422, inEnglish(makeReason('row_deals_alone')));
    if (name === 'account') {
      const table = sendableTable('accounts');
      take(table, 1, lineOf(value, table, accountId));
      continue;
    }
    const fallbacks =
      name === 'positions' && reportedAt ? { reported_at: instant(reportedAt) } : {};
    const table = sendableTable(name);
    let index = 0;
    for (const element of listOf(name, value)) {
      index += 1;
      if (index % rowsAtOnce === 0) await otherWork();
      take(table, index, lineOf(element, table, accountId, fallbacks));
    }
    if (name !== 'positions' || index > 0) continue;
    // An empty list has no row that could say so.
    const reports = sendableTable('position_reports');
    const at = reportedAt ? instant(reportedAt) : now;
    take(reports, 0, lineOf(JSON.stringify({ reported_at: at }), reports, accountId));
    isOfNow = !reportedAt;
  }
  return { isOfNow, terminal };
}

/** Members that a terminal writes in a form of its own. */
const terminalNames: readonly string[] = ['account', 'deals', 'positions'];

async function readTerminal(
  members: readonly (readonly [string, JsonText])[],
  accountId: string,
  now: string,
  refuse: RowSink['refuse'],
): Promise<SentTerminal | null> {
  const memberOf = (wanted: string) => members.find(([name]) => name === wanted)?.[1];
  const text = memberOf('account');
  if (text === undefined || !isTerminal(text)) return null;
  const account = readAccount(text, new Date(now));
  if ('reason' in account) throw new BodyFault(422, account.reason);
  const trades = sendableTable('trades');
  const latest = latestTime(new Date(now));
  const readList = async (
    name: string,
    read: (object: JsonText) => ReadRow,
  ): Promise<SentDeal[]> => {
    const rows: SentDeal[] = [];
    let index = 0;
    for (const element of listOf(name, memberOf(name) ?? '[]')) {
      index += 1;
      if (index % rowsAtOnce === 0) await otherWork();
      const row = read(element);
      if ('reason' in row) refuse({ table: name, row: index, reason: row.reason });
      else {
        const isPlain = isPlainRow(tradeCells(row.fields, accountId), trades, latest);
        rows.push({ index, deal: row.deal, isPlain });
      }
      if (rows.length > maxRows) throw tooManyRows();
    }
    return rows;
  };
  const positions = await readList('positions', readPosition);
  return {
    account,
    deals: await readList('deals', (object) => readDeal(account.platform, object)),
    positions: memberOf('positions') === undefined ? null : positions,
  };
}

function membersOf(text: string): (readonly [string, JsonText])[] {
  const members: (readonly [string, JsonText])[] = [];
  try {
    const names = new Set<string>();
    visitMembers(text, (name, value) => {
      refuseUnknown(name);
      // Readers of JSON take the last of two members, so one of the lists would be lost.
      if (names.has(name)) throw new BodyFault(400, `The body has the member "${name}" twice.`);
      names.add(name);
      members.push([name, value]);
    });
  } catch (error) {
    if (error instanceof BodyFault) throw error;
    throw new BodyFault(
      400,
      `The body is not a JSON object: ${error instanceof Error ? error.message : ''}`,
    );
  }
  return members;
}

function refuseUnknown(member: string): void {
  if (memberNames.includes(member)) return;
  const name = JSON.stringify(member.slice(0, 100));
  const detail = `The body has a member ${name}, which is not allowed.`;
  throw new BodyFault(400, detail, memberNames);
}

function* listOf(name: string, value: JsonText): Generator<JsonText> {
  try {
    yield* elementsOf(value);
  } catch (error) {
    if (error instanceof BodyFault) throw error;
    throw new BodyFault(
      400,
      `${name} is not a JSON list: ${error instanceof Error ? error.message : ''}`,
    );
  }
}

function instant(value: JsonText): string {
  try {
    const text: unknown = JSON.parse(value);
    if (typeof text === 'string') return text;
  } catch {}
  throw new BodyFault(400, 'reported_at is not a text that says an instant.');
}
