import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import { sumDecimals } from '../../read/decimals.ts';
import { type ReadText, readBalanceText } from './cash-flow-kinds.ts';

/** Balance row whose text says what it is. */
export interface BalanceRow {
  readonly line: number;
  readonly text: string;
  readonly amount: string;
}

const textsNamed = 5;

/** Names balance rows of which the text is not known, or names a deposit and a cost. */
export function balanceTextNotes(rows: readonly BalanceRow[]): CodedReason[] {
  const doubted = (doubt: ReadText['doubt']) =>
    rows.filter(({ text }) => readBalanceText(text).doubt === doubt);
  const [unknown, both] = [doubted('unknown'), doubted('both')];
  const quoted = (text: string) => `\`${text.slice(0, 60)}\``;
  return [
    ...(unknown.length === 0
      ? []
      : [
          makeReason('unknown_texts', {
            count: unknown.length,
            amount: sumDecimals(unknown.map(({ amount }) => amount)),
            text: named([...new Set(unknown.map(({ text }) => quoted(text)))]),
          }),
        ]),
    ...(both.length === 0
      ? []
      : [
          makeReason('texts_both', {
            count: both.length,
            text: named(both.map(({ line, text }) => `${line} ${quoted(text)}`)),
          }),
        ]),
  ];
}

function named(texts: readonly string[]): string | CodedReason {
  const names = texts.slice(0, textsNamed).join(', ');
  const unnamed = texts.length - textsNamed;
  return unnamed > 0 ? makeReason('and_other_texts', { names, count: unnamed }) : names;
}
