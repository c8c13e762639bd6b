import { missingFields } from '../source/table-map.ts';

type Names = Readonly<Record<string, RegExp>>;

/** Names of columns of trades in lower case; the first match counts. */
const tradeNames: Names = {
  account: /^(account|login|account (number|id))$/,
  ticket:
    /^(ticket|order|deal|trade|position|trade ?(id|no|number)|order ?(id|no)|position ?id|id)$/,
  symbol: /^(symbol|item|instrument|market|pair|asset|ticker)$/,
  side: /^(side|direction|type|action|buy\/sell|b\/s|long\/short)$/,
  volume: /^(volume|size|lots?|quantity|qty|units\/lots|amount)$/,
  open_price: /^(open(ing)?[ _]price|entry[ _]price|price[ _]open|entry|open|price)$/,
  close_price: /^(clos(e|ing)[ _]price|exit[ _]price|price[ _]close|exit|close|price#2)$/,
  opened_at: /^(open(ing|ed)?[ _](time|date|at)|entry[ _](time|date)|opened|date opened|time)$/,
  closed_at: /^(clos(e|ing|ed)[ _](time|date|at)|exit[ _](time|date)|closed|date closed|time#2)$/,
  profit: /^((net |gross )?(profit|p&l|p\/l|pnl)|profit\/loss|result|net)$/,
  commission: /^commissions?$/,
  swap: /^(swaps?|rollover|financing)$/,
  stop_loss: /^(s ?\/ ?l|sl|stop[ _]loss)$/,
  take_profit: /^(t ?\/ ?p|tp|take[ _]profit)$/,
  comment: /^(comment|order comment|note)s?$/,
  magic_number: /^magic([ _]number)?$/,
};

const calendarNames: Names = {
  time: /^(time|date ?time|release ?time|date|due)$/,
  timestamp: /^(timestamp|ts|unix|epoch)$/,
  currency: /^(currency|ccy|cur)$/,
  country: /^(country|region|country ?code)$/,
  impact: /^(impact|importance|volatility|priority)$/,
  title: /^(title|event|event ?name|name|text|indicator)$/,
  forecast: /^(forecast|estimate|consensus|expected)(_value)?$/,
  previous: /^(previous|prev|prior)(_value)?$/,
  actual: /^actual(_value)?$/,
  unit: /^unit$/,
};

/** A map of what the names of columns tell, to be looked over and saved. */
export function proposeMap(headings: readonly string[]): {
  map: Record<string, unknown>;
  missing: string[];
} {
  const trades = columnsBy(tradeNames, headings);
  const calendar = columnsBy(calendarNames, headings);
  const holds =
    missingFields('calendar', calendar).length < missingFields('trades', trades).length
      ? 'calendar'
      : 'trades';
  const columns = holds === 'trades' ? trades : calendar;
  const missing = missingFields(holds, columns);
  const isNet = /net/i.test(columns.profit ?? '');
  const defaults = holds === 'trades' ? { profit: isNet ? 'net' : 'gross' } : { zone: 'UTC' };
  return { map: { holds, ...defaults, columns, words: {} }, missing };
}

function columnsBy(names: Names, headings: readonly string[]): Record<string, string> {
  const columns: Record<string, string> = {};
  for (const [field, pattern] of Object.entries(names)) {
    const taken = Object.values(columns);
    const heading = headings.find(
      (each) => pattern.test(each.toLowerCase()) && !taken.includes(each),
    );
    if (heading !== undefined) columns[field] = heading;
  }
  return columns;
}
