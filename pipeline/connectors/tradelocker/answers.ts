import { type CodedReason, makeReason, type ReasonCode } from '../../base/reasons/reason.ts';
import { type AnswerRow, gatherPieces, type Panel } from '../../platforms/tradelocker/pieces.ts';
import {
  readDetails,
  readRows,
  type TradelockerOpenPosition,
  type TradelockerRows,
} from '../../platforms/tradelocker/rows.ts';
import { UnreadableExport } from '../../read/bounds.ts';
import { decimalOf, isJsonList, type JsonValue, textOf } from '../../read/json-values.ts';
import { type AnswerFields, fieldsOf } from '../answers.ts';
import { ConnectorError, unexpectedField, type Wanted } from '../errors.ts';

/** Reads rows of answers by the columns that `/trade/config` names, as an import does. */
export interface AnswerRows {
  fills(answer: AnswerFields): TradelockerRows['fills'];
  positions(answer: AnswerFields): readonly TradelockerOpenPosition[];
  details(answer: AnswerFields): { readonly balance: string; readonly equity: string };
  /** Returns when the oldest of the resting orders was created; null if no order rests. */
  oldestResting(answer: AnswerFields): number | null;
}

/** Returns the reader of an account's answers. */
export function answerRows(config: AnswerFields): AnswerRows {
  const read = (panel: Panel, answer: AnswerFields) => {
    if (panel !== 'accountDetails') answer.list(panel);
    return orUnexpected(panel, () => gatherPieces([config.object, answer.object]));
  };
  const rowsOf = (panel: Panel, answer: AnswerFields): TradelockerRows => {
    const pieces = read(panel, answer);
    const rows = orUnexpected(panel, () => readRows(pieces));
    const [unread] = rows.unread;
    if (unread) {
      throw unexpectedRow(panel, unread.no, unread.reason);
    }
    return rows;
  };
  return {
    fills: (answer) => rowsOf('ordersHistory', answer).fills,
    positions: (answer) => rowsOf('positions', answer).positions ?? [],
    details(answer) {
      const pieces = read('accountDetails', answer);
      const details = orUnexpected('accountDetails', () => readDetails(pieces));
      const balance = decimalOf(details.get('balance'));
      if (balance === null) throw unexpectedField('accountDetails', 'balance', 'wanted_number');
      const equity = decimalOf(details.get('equity')) ?? decimalOf(details.get('projectedBalance'));
      return { balance, equity: equity ?? '' };
    },
    oldestResting(answer) {
      const names = columnsOf(config, 'ordersConfig');
      const created = answer
        .list('orders')
        .map((row) => Number(cellOf(row as AnswerRow, names, 'createdDate')));
      const times = created.filter((at) => Number.isSafeInteger(at) && at > 0);
      return times.length === 0 ? null : Math.min(...times);
    },
  };
}

/** Expected form of a cell, by the code of the reason why it is not read. */
const wantedByCode: Partial<Record<ReasonCode, Wanted>> = {
  import_field_not_number: 'wanted_number',
  import_field_not_instant: 'wanted_instant',
  import_field_not_positive: 'wanted_positive',
  import_field_empty: 'wanted_text',
  import_side_of: 'wanted_side',
};

/** Makes the error of a row. It names the field and never its value, which may be any text. */
function unexpectedRow(answer: Panel, row: number, detail: CodedReason): ConnectorError {
  const wanted = wantedByCode[detail.code];
  if (wanted === undefined) {
    return new ConnectorError(
      'unexpected',
      makeReason('connector_unread_row', { answer, row, detail }),
    );
  }
  const field = String(detail.values.name ?? 'side');
  const values = { answer, row, field, wanted: makeReason(wanted) };
  return new ConnectorError('unexpected', makeReason('connector_unexpected_in_row', values));
}

function orUnexpected<Result>(panel: Panel, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof UnreadableExport)) throw error;
    const said = makeReason('connector_unread_answer', { answer: panel, detail: error.reason });
    throw new ConnectorError('unexpected', said);
  }
}

const columnsOf = (config: AnswerFields, name: string): readonly string[] =>
  config
    .fields(name)
    .list('columns')
    .map((column, at) => fieldsOf('config', column, `${name}.columns[${at}]`).text('id'));

const cellOf = (row: JsonValue, names: readonly string[], name: string): string =>
  isJsonList(row) ? textOf(row[names.indexOf(name)]) : fieldsOf('orders', row).text(name);
