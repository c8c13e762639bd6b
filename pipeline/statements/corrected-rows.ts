import { setImmediate as turn } from 'node:timers/promises';
import type { DeliveryContent } from '../deliveries/contents.ts';
import { tables } from '../load/columns.ts';
import { findTimezone, rezoned, type Timezone } from '../read/timezone.ts';
import type { StatementType } from '../registry/words.ts';

/** Values that the statements of an account should have had. An absent key changes nothing. */
export interface Correction {
  readonly timezone?: string;
  readonly currency?: string;
  readonly type?: StatementType;
  readonly broker?: string;
}

/** Time columns of each table. */
const timeColumns = new Map(
  tables.map(({ name, columns }) => [
    name,
    columns.filter(({ kind }) => kind === 'timestamp').map((column) => column.name),
  ]),
);

type Line = Record<string, unknown>;

interface Clocks {
  readonly from: Timezone;
  readonly to: Timezone;
}

/**
 * Returns the clock that a statement was read by, and the right one. Null if nothing moves.
 * `before` is the clock of its account; null if its files say theirs.
 */
export function clocksOf(
  { lines }: DeliveryContent,
  before: string | null,
  { timezone: wanted }: Correction,
): Clocks | null {
  const [account = '{}'] = lines.accounts ?? [];
  const name: string | null = JSON.parse(account).timezone ?? before;
  if (wanted === undefined || name === null || name === wanted) return null;
  const [from, to] = [findTimezone(name), findTimezone(wanted)];
  return from === null || to === null ? null : { from, to };
}

/** Lines after which other work of this process gets a turn. */
const atOnce = 2_000;

/** Returns the rows of a statement as they should have been. */
export async function correctedContent(
  content: DeliveryContent,
  before: string | null,
  correction: Correction,
): Promise<DeliveryContent> {
  const clocks = clocksOf(content, before, correction);
  const lines: Record<string, string[]> = {};
  for (const [table, texts] of Object.entries(content.lines)) {
    const corrected: string[] = [];
    for (const text of texts) {
      const row: Line = JSON.parse(text);
      if (clocks !== null) moveTimes(row, timeColumns.get(table) ?? [], clocks);
      if (table === 'accounts') describeAnew(row, correction);
      corrected.push(JSON.stringify(row));
      if (corrected.length % atOnce === 0) await turn();
    }
    lines[table] = corrected;
  }
  return { ...content, lines };
}

function moveTimes(row: Line, columns: readonly string[], { from, to }: Clocks): void {
  const opened = typeof row.opened_at === 'string' ? Date.parse(row.opened_at) : undefined;
  const openedAnew = opened === undefined ? undefined : rezoned(opened, from, to);
  for (const column of columns) {
    const text = row[column];
    if (typeof text !== 'string') continue;
    const moved =
      column === 'closed_at'
        ? rezoned(Date.parse(text), from, to, openedAnew)
        : rezoned(Date.parse(text), from, to);
    const iso = new Date(moved).toISOString();
    row[column] = text.includes('.') ? iso : iso.replace('.000Z', 'Z');
  }
}

function describeAnew(row: Line, { timezone, currency, type, broker }: Correction): void {
  if (timezone !== undefined && 'timezone' in row) row.timezone = timezone;
  if (currency !== undefined) row.currency = currency;
  if (type !== undefined) row.demo = String(type === 'demo');
  if (broker !== undefined) row.broker = broker;
}
