import type { Database } from '../../../pipeline/duckdb/database.ts';
import { columnsOfView, type SharedRows } from './shared.ts';

type Json = ReturnType<typeof JSON.parse>;

/** Lists for which a shared view has a row for each entry. */
const places = {
  daily_performance: ['equity_curve', 'daily_performance'],
  deposits_withdrawals: ['equity_curve', 'deposits_withdrawals'],
  twr_by_trade: ['twr', 'twr_trade_by_trade'],
  monthly_performance: ['monthly', 'monthly_performance'],
  yearly_performance: ['monthly', 'yearly_performance'],
  symbol_performance: ['by_symbol'],
  magic_number_performance: ['by_magic_number'],
  risk_of_ruin: ['advanced', 'risk_of_ruin'],
  luck_probability_of_loss_percent: ['luck', 'probability_of_loss_percent'],
  hour_performance: ['advanced', 'charts', 'trades_by_hour'],
  weekday_performance: ['advanced', 'charts', 'trades_by_weekday'],
  hour_of_week_performance: ['advanced', 'charts', 'profit_by_hour_of_week'],
  side_performance: ['advanced', 'charts', 'profit_by_side'],
  recent_durations: ['advanced', 'charts', 'recent_trades_duration'],
  drawdown_episodes: ['drawdowns', 'episodes'],
  result_bins: ['distribution', 'results', 'bins'],
  pip_bins: ['distribution', 'pips', 'bins'],
  duration_bins: ['distribution', 'durations', 'bins'],
  rolling_performance: ['rolling', 'month_ends'],
  daily_open_trades: ['exposure', 'trades', 'by_day'],
  daily_open_lots: ['exposure', 'lots', 'by_day'],
  benchmark_performance: ['benchmark', 'by_day'],
  excursions: ['excursion', 'pairs'],
  member_contributions: ['contributions', 'members'],
  behaviour_warnings: ['behaviour', 'warnings'],
  behaviour_not_assessed: ['behaviour', 'not_assessed'],
  daily_returns: ['returns', 'days'],
} as const;

/**
 * Writes the rows of these views as text: slug, type, index in the list, and all values in order.
 */
export async function readFlat(database: Database): Promise<Record<string, string[]>> {
  const read: Record<string, string[]> = {};
  for (const name of Object.keys(places)) {
    const view = `shared_${name}`;
    const columns = await columnsOfView(database, view);
    const cells = columns.map(({ column_name, column_type }) =>
      column_type === 'TIMESTAMP WITH TIME ZONE'
        ? `utc_iso("${column_name}" at time zone 'UTC')`
        : `"${column_name}"`,
    );
    const rows = await database.rows(
      `select to_json([${cells.map((cell) => `to_json(${cell})`).join(', ')}])::varchar as row
      from ${view}`,
    );
    read[view] = rows.map(({ row }) => JSON.stringify(JSON.parse(String(row)))).toSorted();
  }
  return read;
}

/** Flattens sections in the form of the API. */
export function flatAnswers(answers: SharedRows): Record<string, string[]> {
  const flat: Record<string, string[]> = {};
  for (const [name, [section, ...path]] of Object.entries(places)) {
    const rows = (answers[`shared_${section}`] ?? []).flatMap(({ slug, type, value }) => {
      const list = path.reduce((part: Json, member) => part?.[member], value);
      return entriesOf(list).map((entry, at) =>
        JSON.stringify([
          slug,
          type,
          at + 1,
          ...leaves(entry, name).map((leaf) => asTyped(leaf, name)),
        ]),
      );
    });
    flat[`shared_${name}`] = rows.toSorted();
  }
  return flat;
}

function entriesOf(list: Json): Json[] {
  if (list === null || list === undefined) return [];
  if (Array.isArray(list)) return list;
  // JavaScript objects have keys that are whole numbers before all others.
  const entries = Object.entries(list).sort(([one], [other]) => (one < other ? -1 : 1));
  return entries.map(([key, entry]) => ({ key: { text: key }, entry }));
}

/** Lists the values within a value. A window without data gives as many nulls. */
function leaves(value: Json, name: string): Json[] {
  if (value === null || typeof value !== 'object') return [value];
  return Object.entries<Json>(value).flatMap(([key, part]) => {
    if (part === null && name === 'rolling_performance' && key.startsWith('days_')) {
      return key === 'days_30' ? [null, null] : [null, null, null];
    }
    return key === 'key' ? [part] : leaves(part, name);
  });
}

/** Replaces texts of periods by numbers and first days, but keeps the text that names the row. */
function asTyped(leaf: Json, name: string): Json {
  if (leaf !== null && typeof leaf === 'object') return leaf.text;
  if (typeof leaf !== 'string') return leaf;
  if (/^\d{4}$/.test(leaf) && name === 'yearly_performance') return `${leaf}-01-01`;
  if (/^\d{4}-\d{2}$/.test(leaf)) return `${leaf}-01`;
  return /^-?\d+(\.\d+)?$/.test(leaf) ? Number(leaf) : leaf;
}
