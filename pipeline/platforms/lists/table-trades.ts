import { makeReason } from '../../base/reasons/reason.ts';
import { negateDecimal, sumDecimals } from '../../read/decimals.ts';
import type { Notation } from '../../read/notation.ts';
import { dateOrderReason } from '../../read/times.ts';
import { type Cells, sideOf, UnreadRow } from '../source/cells.ts';
import type { Order, Side } from '../source/orders.ts';
import { columnIndexes, type TradeField, type TradeMap, wordFor } from '../source/table-map.ts';
import type { LedgerEntry, LedgerFlow, LedgerForm, LedgerReader } from './ledger-form.ts';
import { createHeadedReader } from './listed-orders.ts';

/** A table of trades as a list that is read by a map. */
export const tradeForm = (map: TradeMap): LedgerForm => ({
  noun: 'table of trades',
  expected: makeReason('file_no_row_with', { names: Object.values(map.columns).join(', ') }),
  createReader: (notation) => createReader(map, notation),
  dates: 'day first',
});

function createReader(map: TradeMap, notation: Notation): LedgerReader {
  let open = 0;
  return createHeadedReader<TradeField>(
    {
      result: 'profit',
      headingsOf: (texts) => columnIndexes(map.columns, texts),
      entryOf(cells) {
        const entry = entryOf(cells, map);
        if (entry.kind === 'position') open++;
        return entry;
      },
      findings: () => ({
        notes: open === 0 ? [] : [makeReason('import_became_open', { count: open })],
        platform: map.platform ?? '',
      }),
    },
    notation,
  );
}

function entryOf(cells: Cells<TradeField>, map: TradeMap): LedgerEntry {
  const printed = cells.word('side');
  const word = wordFor(map, printed);
  if (word === 'skip' || /^(buy|sell) (stop )?(limit|stop)/i.test(word)) {
    return {
      kind: 'left out',
      what: word === 'skip' ? 'import_skipped' : 'import_pending_left_out',
    };
  }
  const side = sideOf(word);
  if (side !== null) return orderIn(cells, side, map);
  const says = saysOf(word, cells.text('comment'));
  if (says === null) {
    throw new UnreadRow(makeReason('import_mapped_side', { value: printed.slice(0, 60) }));
  }
  const field = cells.text('opened_at') === '' ? 'closed_at' : 'opened_at';
  const flow = { id: cells.text('ticket'), at: timeIn(cells, field), says };
  const amount = cells.needed('profit');
  return { kind: 'flow', account: cells.text('account'), flow: { ...flow, amount } };
}

function saysOf(word: string, text: string): LedgerFlow['says'] | null {
  if (word === 'flow' || word === 'adjustment' || word === 'credit') return word;
  if (/^credit$/i.test(word)) return 'credit';
  return /^(balance|deposit|withdrawal)$/i.test(word)
    ? { type: 'balance', text, action: word }
    : null;
}

function orderIn(cells: Cells<TradeField>, side: Side, map: TradeMap): LedgerEntry {
  const commission = cells.optional('commission');
  const swap = cells.optional('swap');
  const costs = [commission, swap].filter(Boolean).map(negateDecimal);
  const profit = cells.needed('profit');
  const order: Order = {
    ticket: cells.text('ticket'),
    symbol: cells.word('symbol'),
    side,
    commission,
    swap,
    volume: cells.volume('volume'),
    openPrice: cells.needed('open_price'),
    stopLoss: cells.level('stop_loss'),
    takeProfit: cells.level('take_profit'),
    opened: timeIn(cells, 'opened_at'),
    profit: map.profit === 'net' ? sumDecimals([profit, ...costs]) : profit,
    comment: cells.text('comment'),
    magicNumber: cells.text('magic_number').replace(/^0$/, ''),
  };
  const account = cells.text('account');
  if (cells.text('closed_at') === '') return { kind: 'position', account, order };
  const closed = {
    closed: timeIn(cells, 'closed_at'),
    closePrice: cells.needed('close_price'),
    stopsKnown: cells.has('stop_loss'),
  };
  return { kind: 'trade', account, order: { ...order, ...closed } };
}

function timeIn(cells: Cells<TradeField>, field: TradeField): number {
  const printed = cells.text(field);
  const time = cells.notation.time(printed);
  const name = cells.nameOf(field);
  if (time === null)
    throw new UnreadRow(
      makeReason('import_field_not_date', {
        name,
        value: printed,
        text: dateOrderReason(cells.notation.dates),
      }),
    );
  if (time.hasOffset && !/(Z|UTC|GMT|[+-]00:?00)$/.test(printed)) {
    throw new UnreadRow(makeReason('import_field_offset', { name, value: printed }));
  }
  return time.at;
}
