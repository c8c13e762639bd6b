import { isDeepStrictEqual } from 'node:util';
import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import { bounds, UnreadableExport } from '../../read/bounds.ts';
import {
  type ExactObject,
  isJsonList,
  isJsonObject,
  type JsonValue,
  textOf,
} from '../../read/json-values.ts';

/** Subject of an answer whose columns the configuration names. */
export type Panel = 'ordersHistory' | 'positions' | 'positionsHistory' | 'accountDetails';

/** A row as it was answered: values in the order of the columns, or by their names. */
export type AnswerRow = readonly JsonValue[] | ExactObject;

/** Content of all answers, which may come in any order. */
export interface Pieces {
  columns: Map<Panel, readonly string[]>;
  /** Undefined where no answer is about it. */
  rows: Map<Panel, AnswerRow[]>;
  accounts: ExactObject[];
  /** By the id that orders have. */
  instruments: Map<string, ExactObject>;
  /** Data next to the answers: account, server, environment. */
  labels: Map<string, string>;
  /** Lists with more after one of their answers, and lists with an answer that ends them. */
  cutOff: Set<Panel>;
  ended: Set<Panel>;
  /** Lists that come again with other values; the last counts. */
  differing: CodedReason[];
}

/** Names of the lists and of their configuration. Some brands rename them. */
const panels: readonly { panel: Panel; rows: readonly string[]; config: readonly string[] }[] = [
  {
    panel: 'ordersHistory',
    rows: ['ordersHistory', 'orderHistory'],
    config: ['ordersHistoryConfig', 'orderHistoryConfig', 'ordersHistoryColumnConfig'],
  },
  {
    panel: 'positions',
    rows: ['positions', 'openPositions'],
    config: ['positionsConfig', 'openPositionsConfig'],
  },
  {
    panel: 'positionsHistory',
    rows: ['positionsHistory', 'positionHistory', 'closedPositions'],
    config: ['positionsHistoryConfig', 'positionHistoryConfig', 'closedPositionsConfig'],
  },
  {
    panel: 'accountDetails',
    rows: ['accountDetailsData'],
    config: ['accountDetailsConfig', 'accountDetailConfig'],
  },
];
const panelOfRows = new Map(panels.flatMap(({ panel, rows }) => rows.map((name) => [name, panel])));
const panelOfConfig = new Map(
  panels.flatMap(({ panel, config }) => config.map((name) => [name, panel])),
);

/** Gathers answers of the API, bare or in their envelope, pages and all, by what they hold. */
export function gatherPieces(values: readonly JsonValue[]): Pieces {
  const pieces: Pieces = {
    columns: new Map(),
    rows: new Map(),
    accounts: [],
    instruments: new Map(),
    labels: new Map(),
    cutOff: new Set(),
    ended: new Set(),
    differing: [],
  };
  for (const value of values) gather(pieces, value, '');
  return pieces;
}

function gather(pieces: Pieces, value: JsonValue, name: string): void {
  if (isJsonList(value)) {
    for (const each of value) gather(pieces, each, name);
  }
  if (!isJsonObject(value)) return;
  const status = value.get('s');
  const isError = typeof status === 'string' && status.toLowerCase() !== 'ok';
  if (isError && ['d', 'errmsg', 'errMsg'].some((member) => value.has(member))) {
    const why = textOf(value.get('errmsg')) || textOf(value.get('errMsg')) || status;
    const text = why.slice(0, 200);
    throw new UnreadableExport(
      name === ''
        ? makeReason('file_answer_error', { text })
        : makeReason('file_answer_error_of', { name, text }),
    );
  }
  takeInstrument(pieces, value, name);
  if (value.has('hasMore')) {
    const listed = [...value.keys()].flatMap((key) => panelOfRows.get(key) ?? []);
    const lists = value.get('hasMore') === true ? pieces.cutOff : pieces.ended;
    for (const panel of listed.length > 0 ? listed : ['ordersHistory' as const]) lists.add(panel);
  }
  for (const [key, inner] of value) takeNamed(pieces, key, inner, name);
}

function takeNamed(pieces: Pieces, key: string, inner: JsonValue, name: string): void {
  const panel = panelOfRows.get(key);
  const configured = panelOfConfig.get(key);
  if (panel !== undefined && isJsonList(inner) && !inner.some(isEnvelope)) {
    // Account details are one row, the others lists of them.
    takeRows(pieces, panel, (panel === 'accountDetails' ? [inner] : inner).map(rowOf));
  } else if (panel === 'accountDetails' && isJsonObject(inner) && !isEnvelope(inner)) {
    pieces.rows.set(panel, [inner]);
  } else if (configured !== undefined) {
    pieces.columns.set(configured, columnsOf(key, inner));
  } else if (key === 'accounts' && isJsonList(inner)) {
    for (const account of inner) {
      if (isJsonObject(account) && account.has('id')) pieces.accounts.push(account);
    }
  } else if (typeof inner === 'string') {
    pieces.labels.set(key, inner);
  } else {
    gather(pieces, inner, key === 'd' || /^\d+$/.test(name) ? name || key : key);
  }
}

function takeRows({ rows, differing }: Pieces, panel: Panel, some: AnswerRow[]): void {
  const known = rows.get(panel);
  if (known === undefined) rows.set(panel, some);
  else if (panel !== 'positions') for (const row of some) known.push(row);
  else {
    // A position that was closed since an earlier list is not in this one.
    if (!isDeepStrictEqual(known, some)) differing.push(makeReason('file_the_open_list'));
    rows.set(panel, some);
  }
}

const isEnvelope = (value: JsonValue): boolean =>
  isJsonObject(value) &&
  [...value.keys()].some((key) => key === 'd' || panelOfRows.has(key) || key === 'hasMore');

function rowOf(value: JsonValue): AnswerRow {
  if (isJsonList(value) || isJsonObject(value)) return value;
  throw new UnreadableExport(makeReason('file_odd_row'));
}

function columnsOf(key: string, config: JsonValue): string[] {
  const listed = isJsonObject(config) ? config.get('columns') : config;
  const names = isJsonList(listed)
    ? listed.map((column) => textOf(isJsonObject(column) ? column.get('id') : column))
    : [];
  if (names.length === 0 || names.length > bounds.cellsOfRow || names.includes('')) {
    throw new UnreadableExport(makeReason('file_config_columns', { name: key }));
  }
  if (new Set(names).size < names.length) {
    throw new UnreadableExport(makeReason('file_config_column_twice', { name: key }));
  }
  return names;
}

/** Instrument of the list, or the details of one under its id. */
function takeInstrument({ instruments }: Pieces, value: ExactObject, name: string): void {
  const id = textOf(value.get('tradableInstrumentId')) || (/^\d+$/.test(name) ? name : '');
  if (id === '' || !(value.has('name') || value.has('lotSize'))) return;
  instruments.set(id, new Map([...(instruments.get(id) ?? []), ...value]));
}
