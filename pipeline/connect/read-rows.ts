import { setImmediate as otherWork } from 'node:timers/promises';
import { elementsOf, entriesOf, type JsonText } from '../base/json-text.ts';
import { type CodedReason, inEnglish, makeReason } from '../base/reasons/reason.ts';
import type { Rejection } from '../deliveries/receipts.ts';
import type { Table } from '../load/columns.ts';
import {
  BodyFault,
  type SentBody,
  type SentDeal,
  type SentRow,
  type SentRows,
  type SentTerminal,
} from './body.ts';
import {
  isTooLong,
  type Line,
  lineOf,
  sendable,
  sendableTable,
  tooLongRow,
} from './source-lines.ts';
import { isTerminal, type ReadRow, readAccount, readDeal, readPosition } from './terminal.ts';

const maxRows = 100_000;

/** Rows after which other bodies get a turn. */
const rowsAtOnce = 1_000;

const tooManyRows = () =>
  new BodyFault(413, `The body holds more than ${maxRows} rows; send them in parts.`);

/**
 * Reads the rows of a text as lines of source files of an account. `now` is the instant at which it
 * came.
 */
export async function readRows(
  text: string,
  type: SentBody['type'],
  accountId: string,
  now: string,
): Promise<SentRows> {
  const rows: SentRow[] = [];
  const refused: Rejection[] = [];
  const warnings = new Set<string>();
  const countRows = (): void => {
    if (rows.length + refused.length > maxRows) throw tooManyRows();
  };
  const take = (table: Table, index: number, line: Line): void => {
    if ('line' in line) {
      rows.push({ table, index, line: line.line });
      if (line.warning) warnings.add(line.warning);
    } else refused.push({ table: table.name, row: index, reason: line.reason });
    countRows();
  };
  const refuse = (row: Rejection): void => {
    refused.push(row);
    countRows();
  };
  const plain = text.startsWith('\ufeff') ? text.slice(1) : text;
  if (type === 'application/x-ndjson') {
    await readLines(plain, accountId, take, refuse);
    return { rows, refused, warnings, isOfNow: false, terminal: null };
  }
  try {
    return { rows, refused, warnings, ...(await readObject(plain, accountId, now, take, refuse)) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new BodyFault(400, `The body is not JSON: ${error.message}`);
  }
}

type Take = (table: Table, index: number, line: Line) => void;

async function readLines(
  text: string,
  accountId: string,
  take: Take,
  refuse: (row: Rejection) => void,
): Promise<void> {
  let number = 0;
  let objects = 0;
  for (const line of linesOf(text)) {
    number += 1;
    if (number % rowsAtOnce === 0) await otherWork();
    if (isTooLong(line)) {
      if (/^\s*\{/.test(line)) objects += 1;
      refuse({ table: null, row: number, reason: tooLongRow });
      continue;
    }
    if (line.trim() === '') continue;
    const name = tableOf(line);
    if (name !== undefined) objects += 1;
    const table = sendable.get(name ?? '');
    if (table) take(table, number, lineOf(line, table, accountId));
    else refuse({ table: name ?? null, row: number, reason: reasonAgainst(name) });
    if (number > maxRows && objects === 0) break;
  }
  if (objects === 0) {
    throw new BodyFault(400, 'The body is not NDJSON: none of its lines is a JSON object.');
  }
}

/** Yields the lines of a text one by one: a list of all of them takes more memory than the text. */
function* linesOf(text: string): Generator<string> {
  for (let from = 0; from <= text.length; ) {
    const end = text.indexOf('\n', from);
    yield text.slice(from, end === -1 ? text.length : end);
    if (end === -1) return;
    from = end + 1;
  }
}

/**
 * Returns the table that a line names, empty if it names no table; undefined if it is not a JSON
 * object.
 */
function tableOf(line: string): string | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    return 'table' in value ? String(value.table) : '';
  } catch {
    return undefined;
  }
}

function reasonAgainst(name: string | undefined): CodedReason {
  if (name === undefined) return makeReason('line_not_object');
  if (name === 'deals') return dealsAlone;
  const value = JSON.stringify(name.slice(0, 100));
  return makeReason('unknown_table', { value, choices: [...sendable.keys()].join(', ') });
}

const dealsAlone = makeReason('deals_alone');

const listNames = [...sendable.keys()].filter((name) => name !== 'accounts');
const memberNames = ['account', ...listNames, 'deals', 'reported_at'];

/** Reads an object whose members are lists of rows. */
async function readObject(
  text: string,
  accountId: string,
  now: string,
  take: Take,
  refuse: (row: Rejection) => void,
): Promise<Pick<SentRows, 'isOfNow' | 'terminal'>> {
  const members = membersOf(text);
  const terminal = readTerminal(members, now, refuse);
  const reportedAt = members.find(([name]) => name === 'reported_at')?.[1];
  let isOfNow = false;
  for (const [name, value] of members) {
    if (value === 'null' || name === 'reported_at') continue;
    if (terminal && terminalNames.includes(name)) continue;
    if (name === 'deals') throw new BodyFault(422, inEnglish(dealsAlone));
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

function readTerminal(
  members: readonly (readonly [string, JsonText])[],
  now: string,
  refuse: (row: Rejection) => void,
): SentTerminal | null {
  const memberOf = (wanted: string) => members.find(([name]) => name === wanted)?.[1];
  const text = memberOf('account');
  if (text === undefined || !isTerminal(text)) return null;
  const account = readAccount(text, new Date(now));
  if ('reason' in account) throw new BodyFault(422, account.reason);
  const readList = (name: string, read: (object: JsonText) => ReadRow): SentDeal[] => {
    const rows: SentDeal[] = [];
    let index = 0;
    for (const element of listOf(name, memberOf(name) ?? '[]')) {
      index += 1;
      const row = read(element);
      if ('json' in row) rows.push({ index, deal: row });
      else refuse({ table: name, row: index, reason: row.reason });
      if (rows.length > maxRows) throw tooManyRows();
    }
    return rows;
  };
  const positions = readList('positions', readPosition);
  return {
    account,
    deals: readList('deals', (object) => readDeal(account.platform, object)),
    positions: memberOf('positions') === undefined ? null : positions,
  };
}

function membersOf(text: string): (readonly [string, JsonText])[] {
  const members: (readonly [string, JsonText])[] = [];
  try {
    const names = new Set<string>();
    for (const member of entriesOf(text)) {
      const [name] = member;
      refuseUnknown(name);
      // Readers of JSON take the last of two members, so one of the lists would be lost.
      if (names.has(name)) throw new BodyFault(400, `The body has the member "${name}" twice.`);
      names.add(name);
      members.push(member);
    }
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
