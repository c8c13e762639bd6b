import { isDeepStrictEqual } from 'node:util';
import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import { UnreadableExport } from '../../read/bounds.ts';
import {
  type ExactObject,
  isJsonList,
  isJsonObject,
  type JsonValue,
  textOf,
} from '../../read/json-values.ts';

/** Objects in all messages of the Open API, by their kind. */
export interface Messages {
  deals: Map<string, ExactObject>;
  transfers: Map<string, ExactObject>;
  bonuses: Map<string, ExactObject>;
  /** Undefined where no answer lists them. */
  positions: Map<string, ExactObject> | undefined;
  unrealized: Map<string, ExactObject>;
  symbols: Map<string, ExactObject>;
  assets: Map<string, ExactObject>;
  traders: ExactObject[];
  logins: ExactObject[];
  /** The accounts that messages are about. */
  accounts: Set<string>;
  /** Lists of deals with more after them, and those without. */
  cutOff: number;
  ended: number;
  repeated: number;
  /** Messages that come again with other values, such as `deal 12`; the last counts. */
  differing: CodedReason[];
}

interface Kind {
  kind: 'deals' | 'transfers' | 'bonuses' | 'positions' | 'unrealized' | 'symbols' | 'assets';
  id: string;
  has: readonly string[];
}

/** Fields by which each kind is recognised, in this order. */
const kinds: readonly Kind[] = [
  { kind: 'deals', id: 'dealId', has: ['executionTimestamp'] },
  { kind: 'transfers', id: 'balanceHistoryId', has: ['delta'] },
  { kind: 'bonuses', id: 'bonusHistoryId', has: [] },
  { kind: 'positions', id: 'positionId', has: ['tradeData'] },
  { kind: 'unrealized', id: 'positionId', has: ['netUnrealizedPnL'] },
  { kind: 'symbols', id: 'symbolId', has: ['symbolName'] },
  { kind: 'symbols', id: 'symbolId', has: ['lotSize'] },
  // A symbol that the broker archived has its name elsewhere, and no lot size.
  { kind: 'symbols', id: 'symbolId', has: ['name', 'utcLastUpdateTimestamp'] },
  { kind: 'assets', id: 'assetId', has: ['name'] },
];

/** Gathers messages, bare or in their envelope, in whatever order they come. */
export function gatherMessages(values: readonly JsonValue[]): Messages {
  const messages: Messages = {
    deals: new Map(),
    transfers: new Map(),
    bonuses: new Map(),
    positions: undefined,
    unrealized: new Map(),
    symbols: new Map(),
    assets: new Map(),
    traders: [],
    logins: [],
    accounts: new Set(),
    cutOff: 0,
    ended: 0,
    repeated: 0,
    differing: [],
  };
  for (const value of values) gather(messages, value, null);
  return messages;
}

/** `digits` are those of money in the message around. */
function gather(messages: Messages, value: JsonValue, digits: JsonValue | null): void {
  if (isJsonList(value)) for (const each of value) gather(messages, each, digits);
  if (!isJsonObject(value)) return;
  const code = textOf(value.get('errorCode'));
  if (code !== '') {
    const why = textOf(value.get('description'));
    const text = `${code} ${why}`.trim().slice(0, 200);
    throw new UnreadableExport(makeReason('file_answer_error', { text }));
  }
  if (take(messages, value, digits)) return;
  if (value.has('traderLogin') || value.has('depositAssetId')) {
    if (value.has('depositAssetId')) messages.traders.push(value);
    else messages.logins.push(value);
    return;
  }
  const account = textOf(value.get('ctidTraderAccountId'));
  if (account !== '') messages.accounts.add(account);
  const before = messages.positions;
  const listsPositions = isJsonList(value.get('position')) || isEmptyReconcile(value);
  if (listsPositions) messages.positions = new Map();
  if (value.get('hasMore') === true) messages.cutOff++;
  else if (isJsonList(value.get('deal'))) messages.ended++;
  const inner = value.get('moneyDigits') ?? digits;
  for (const [name, each] of value) {
    const kind = listed.get(name);
    if (kind !== undefined && isJsonList(each)) refuseOdd(each, kind, name);
    gather(messages, each, inner);
  }
  // A position that was closed since an earlier list is not in this one.
  if (listsPositions && before && !isDeepStrictEqual(before, messages.positions)) {
    messages.differing.push(makeReason('file_the_open_list'));
  }
}

/** Kinds of the elements of lists, by the names of the lists. */
const listed: ReadonlyMap<string, Kind['kind']> = new Map([
  ['deal', 'deals'],
  ['depositWithdraw', 'transfers'],
  ['position', 'positions'],
]);

/** Refuses a list with an element of another kind, which would be left out. */
function refuseOdd(list: readonly JsonValue[], kind: Kind['kind'], name: string): void {
  const at = list.findIndex((each) => !isJsonObject(each) || kindOf(each)?.kind !== kind);
  if (at < 0) return;
  const needed = kinds.filter((each) => each.kind === kind).flatMap(({ id, has }) => [id, ...has]);
  const names = needed.map((field) => `\`${field}\``).join(', ');
  throw new UnreadableExport(makeReason('file_element_lacks', { place: at + 1, name, names }));
}

/** Returns true for an answer without open positions: messages as JSON leave empty lists out. */
function isEmptyReconcile(value: ExactObject): boolean {
  const payload = value.get('payload');
  return (
    ['2125', 'PROTO_OA_RECONCILE_RES'].includes(textOf(value.get('payloadType'))) &&
    !(isJsonObject(payload) && isJsonList(payload.get('position')))
  );
}

const kindOf = (value: ExactObject): Kind | undefined =>
  kinds.find(({ id, has }) => value.has(id) && has.every((name) => value.has(name)));

function take(messages: Messages, value: ExactObject, digits: JsonValue | null): boolean {
  const found = kindOf(value);
  if (found === undefined) return false;
  const id = textOf(value.get(found.id));
  if (found.kind === 'positions') messages.positions ??= new Map();
  const known = messages[found.kind] ?? new Map<string, ExactObject>();
  const before = known.get(id);
  if (before !== undefined && found.kind === 'deals') messages.repeated++;
  const isPiecewise = found.kind === 'symbols';
  const whole =
    digits === null || value.has('moneyDigits')
      ? value
      : new Map([...value, ['moneyDigits', digits] as const]);
  const isOther = before !== undefined && !isDeepStrictEqual(before, whole);
  if (isOther && (found.kind === 'deals' || found.kind === 'transfers')) {
    const code = found.kind === 'deals' ? 'file_the_deal' : 'file_the_transfer';
    messages.differing.push(makeReason(code, { id: id.slice(0, 40) }));
  }
  known.set(id, isPiecewise && before ? new Map([...before, ...whole]) : whole);
  return true;
}
