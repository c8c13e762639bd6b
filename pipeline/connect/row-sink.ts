import type { Rejection } from '../deliveries/receipts.ts';
import type { Table } from '../load/columns.ts';
import { BodyFault } from './body.ts';
import type { Line } from './source-lines.ts';

/** Most rows of a body. */
export const maxRows = 100_000;

/** Rows after which other bodies get a turn. */
export const rowsAtOnce = 1_000;

export const tooManyRows = () =>
  new BodyFault(413, `The body holds more than ${maxRows} rows; send them in parts.`);

/** Takes the rows of a body as they are read. Throws a BodyFault if they are too many. */
export interface RowSink {
  take(table: Table, index: number, line: Line): void;
  refuse(row: Rejection): void;
}
