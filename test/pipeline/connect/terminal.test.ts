import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inEnglish } from '../../../pipeline/base/reasons/reason.ts';
import { readAccount, readDeal, readPosition } from '../../../pipeline/connect/terminal.ts';
import { serverClock, withObservation } from '../../../pipeline/deliveries/deals/server-clock.ts';
import { terminalAccount, withReceiver } from './receiving.ts';

const terminal = suite('what terminals send');

const seconds = (text: string): number => Date.parse(text) / 1000;
const now = new Date('2024-07-01T12:00:00Z');
const gmt = now.getTime() / 1000;

const said = (more: object = {}): string =>
  JSON.stringify({
    platform: 'MT5',
    number: 5001,
    server: 'Broker-Live',
    broker: 'Broker',
    currency: 'USD',
    leverage: 100,
    demo: false,
    balance: 1000.5,
    equity: 1000,
    clock: '',
    deals_total: 3,
    gmt_time: gmt,
    server_time: gmt + 3 * 3600 + 7,
    ...more,
  });

terminal('is an account with the clocks of the terminal', () => {
  assert.equal(readAccount(said(), now), {
    platform: 'MT5',
    number: '5001',
    server: 'Broker-Live',
    broker: 'Broker',
    currency: 'USD',
    leverage: '100',
    demo: 'false',
    balance: '1000.5',
    gmt,
    ahead: 10_800,
    clock: '',
    listed: 3,
  });
});

terminal('is refused in one line where a clock, the number or the currency cannot be right', () => {
  const reason = (more: object) => {
    const account = readAccount(said(more), now);
    return 'reason' in account ? account.reason : 'taken';
  };
  assert.match(reason({ gmt_time: gmt + 3600 }), 'is 3600 seconds ahead of ours');
  assert.match(reason({ gmt_time: gmt - 700 }), 'is 700 seconds behind ours');
  assert.is(reason({ gmt_time: gmt - 500, server_time: gmt + 10_300 }), 'taken');
  assert.match(reason({ server_time: gmt - 15 * 3600 }), 'is -54000 seconds off GMT');
  assert.match(reason({ server_time: 0 }), 'is not known yet');
  assert.is(reason({ server_time: 0, clock: 'NY+7' }), 'taken');
  assert.match(reason({ clock: 'Europe/Atlantis' }), '`Europe/Atlantis` is not a time zone');
  assert.match(reason({ platform: 'MT6' }), 'MT4 or MT5');
  assert.match(reason({ number: 0 }), 'not an account number');
  assert.match(
    reason({ currency: 'EURO' }),
    'account.currency is `EURO`; it must be three capital',
  );
  assert.match(reason({ currency: '' }), 'account.currency is missing');
  assert.is(reason({ currency: 'USDT' }), 'taken');
});

terminal('uses New York plus seven hours if the server was as far ahead when observed', () => {
  const named = (...seen: readonly (readonly [from: string, to: string, hours: number])[]) =>
    serverClock(
      '',
      seen.map(([from, to, hours]) => ({
        from: seconds(from),
        to: seconds(to),
        ahead: hours * 3600,
      })),
    ).name;
  assert.is(named(['2024-07-01T12:00Z', '2024-07-01T12:00Z', 3]), 'NY+7');
  // New York's clocks change on 10 March, Greek ones on 31 March.
  assert.is(named(['2024-03-18T12:00Z', '2024-03-18T12:00Z', 3]), 'NY+7');
  assert.is(named(['2024-03-18T12:00Z', '2024-03-18T12:00Z', 2]), 'Europe/Athens');
  assert.is(named(['2024-07-01T12:00Z', '2024-07-01T12:00Z', 1]), 'GMT+1');
  // Moscow's clock does not change. It looks like New York's in summer, but not in winter.
  assert.is(named(['2024-07-01T12:00Z', '2024-12-02T12:00Z', 3]), 'GMT+3');
  // A terminal that used the clock of before the weekend for half an hour.
  assert.is(
    named(
      ...([
        ['2024-07-01T12:00Z', '2024-11-01T21:00Z', 3],
        ['2024-11-04T00:00Z', '2024-11-04T00:30Z', 3],
        ['2024-11-04T00:31Z', '2024-11-04T12:00Z', 2],
      ] as const),
    ),
    'NY+7',
  );
  assert.is(serverClock('Asia/Tokyo', []).name, 'Asia/Tokyo');
});

terminal('trusts a time zone by how long it was observed, without weekends', () => {
  const [monday, friday, sunday] = ['2024-11-04', '2024-11-01', '2024-11-03'].map((day) =>
    seconds(`${day}T12:00:00Z`),
  ) as [number, number, number];
  const first = withObservation([], friday - 60, 10_800);
  const longer = withObservation(withObservation(first, friday, 10_800), sunday, 7200);
  assert.equal(longer, [{ ahead: 10_800, from: friday - 60, to: friday }]);
  assert.equal(withObservation(longer, monday, 7200)[1], { ahead: 7200, from: monday, to: monday });
});

const deal = (more: object = {}): string =>
  JSON.stringify({
    ticket: 5,
    position: 4,
    time: gmt,
    type: 0,
    entry: 0,
    symbol: 'EURUSD',
    volume: 0.1,
    price: 1.1,
    profit: 0,
    commission: 0,
    swap: 0,
    fee: 0,
    ...more,
  });

terminal('keeps what a deal has, as it is written, and says why a deal is refused', () => {
  const read = readDeal('MT5', deal({ more: 1 }).replace('1.1', '1.10000'));
  assert.equal('deal' in read && read.deal.json.includes('"price":1.10000'), true);
  assert.equal('deal' in read && read.deal.json.includes('more'), false);
  const reason = (more: object) => {
    const read = readDeal('MT5', deal(more));
    return 'reason' in read ? inEnglish(read.reason) : 'kept';
  };
  assert.is(reason({ ticket: 0 }), 'ticket 0 is not a ticket');
  assert.is(reason({ profit: 'x' }), 'profit "x" is not a decimal of at most 8 places');
  assert.is(reason({ profit: undefined }), 'profit is missing');
  assert.is(reason({ time: 5 }), 'time 5 is not a time in seconds');
  assert.is(reason({ symbol: '' }), 'symbol is empty');
  assert.is(reason({ volume: 0 }), 'volume 0 is not above 0');
  assert.is(reason({ volume: -1 }), 'volume -1 is not above 0');
  assert.is(reason({ type: 2, symbol: '', volume: 0 }), 'kept');
  const four = readDeal('MT4', deal({ type: 4 }));
  assert.is('reason' in four && inEnglish(four.reason), 'open_time is missing');
  const pending = readPosition(deal({ type: 4 }));
  assert.is('reason' in pending && inEnglish(pending.reason), 'type 4 is not one of 0, 1');
});

terminal('is taken for the account whose platform and number the key names', () =>
  withReceiver(async ({ send }) => {
    for (const platform of ['MT4', 'MT5'] as const) {
      const account = { ...terminalAccount, platform, number: 5001 };
      for (const [id, isTaken] of [
        [`${platform}:5001@Live`, true],
        [`${platform}:5001`, true],
        [`${platform === 'MT4' ? 'MT5' : 'MT4'}:5001@Live`, false],
        [`${platform}:5002@Live`, false],
        [`${platform}:50010@Live`, false],
        [`A name of its own ${platform}`, true],
      ] as const) {
        const outcome = await send(id, JSON.stringify({ account }));
        assert.is('receipt' in outcome, isTaken, `${platform} ${id}`);
        if (!('receipt' in outcome)) assert.match(outcome.detail, 'another account than 5001');
      }
    }
  }),
);

terminal.run();
