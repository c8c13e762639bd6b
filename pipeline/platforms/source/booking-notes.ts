import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import { sumDecimals } from '../../read/decimals.ts';
import {
  answerTo,
  type BalanceBooking,
  type CashFlowKind,
  readBooking,
  type TextAnswer,
  type TextAnswers,
  textKey,
} from './cash-flow-kinds.ts';

/** Balance row whose text says what it is. */
export interface BalanceRow extends BalanceBooking {
  readonly line: number;
  readonly amount: string;
}

/** Text of balance rows that may be read wrongly. */
export interface DoubtedText {
  readonly key: string;
  /** Text and line of the first of its rows. */
  readonly text: string;
  readonly line: number;
  readonly doubt: 'unknown' | 'both';
  /** Number and sum of its rows. */
  readonly count: number;
  readonly amount: string;
  /** Answer about it; null if nobody was asked. */
  readonly answer: TextAnswer | null;
}

const maxText = 60;

/** Finds the texts of balance rows that are not known, or that name a deposit and a cost. */
export function doubtedTexts(rows: readonly BalanceRow[], answers: TextAnswers): DoubtedText[] {
  const byKey = new Map<string, { doubt: DoubtedText['doubt']; rows: BalanceRow[] }>();
  for (const row of rows) {
    if (row.type === 'credit') continue;
    const { doubt } = readBooking(row);
    if (doubt === null) continue;
    const key = textKey(row.text);
    const known = byKey.get(key);
    if (known) known.rows.push(row);
    else byKey.set(key, { doubt, rows: [row] });
  }
  return [...byKey].map(([key, { doubt, rows: alike }]) => ({
    key,
    doubt,
    text: (alike[0]?.text ?? '').slice(0, maxText),
    line: alike[0]?.line ?? 0,
    count: alike.length,
    amount: sumDecimals(alike.map(({ amount }) => amount)),
    answer: answerTo(key, answers),
  }));
}

const textsNamed = 5;

/** Says how doubted texts were read. */
export function doubtNotes(texts: readonly DoubtedText[]): CodedReason[] {
  const isOpen = ({ answer }: DoubtedText) => answer === null || answer === 'unknown';
  const unknown = texts.filter((text) => isOpen(text) && text.doubt === 'unknown');
  const both = texts.filter((text) => isOpen(text) && text.doubt === 'both');
  return [
    ...(unknown.length === 0
      ? []
      : [
          makeReason('import_unknown_texts', {
            count: rowsOf(unknown),
            amount: sumDecimals(unknown.map(({ amount }) => amount)),
            text: named(unknown.map(({ line, text }) => `${line} \`${text}\``)),
          }),
        ]),
    ...(both.length === 0
      ? []
      : [
          makeReason('import_texts_both', {
            count: rowsOf(both),
            text: named(both.map(({ line, text }) => `${line} \`${text}\``)),
          }),
        ]),
    ...(['flow', 'adjustment'] as const).flatMap((answer) => {
      const said = texts.filter((text) => text.answer === answer);
      if (said.length === 0) return [];
      const text = named(said.map((each) => `\`${each.text}\``));
      return [makeReason(answer === 'flow' ? 'import_said_flow' : 'import_said_cost', { text })];
    }),
  ];
}

const rowsOf = (texts: readonly DoubtedText[]): number =>
  texts.reduce((sum, { count }) => sum + count, 0);

function named(texts: readonly string[]): string | CodedReason {
  const names = texts.slice(0, textsNamed).join(', ');
  const unnamed = texts.length - textsNamed;
  return unnamed > 0 ? makeReason('import_and_other_texts', { names, count: unnamed }) : names;
}

const kinds = ['flow', 'adjustment', 'credit'] as const;

/** Codes for balance entries: deals, or rows of a list. */
const entryCodes = {
  flow: 'import_entries_flow',
  adjustment: 'import_entries_adjustment',
  credit: 'import_entries_credit',
} as const;

/** Codes for the balance and credit rows of a statement. */
export const rowCodes = {
  flow: 'import_rows_flow',
  adjustment: 'import_rows_adjustment',
  credit: 'import_rows_credit',
} as const;

/** Says how many bookings were taken as what. */
export const describeBookings = (
  bookings: readonly { readonly kind: CashFlowKind; readonly amount: string }[],
  codes: typeof entryCodes | typeof rowCodes = entryCodes,
): CodedReason[] =>
  kinds.flatMap((kind) => {
    const amounts = bookings.flatMap((booking) => (booking.kind === kind ? booking.amount : []));
    const found = { count: amounts.length, amount: sumDecimals(amounts) };
    return amounts.length === 0 ? [] : [makeReason(codes[kind], found)];
  });
