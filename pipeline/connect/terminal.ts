import { currencyRule, isCurrency } from '../../sql/raw/currencies.ts';
import { type JsonText, membersOf } from '../base/json-text.ts';
import { type CodedReason, makeReason } from '../base/reasons/reason.ts';
import type { TerminalAccount, TerminalDeal } from '../deliveries/deals/terminal.ts';
import { parseTimezone } from '../read/timezone.ts';
import { isTooLong, tooLongRow } from './source-lines.ts';

type Kind = 'ticket' | 'seconds' | 'whole' | 'volume' | 'decimal' | 'text';

interface Field {
  readonly name: string;
  readonly kind: Kind;
  readonly optional?: true;
}

const fields = (kind: Kind, ...names: string[]): Field[] => names.map((name) => ({ name, kind }));
const levels = fields('decimal', 'sl', 'tp').map((field) => ({
  ...field,
  optional: true as const,
}));
const excursions = fields('decimal', 'mae', 'mfe').map((field) => ({
  ...field,
  optional: true as const,
}));
const labels: readonly Field[] = [...fields('text', 'comment'), ...fields('whole', 'magic')].map(
  (field) => ({ ...field, optional: true }),
);

/** Fields of a deal, by platform. MT4 sends closed orders and balance operations as deals. */
const dealFields: Record<TerminalAccount['platform'], readonly Field[]> = {
  MT5: [
    ...fields('ticket', 'ticket'),
    ...fields('whole', 'position', 'type', 'entry'),
    ...fields('seconds', 'time'),
    ...fields('text', 'symbol'),
    ...fields('volume', 'volume'),
    ...fields('decimal', 'price', 'profit', 'commission', 'swap', 'fee'),
    ...levels,
    ...labels,
    ...excursions,
  ],
  MT4: [
    ...fields('ticket', 'ticket'),
    ...fields('whole', 'type'),
    ...fields('seconds', 'open_time', 'close_time'),
    ...fields('text', 'symbol'),
    ...fields('volume', 'lots'),
    ...fields('decimal', 'open_price', 'close_price', 'profit', 'commission', 'swap'),
    ...levels,
    ...labels,
    ...excursions,
  ],
};

const positionFields: readonly Field[] = [
  ...fields('ticket', 'ticket'),
  ...fields('whole', 'type'),
  ...fields('seconds', 'time'),
  ...fields('text', 'symbol'),
  ...fields('volume', 'volume'),
  ...fields('decimal', 'price', 'profit', 'swap'),
  { name: 'commission', kind: 'decimal', optional: true },
  ...levels,
  ...labels,
];

const decimal = { pattern: /^-?\d{1,18}(\.\d{1,8})?$/, fault: 'row_sent_not_decimal' } as const;

type FieldFault =
  | 'row_sent_not_ticket'
  | 'row_sent_not_seconds'
  | 'row_sent_not_whole'
  | 'row_sent_not_decimal'
  | 'row_sent_not_text';

const forms: Record<Kind, { pattern: RegExp; fault: FieldFault; largest?: number }> = {
  ticket: { pattern: /^[1-9]\d{0,18}$/, fault: 'row_sent_not_ticket' },
  seconds: { pattern: /^\d{9,10}$/, fault: 'row_sent_not_seconds' },
  whole: { pattern: /^-?\d{1,19}$/, fault: 'row_sent_not_whole' },
  // Sums of several stay below what load takes for a volume or an amount.
  volume: { ...decimal, largest: 1e8 },
  decimal: { ...decimal, largest: 1e13 },
  text: { pattern: /^"/, fault: 'row_sent_not_text' },
};

const secondsOfDay = 86_400;

/**
 * Earliest and latest time: 1990 and 2100, as in every table of a source. A server's clock may be
 * most of a day off UTC.
 */
const [earliest, latest] = [631_152_000 + secondsOfDay, 4_102_444_800 - secondsOfDay];

/** Deal or position that was sent, with its known fields, or the reason why it can't be read. */
export type ReadRow =
  | { readonly deal: TerminalDeal; readonly fields: ReadonlyMap<string, JsonText> }
  | { readonly reason: CodedReason };

/** Reads a deal of MT5, or a closed order of MT4. */
export const readDeal = (platform: TerminalAccount['platform'], object: JsonText): ReadRow =>
  readFields(object, dealFields[platform], platform === 'MT4' ? [0, 1, 6, 7] : undefined);

/** Reads an open position, which both platforms send alike. */
export const readPosition = (object: JsonText): ReadRow =>
  readFields(object, positionFields, [0, 1]);

/** Reads the known fields, each value as it was written. */
function readFields(object: JsonText, known: readonly Field[], types?: readonly number[]): ReadRow {
  if (isTooLong(object)) return { reason: tooLongRow };
  if (!object.startsWith('{')) return { reason: makeReason('row_not_object') };
  JSON.parse(object);
  const values = membersOf(object);
  const fields = new Map<string, JsonText>();
  const members: string[] = [];
  for (const { name, kind, optional } of known) {
    const text = values.get(name);
    if (text === undefined || text === 'null') {
      if (optional) continue;
      return { reason: makeReason('row_missing', { column: name }) };
    }
    const { pattern, fault, largest = Number.POSITIVE_INFINITY } = forms[kind];
    const isOutside = kind === 'seconds' && (Number(text) < earliest || Number(text) > latest);
    const sent = { column: name, value: cut(text) };
    if (!pattern.test(text) || isOutside) return { reason: makeReason(fault, sent) };
    if (Math.abs(Number(text)) > largest) return { reason: makeReason('row_sent_too_large', sent) };
    fields.set(name, text);
    members.push(`"${name}":${text}`);
  }
  const value = (name: string): JsonText => values.get(name) ?? '';
  const type = Number(value('type'));
  const isTrade = type === 0 || type === 1;
  if (types && !types.includes(type)) {
    const choices = types.join(', ');
    return { reason: makeReason('row_sent_not_choice', { column: 'type', value: type, choices }) };
  }
  if (isTrade && value('symbol') === '""') {
    return { reason: makeReason('row_sent_empty', { column: 'symbol' }) };
  }
  const volume = value('volume') || value('lots');
  if (isTrade && !/^[\d.]*[1-9]/.test(volume)) {
    return { reason: makeReason('row_sent_not_positive', { column: 'volume', value: volume }) };
  }
  const position = value('position');
  const deal = {
    ticket: value('ticket'),
    position:
      isTrade && position === '0' ? `of ${JSON.parse(value('symbol'))}` : isTrade ? position : '',
    time: Number(value('time') || value('open_time')),
    json: `{${members.join(',')}}`,
  };
  return { deal, fields };
}

const cut = (text: string): string => text.slice(0, 60);

/** Returns true if a terminal sent the account, with its clocks. */
export const isTerminal = (account: JsonText): boolean =>
  /"gmt_time"\s*:/.test(account) && account.trimStart().startsWith('{');

/** Seconds by which the clock of a terminal's computer may be wrong. */
const maxSeconds = 600;

/**
 * Reads the account that a terminal sent. Returns a reason if a field, the number or a clock can't
 * be right.
 */
export function readAccount(object: JsonText, now: Date): TerminalAccount | { reason: string } {
  if (isTooLong(object)) return { reason: 'account is longer than 1 MB' };
  const account: Record<string, unknown> = JSON.parse(object);
  const values = membersOf(object);
  const text = (name: string) => (typeof account[name] === 'string' ? account[name] : '');
  const { platform, number, gmt_time, server_time, deals_total } = account;
  if (platform !== 'MT4' && platform !== 'MT5') return { reason: 'account.platform is MT4 or MT5' };
  if (!isCount(number) || number === 0)
    return { reason: 'account.number is not an account number' };
  if (!isCount(gmt_time)) return { reason: 'account.gmt_time is not a time in seconds' };
  if (!isCount(deals_total)) return { reason: 'account.deals_total is not a number of deals' };
  const [balance = '', leverage = ''] = ['balance', 'leverage'].map((name) => values.get(name));
  if (!forms.decimal.pattern.test(balance)) return { reason: 'account.balance is not a decimal' };
  if (!isCurrency(text('currency'))) {
    const currency = cut(text('currency'));
    return {
      reason: `account.currency is ${currency === '' ? 'missing' : `\`${currency}\``}; it must be ${currencyRule}`,
    };
  }
  const off = Math.round(gmt_time - now.getTime() / 1000);
  if (Math.abs(off) > maxSeconds) {
    const side = off > 0 ? 'ahead of' : 'behind';
    return {
      reason: `the clock of the terminal's computer is ${Math.abs(off)} seconds ${side} ours; correct its clock or its time zone`,
    };
  }
  const clock = text('clock').trim();
  if (clock !== '' && !isClock(clock)) {
    return {
      reason: `the clock \`${cut(clock)}\` is not a time zone: give NY+7, an IANA zone (Europe/Athens) or an offset (+02:00)`,
    };
  }
  const isServerTimeKnown = isCount(server_time) && server_time > 0;
  const ahead = isServerTimeKnown ? Math.round((server_time - gmt_time) / quarter) * quarter : null;
  if (ahead === null && clock === '') {
    return { reason: "the server's clock is not known yet: wait for a quote, or name it" };
  }
  if (ahead !== null && Math.abs(ahead) > 14 * 3600) {
    return { reason: `the server's clock is ${ahead} seconds off GMT, which no clock is` };
  }
  return {
    platform,
    number: String(number),
    server: text('server'),
    broker: text('broker'),
    currency: text('currency'),
    leverage: /^[1-9]\d*$/.exec(leverage)?.[0] ?? '',
    balance,
    demo: typeof account.demo === 'boolean' ? String(account.demo) : '',
    clock,
    gmt: gmt_time,
    ahead,
    listed: deals_total,
  };
}

const quarter = 900;

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

function isClock(name: string): boolean {
  try {
    parseTimezone(name);
    return true;
  } catch {
    return false;
  }
}
