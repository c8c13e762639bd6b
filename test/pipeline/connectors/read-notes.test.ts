import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { makeReason } from '../../../pipeline/base/reasons/reason.ts';
import { notesAfter, notesAfterFault } from '../../../pipeline/connectors/read-notes.ts';

const notes = suite('notes of reads');

const trade = makeReason('connector_trade_left_out', { ticket: '7' });
const detail = makeReason('import_field_absent', { name: 'delta' });
const transfer = makeReason('connector_transfer_left_out', { id: '8', detail });
const gone = makeReason('connector_rows_gone', { count: 2 });

notes('stay if they name a row that was left out, until the row is read', () => {
  assert.equal(notesAfter([], [trade, transfer, gone], new Set()), [trade, transfer]);
  assert.equal(notesAfter([gone], [trade, transfer], new Set(['trades 7'])), [gone, transfer]);
  assert.equal(notesAfter([], [trade, transfer], new Set(['cash_flows 8', 'trades 8'])), [trade]);
});

notes('of a read that failed stay, with those about rows that stored pages left out', () => {
  assert.equal(notesAfterFault([trade, gone], [transfer]), [transfer, trade]);
  assert.equal(notesAfterFault([], [gone]), [gone]);
});

notes('say each thing once, and twenty at most', () => {
  assert.equal(notesAfter([trade, trade], [trade], new Set()), [trade]);
  const many = Array.from({ length: 30 }, (_, at) =>
    makeReason('connector_trade_left_out', { ticket: at }),
  );
  assert.equal(notesAfter([gone], many, new Set()), [gone, ...many.slice(0, 19)]);
});

notes.run();
