import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inEnglish } from '../../../pipeline/base/reasons/reason.ts';
import { loadableRows } from '../../../pipeline/connect/loadable-rows.ts';
import { createLineValidator } from '../../../pipeline/connect/validate-lines.ts';
import { accountRow, tradeRow } from '../../../pipeline/platforms/source/orders.ts';
import { describeRows, rowCount } from '../../../pipeline/platforms/source/row-count.ts';
import { fieldsOf } from '../../support/fields.ts';

const loadable = suite('loadable rows');

const at = Date.UTC(2024, 6, 1);
const account = (id: string) =>
  accountRow({
    account_id: id,
    platform: 'MT5',
    currency: 'USD',
    created_at: '2024-07-01T00:00:00Z',
    updated_at: '2024-07-02T00:00:00Z',
    statement: 'made up',
  });
const trade = (id: string, ticket: string, volume: string) =>
  tradeRow(
    {
      ticket,
      volume,
      symbol: 'EURUSD',
      side: 'buy',
      opened: at,
      closed: at,
      comment: '',
      openPrice: '1.1',
      closePrice: '1.2',
      stopLoss: '',
      takeProfit: '',
      profit: '5.00',
      commission: '',
      swap: '',
    },
    id,
    (wall) => wall,
  );

loadable('a refused trade marks its account, and each is counted once', async () => {
  const trades = [trade('MT5:1', '1', '0.1'), trade('MT5:2', '1', '0.1'), trade('MT5:2', '2', '0')];
  const imported = { accounts: ['MT5:1', 'MT5:2'].map(account), trades };
  const validator = createLineValidator();
  try {
    const read = rowCount({ read: 3 });
    const { tables, refused, loaded } = await loadableRows(imported, read, validator);
    assert.equal(fieldsOf(tables.accounts, 'account_id', 'contradicted'), [
      ['MT5:1', ''],
      ['MT5:2', 'refused rows'],
    ]);
    assert.is(tables.trades?.length, 2);
    assert.equal([refused.count, refused.lines.length], [1, 1]);
    assert.equal([loaded.keys.trades, loaded.refused, loaded.again], [2, 1, []]);
  } finally {
    await validator.close();
  }
});

loadable('a row that was refused when the file was read marks every account', async () => {
  const validator = createLineValidator();
  try {
    const imported = { accounts: ['MT5:1', 'MT5:2'].map(account), trades: [] };
    for (const [refused, said] of [
      [0, ''],
      [1, 'refused rows'],
    ] as const) {
      const { tables } = await loadableRows(imported, rowCount({ read: 3, refused }), validator);
      assert.equal(
        tables.accounts?.map(({ contradicted }) => contradicted),
        [said, said],
      );
    }
  } finally {
    await validator.close();
  }
});

loadable('a refused row that comes again is refused once, and repeated once', async () => {
  const rows = [trade('MT5:1', '1', '0'), trade('MT5:1', '2', '0.1'), trade('MT5:1', '1', '0')];
  const validator = createLineValidator();
  try {
    const read = rowCount({ read: 3, repeated: 1 });
    const { loaded, refused } = await loadableRows({ trades: rows }, read, validator);
    assert.is(refused.count, 2);
    const { finding, warnings } = describeRows(read, [loaded]);
    assert.is(inEnglish(finding), '3 rows read: 1 trade, 1 repeated, 1 refused');
    assert.equal(warnings, []);
  } finally {
    await validator.close();
  }
});

loadable.run();
