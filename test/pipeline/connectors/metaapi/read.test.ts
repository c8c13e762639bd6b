import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isInFull } from '../../../support/in-full.ts';
import { begin, booking, position, trade } from './account.ts';
import { type Read, readAll, withDouble } from './reading.ts';

const reading = suite('reading MetaTrader through MetaApi');

const minute = 60_000;
const instant = (at: number): string => new Date(at).toISOString().replace('.000Z', 'Z');

const trades = ({ rows }: Read) =>
  (rows.trades ?? []).map((row) => [
    ...[row.ticket, row.symbol, row.side, row.volume, row.open_price, row.close_price],
    ...[row.profit, row.commission, row.swap],
  ]);
const flows = ({ rows }: Read) =>
  (rows.cash_flows ?? []).map(({ id, amount, kind }) => [id, amount, kind]);

reading('pairs deals of MT5, closed in parts, with costs and bookings of their own', async () => {
  await withDouble('mt5', async (double, broker) => {
    // Ids that a double cannot hold exactly.
    const held = '9223372036854775801';
    broker.deals = [
      booking('mt5', '1', 'DEAL_TYPE_BALANCE', begin, 10_000, 'Deposit'),
      booking('mt5', '2', 'DEAL_TYPE_CREDIT', begin + 1000, 500),
      trade('mt5', '3', held, begin + minute, {
        type: 'DEAL_TYPE_BUY',
        entryType: 'DEAL_ENTRY_IN',
        volume: 0.3,
        price: 1.08,
        commission: -2.1,
      }),
      trade('mt5', '4', held, begin + 2 * minute, {
        type: 'DEAL_TYPE_SELL',
        entryType: 'DEAL_ENTRY_OUT',
        volume: 0.1,
        price: 1.09,
        // A value computed with binary fractions.
        profit: 100.30000000000001,
        commission: -0.7,
        swap: -0.15000000000000002,
      }),
      trade('mt5', '5', held, begin + 3 * minute, {
        type: 'DEAL_TYPE_SELL',
        entryType: 'DEAL_ENTRY_OUT',
        volume: 0.2,
        price: 1.07,
        profit: -200,
        commission: -1.4,
        swap: 0,
      }),
      booking('mt5', '6', 'DEAL_TYPE_BONUS', begin + 4 * minute, 50),
      booking('mt5', '7', 'DEAL_TYPE_COMMISSION_DAILY', begin + 5 * minute, -3),
      booking('mt5', '8', 'DEAL_DIVIDEND', begin + 6 * minute, 4),
      booking('mt5', '9', 'DEAL_TYPE_BALANCE', begin + 7 * minute, -1000, 'Withdrawal'),
      booking('mt5', '10', 'DEAL_TYPE_CORRECTION', begin + 8 * minute, 1.5),
      booking('mt5', '11', 'DEAL_TYPE_BALANCE', begin + 9 * minute, 0.123456789),
    ];
    const read = await readAll(double);
    assert.equal(trades(read), [
      [held, 'EURUSD', 'buy', '0.1', '1.08', '1.09', '100.30', '-1.40', '-0.15'],
      [`${held}-2`, 'EURUSD', 'buy', '0.2', '1.08', '1.07', '-200.00', '-2.80', '0.00'],
    ]);
    assert.equal(flows(read), [
      ['1', '10000', 'flow'],
      ['2', '500', 'credit'],
      ['6', '50', 'flow'],
      ['7', '-3', 'adjustment'],
      ['8', '4', 'adjustment'],
      ['9', '-1000', 'flow'],
      ['10', '1.5', 'flow'],
      ['11', '0.12345679', 'flow'],
    ]);
    const [first] = read.rows.trades ?? [];
    // The UTC time counts, not the time of the broker's clock.
    assert.is(first?.opened_at, instant(begin + minute));
    assert.is(first?.closed_at, instant(begin + 2 * minute));
  });
});

reading('makes orders of deals of MT4, which have one id for opening and closing', async () => {
  await withDouble('mt4', async (double, broker) => {
    const order = (entry: string, at: number, fields: object) =>
      trade('mt4', '73619724', '73619724', at, { entryType: `DEAL_ENTRY_${entry}`, ...fields });
    const opening = order('IN', begin, {
      type: 'DEAL_TYPE_SELL',
      volume: 1.5,
      price: 1.09,
      commission: -4.5,
    });
    const closing = order('OUT', begin + 3 * minute, {
      type: 'DEAL_TYPE_BUY',
      volume: 1.5,
      price: 1.08,
      profit: 1500,
      swap: -1.25,
      stopLoss: 1.1,
      comment: 'plan',
    });
    const money = booking('mt4', '73619000', 'DEAL_TYPE_BALANCE', begin - minute, 2000);
    broker.deals = [money, opening, closing];
    const read = await readAll(double);
    const expected = [
      ['73619724', 'EURUSD', 'sell', '1.5', '1.09', '1.08', '1500', '-4.5', '-1.25'],
    ];
    assert.equal(trades(read), expected);
    assert.equal(flows(read), [['73619000', '2000', 'flow']]);
    assert.is(read.rows.trades?.[0]?.stop_loss, '1.1');
    assert.is(read.rows.trades?.[0]?.opened_at, instant(begin));
    // A read that begins after the opening asks for the deals of the position.
    const since = new Date(begin + minute);
    const late = await readAll(double, { since });
    assert.equal(trades(late), expected);
    assert.ok(double.requests.some((path) => path.endsWith('/history-deals/position/73619724')));
  });
});

reading('reads open positions, balance and equity', async () => {
  for (const platform of ['mt4', 'mt5'] as const) {
    await withDouble(platform, async (double, broker) => {
      broker.positions = [position(platform, '88', begin)];
      Object.assign(broker.information, {
        balance: 10_000.5,
        equity: 10_043.25,
        margin: 21.5,
        leverage: 500,
      });
      const { pages } = await readAll(double);
      const last = pages.at(-1);
      const account = last?.terminal?.account;
      assert.equal(
        [account?.balance, account?.leverage, account?.currency, account?.demo, account?.clock],
        ['10000.5', '500', 'USD', 'false', 'UTC'],
      );
      const [held] = (last?.terminal?.positions ?? []).map((each) => JSON.parse(each));
      // Only the part of the position that is still open counts.
      assert.equal([held.type, held.profit, held.swap, held.volume], [1, 45, -2, 0.3]);
      assert.is(held.commission, platform === 'mt4' ? -3 : undefined);
      const [equity] = last?.rows.equity ?? [];
      assert.equal(
        [equity?.balance, equity?.equity, equity?.margin],
        ['10000.5', '10043.25', '21.5'],
      );
    });
  }
});

const many = isInFull ? 200_000 : 2500;
reading(`reads ${many} deals page by page, and goes on after a kill at any page`, async () => {
  await withDouble('mt5', async (double, broker) => {
    broker.deals = Array.from({ length: many }, (_, at) =>
      trade('mt5', String(at + 1), String((at >> 1) + 1), begin + at * 1000, {
        type: at % 2 === 0 ? 'DEAL_TYPE_BUY' : 'DEAL_TYPE_SELL',
        entryType: at % 2 === 0 ? 'DEAL_ENTRY_IN' : 'DEAL_ENTRY_OUT',
        volume: 0.1,
        price: 1.08,
        profit: at % 2,
      }),
    );
    const whole = await readAll(double);
    assert.is(whole.rows.trades?.length, many / 2);
    assert.is(whole.pages.length, Math.floor(many / 1000) + 1);
    // Until the last page, the answer says that there are more deals.
    assert.equal(
      whole.pages.map(({ terminal }) => (terminal?.account.listed ?? 0) > many),
      whole.pages.map((_, at) => at < whole.pages.length - 1),
    );
    const kills = Math.min(whole.pages.length - 1, 5);
    for (let stored = 1; stored <= kills; stored++) {
      const pages = whole.pages.slice(0, stored);
      const rest = await readAll(double, {
        state: pages.at(-1)?.state ?? null,
        before: { ...whole, pages },
      });
      assert.is(rest.deals.length, many);
      assert.is(rest.rows.trades?.length, many / 2);
    }
  });
});

reading('continues to the present after a read that was interrupted long ago', async () => {
  await withDouble('mt5', async (double, broker) => {
    const to = begin + 10 * minute;
    broker.deals = [
      booking('mt5', '1', 'DEAL_TYPE_BALANCE', begin, 100),
      booking('mt5', '2', 'DEAL_TYPE_BALANCE', to + 1000 * minute, 200),
    ];
    const read = await readAll(double, { state: { from: begin, to, offset: 0 } });
    assert.equal(flows(read), [
      ['1', '100', 'flow'],
      ['2', '200', 'flow'],
    ]);
  });
});

reading('reads late and corrected deals in the overlap, and doubles none', async () => {
  await withDouble('mt5', async (double, broker) => {
    const deal = (id: string, at: number, entry: 'IN' | 'OUT', profit: number, symbol = 'EURUSD') =>
      trade('mt5', id, '5', at, {
        type: entry === 'IN' ? 'DEAL_TYPE_BUY' : 'DEAL_TYPE_SELL',
        symbol,
        profit,
        entryType: `DEAL_ENTRY_${entry}`,
        volume: 0.1,
        price: 1.08,
      });
    broker.deals = [deal('6', begin, 'IN', 0), deal('8', begin + 2 * minute, 'OUT', 10)];
    const first = await readAll(double);
    // The broker corrects a deal, and renames the symbol.
    const corrected = deal('8', begin + 2 * minute, 'OUT', 12.5, 'EURUSD.x');
    const late = booking('mt5', '7', 'DEAL_TYPE_BALANCE', begin + minute, 300);
    broker.deals = [deal('6', begin, 'IN', 0, 'EURUSD.x'), late, corrected, corrected];
    const again = await readAll(double, { since: new Date(begin), before: first });
    assert.is(again.rows.trades?.length, 1);
    assert.equal(trades(again)[0]?.slice(0, 2), ['5', 'EURUSD.x']);
    assert.is(again.rows.trades?.[0]?.profit, '12.50');
    assert.equal(flows(again), [['7', '300', 'flow']]);
  });
});

reading.run();
