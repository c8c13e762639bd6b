import { UsageError } from '../base/errors.ts';
import { makeReason } from '../base/reasons/reason.ts';
import { bounds, UnreadableExport } from '../read/bounds.ts';
import type { TextRow } from '../read/cells/csv-rows.ts';
import { openSheet, type Sheet } from '../read/cells/sheet.ts';
import { decodeText } from '../read/decode.ts';
import { ImportFault } from '../read/faults.ts';
import { isJsonList, isJsonObject, type JsonValue, readJson, textOf } from '../read/json-values.ts';
import { readByNotation } from '../read/notation.ts';
import { readBeginning, readExportBytes, refusalOf } from '../read/read-export.ts';
import { parseTimezone, utc } from '../read/timezone.ts';
import { namedInColumns, zoneOfColumn } from '../read/zone-column.ts';
import { reportEvents, takeEvents } from './calendars/forexfactory.ts';
import { knownMapOf } from './calendars/known-tables.ts';
import { readEvents } from './calendars/table-events.ts';
import { importLedger } from './lists/ledger.ts';
import { proposeMap } from './lists/propose-map.ts';
import { tradeForm } from './lists/table-trades.ts';
import type { Imported, ImportOptions } from './source/format.ts';
import type { Peek } from './source/peek.ts';
import { type CalendarMap, numbered, readMap } from './source/table-map.ts';

/** Imports any table of trades, or of a calendar's events, by a map of its columns. */
export async function importTable(file: string, options: ImportOptions): Promise<Imported> {
  const sheet = await openTable(file, options);
  const { map, notes } = await mapOf(file, sheet, options);
  if (map.holds === 'trades') {
    const stated = { ...options, dates: options.dates ?? map.dates };
    const imported = await importLedger(file, stated, tradeForm(map), sheet);
    return { ...imported, notes: [...notes, ...imported.notes] };
  }
  if (options.accountId !== undefined) {
    throw new UsageError('import table: a calendar belongs to no account; leave --account-id out');
  }
  const imported = await importEvents(file, sheet, map, options);
  return { ...imported, notes: [...notes, ...imported.notes] };
}

/**
 * Accepts only calendars with known columns. Any other table could be a list of trades, so the user
 * must name the format.
 */
export function refuseTable({ kind, rows, json }: Peek): string | null {
  const isKnown =
    kind === 'json'
      ? knownIn(rowsOf((listIn(json) ?? []).slice(0, maxLooks)).map(({ texts }) => texts))
      : knownIn(rows.map(({ cells }) => cells.map(({ text }) => text)));
  return isKnown ? null : 'any other table: import table, with --map';
}

/** Count of first rows that are looked at. */
const maxLooks = 200;

function knownIn(rows: readonly (readonly string[])[]) {
  const filled = rows.filter((texts) => texts.some((text) => text !== ''));
  for (const [at, texts] of filled.slice(0, 10).entries()) {
    const found = knownMapOf(texts, filled.slice(at + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}

async function mapOf(file: string, sheet: Sheet, { map }: ImportOptions) {
  if (map !== undefined) return { map: await readMap(map), notes: [] };
  const rows = await firstRows(sheet);
  const ready = knownIn(rows.map(({ texts }) => texts));
  if (ready !== undefined) {
    return { map: ready.map, notes: [makeReason('import_known_columns', { name: ready.name })] };
  }
  const at = rows.findIndex(({ texts }) => texts.filter((text) => text !== '').length > 3);
  const { map: proposed, missing } = proposeMap(numbered(rows[at]?.texts ?? []));
  const lacks = missing.length === 0 ? '' : `no column found for ${missing.join(', ')}; `;
  throw new ImportFault(
    'import_no_map',
    file,
    {},
    {
      missing: lacks,
      proposal: JSON.stringify(proposed, null, 2),
    },
  );
}

async function firstRows(sheet: Sheet): Promise<TextRow[]> {
  for await (const batch of sheet.batches()) {
    const rows = batch.filter(({ texts }) => texts.some((text) => text !== '')).slice(0, maxLooks);
    if (rows.length > 0) return rows;
  }
  return [];
}

async function importEvents(
  file: string,
  sheet: Sheet,
  map: CalendarMap,
  options: ImportOptions,
): Promise<Imported> {
  const mapped = map.zone === undefined ? null : parseTimezone(map.zone);
  // The zone of a known calendar is only what is usual; a map's zone is what the user says.
  const stated = options.timezone ?? (options.map === undefined ? null : mapped);
  const named = zoneOfColumn(file, await namedInColumns(sheet), stated) ?? stated ?? mapped;
  const rows: TextRow[] = [];
  for await (const batch of sheet.batches()) {
    for (const row of batch) rows.push(row);
    if (rows.length > 2 * bounds.events) break;
  }
  try {
    const { content: events, assumed } = await readByNotation(
      file,
      { dates: options.dates ?? map.dates, decimal: options.decimal },
      { dates: map.usualDates ?? 'day first', decimal: 'point' },
      async (notation) => readEvents(rows, map, notation),
    );
    const isLocal = events.some(({ when }) => when !== null && 'minutes' in when);
    if (named === null && isLocal) throw new ImportFault('import_no_zone', file, {});
    const taken = takeEvents(events, named ?? utc);
    return { ...reportEvents(events, taken), supposed: assumed };
  } catch (cause) {
    throw refusalOf(file, 'table of events', cause);
  }
}

/** A CSV, a workbook, or a list of flat objects in JSON, whose names are the columns. */
async function openTable(file: string, { encoding }: ImportOptions): Promise<Sheet> {
  const head = (await readBeginning(file)).subarray(0, 64).toString('latin1').trimStart();
  if (!/^(\xef\xbb\xbf)?[[{]/.test(head)) {
    return openSheet(file, { noun: 'table', told: encoding });
  }
  const from = { maxBytes: bounds.feedBytes, noun: 'table' };
  const rows = await readExportBytes(file, from, (bytes) =>
    rowsOfJson(readJson(decodeText(bytes))),
  );
  return {
    encoding: null,
    async *batches() {
      yield rows;
    },
  };
}

function rowsOfJson(value: JsonValue): TextRow[] {
  const list = listIn(value);
  const odd = list?.findIndex((each) => !isJsonObject(each)) ?? 0;
  if (list === null || odd === 0) throw new UnreadableExport(makeReason('file_not_objects'));
  if (odd > 0) throw new UnreadableExport(makeReason('file_odd_element', { place: odd + 1 }));
  return rowsOf(list);
}

/** Finds the list of a JSON file, which may be inside an object. */
function listIn(value: JsonValue | undefined): readonly JsonValue[] | null {
  const list = isJsonObject(value) ? [...value.values()].find(isJsonList) : value;
  return isJsonList(list) ? list : null;
}

/** Makes a row of each object, below the names of all of them. */
function rowsOf(list: readonly JsonValue[]): TextRow[] {
  const objects = list.filter(isJsonObject);
  const names = new Set<string>();
  for (const each of objects) {
    for (const name of each.keys()) names.add(name);
    if (names.size > bounds.cellsOfRow)
      throw new UnreadableExport(makeReason('file_many_names', { max: bounds.cellsOfRow }));
  }
  const rows = objects.map((each) => Array.from(names, (name) => textOf(each.get(name))));
  return [[...names], ...rows].map((texts, at) => ({
    line: at + 1,
    texts,
    breaks: false,
    isCut: false,
  }));
}
