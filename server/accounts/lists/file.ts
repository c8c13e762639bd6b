import { createHash } from 'node:crypto';
import { stringify } from 'csv-stringify/sync';
import { inertCsv } from '../../../pipeline/base/inert-text.ts';
import { withLargeAsTexts } from '../../../pipeline/base/json-text.ts';
import type { ListName } from '../../../pipeline/publish/snapshot/layout.ts';
import { position } from '../../../sql/lists/positions.ts';
import { trade } from '../../../sql/lists/trades.ts';
import type { View } from '../view.ts';
import { hashOfRows } from './hash.ts';
import type { OpenLists } from './open-lists.ts';
import type { Range } from './range.ts';
import { type ShownRows, separator, shownRows } from './rows.ts';
import { nextTurn } from './turns.ts';

/** A list as a file, which is read while it is sent. */
export interface ListFile {
  readonly name: string;
  /** Content type. */
  readonly type: string;
  /** Hash of its content. */
  readonly hash: string;
  /** Approximate size in bytes. */
  readonly bytes: number;
  /** Yields its text in pieces, as fast as they are read. */
  pieces(): AsyncGenerator<string>;
}

/** Formats of the file. In NDJSON each line is a JSON object. */
const types = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
} as const;
export type ListFileType = keyof typeof types;

const columnsOf: Readonly<Record<ListName, readonly string[]>> = {
  trades: Object.keys(trade.properties),
  positions: Object.keys(position.properties),
};
const headerOf = (name: ListName): string => stringify([[...columnsOf[name]]], inertCsv);
const usualRowBytes = 150;

/** Returns the rows of a list that a view shows within a range, as CSV unless `form` is NDJSON. */
export async function listFile(
  view: View,
  name: ListName,
  range: Range,
  lists: OpenLists,
  form: ListFileType = 'csv',
): Promise<ListFile> {
  const rows = shownRows(view, name, range, lists);
  return {
    // The file of a share link must not tell the slug.
    name: `${view.isShared ? '' : `${view.account.slug}-`}${name}.${form}`,
    type: types[form],
    hash: hashOfFile(name, await hashOfRows(view, name, rows)),
    bytes: headerOf(name).length + (rows.last - rows.first) * usualRowBytes,
    pieces: () => (form === 'csv' ? piecesOf(name, rows) : linesOf(rows)),
  };
}

/**
 * Hashes the column names and the shown objects. They determine the file, and hashing them is
 * faster than writing the file.
 */
const hashOfFile = (name: ListName, rows: string): string =>
  createHash('sha256').update(headerOf(name)).update(rows).digest('base64url');

async function* piecesOf(name: ListName, rows: ShownRows): AsyncGenerator<string> {
  yield headerOf(name);
  for (const [start, end] of rows.stretches()) {
    await nextTurn();
    yield rowsAsCsv(name, JSON.parse(`[${withLargeAsTexts(rows.text(start, end))}]`));
  }
}

/** Yields the shown objects, each on a line of its own. */
async function* linesOf(rows: ShownRows): AsyncGenerator<string> {
  for (const [start, end] of rows.stretches()) {
    await nextTurn();
    const text = rows.text(start, end);
    if (text !== '') yield `${text.replaceAll(separator, '\n')}\n`;
  }
}

/** Writes rows by RFC 4180 with null as an empty cell, and makes formulas harmless. */
const rowsAsCsv = (name: ListName, rows: object[]): string =>
  stringify(rows, { ...inertCsv, columns: [...columnsOf[name]] });

/** Writes closed trades as CSV with a header. */
export const tradesAsCsv = (trades: object[]): string =>
  headerOf('trades') + rowsAsCsv('trades', trades);
