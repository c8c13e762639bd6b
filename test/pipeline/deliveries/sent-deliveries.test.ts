import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { receiveLocally } from '../../../pipeline/connect/receive.ts';
import { deliveriesAt } from '../../../pipeline/deliveries/open.ts';
import {
  createSentDeliveries,
  type SentDeliveries,
} from '../../../pipeline/deliveries/sent-deliveries.ts';
import { noteLoaded } from '../../../pipeline/deliveries/states.ts';
import { tradesIn } from '../../../pipeline/deliveries/tickets.ts';
import { compareDecimals } from '../../../pipeline/read/decimals.ts';
import { withDirectory } from '../../support/directory.ts';
import { fieldsOf } from '../../support/fields.ts';
import { keyedBody } from '../../support/keyed-body.ts';
import { atNoon } from './entering.ts';

// Programs write numbers, nulls and tickets in any way that load reads. An owner must be able to
// look at each delivery and withdraw it.
const sending = suite('deliveries as their owner sees them');

const row = (ticket: string, more: string) =>
  `{"ticket": ${ticket}, "symbol": "EURUSD", "side": "buy", "volume": 0.1, "open_price": 1.1,
    "close_price": 1.2, "opened_at": "2024-03-01T08:00:00Z", "closed_at": "2024-03-01T09:00:00Z",
    ${more}}`;

interface Desk {
  /** Sends rows of trades as JSON. Returns the receipt, which must have accepted all of them. */
  send(...rows: readonly string[]): Promise<string>;
  sendTo(account: string, ...rows: readonly string[]): Promise<string>;
  readonly sent: SentDeliveries;
  /** Notes that a run has loaded all that came, except of accounts that wait. */
  load(waiting?: readonly string[]): Promise<unknown>;
}

const withDesk = (work: (desk: Desk) => Promise<void>): Promise<void> =>
  withDirectory(async (directory) => {
    const { inbox } = dataDirectory(directory);
    const receiving = await receiveLocally(inbox.database, () => atNoon);
    const deliveries = deliveriesAt({ path: inbox.database });
    const sendTo: Desk['sendTo'] = async (account, ...rows) => {
      const outcome = await receiving.receive(keyedBody(account, `{"trades": [${rows.join()}]}`));
      assert.ok('receipt' in outcome && outcome.receipt.rejected_count === 0);
      return outcome.receipt.receipt;
    };
    try {
      await work({
        sent: createSentDeliveries(deliveries),
        load: async (waiting = []) =>
          noteLoaded(await deliveries.open(), 'run', { number: 99, waiting, closed: [] }),
        send: (...rows) => sendTo('a', ...rows),
        sendTo,
      });
    } finally {
      await deliveries.close();
      await receiving.close();
    }
  });

/** Notations that load accepts, and the amount that they are. */
const notations: readonly (readonly [text: string, amount: string])[] = [
  ...([
    ['"profit": 10, "commission": null', '10'],
    ['"profit": "10", "swap": ""', '10'],
  ] as const),
  ...([
    ['"profit": 1e2', '100'],
    ['"profit": "-1.5E+1"', '-15'],
    ['"profit": 25e-2', '0.25'],
  ] as const),
  ...([
    ['"profit": "+7", "swap": "-.5"', '6.5'],
    ['"profit": "5."', '5'],
    ['"profit": "+.25"', '0.25'],
  ] as const),
  ...([
    ['"profit": "3.e1"', '30'],
    ['"profit": 0e5', '0'],
    ['"profit": -0.0', '0'],
  ] as const),
  ['"profit": 0.1, "commission": 0.2, "swap": -0.3', '0'],
  ['"profit": 12345678901.12345678, "commission": -0.00000001', '12345678901.12345677'],
  ['"profit": 0.30000000000000004', '0.30000000000000004'],
  ['"profit": 0.1000000000000000055511151231257827', '0.1'],
  ['"profit": 1, "comment": "a \\"quoted\\", profit\\": 9"', '1'],
];

sending('have the results of their trades, however those are written', () =>
  withDesk(async ({ send, sent }) => {
    for (const [at, [text, amount]] of notations.entries()) {
      const receipt = await send(row(`${at}`, text));
      const found = await sent.find('north', 'a', receipt);
      assert.equal([found?.counts, found?.removedTrades], [{ trades: 1 }, 1], text);
      const profit = (found?.removedProfit ?? '').slice(0, 24);
      assert.is(
        compareDecimals(profit.replace(/(\.\d{17})\d+/, '$1'), amount),
        0,
        `${text}: ${profit}`,
      );
    }
    const last = await send(row('99', '"profit": 1'));
    assert.is(await sent.withdraw(last), true);
  }),
);

const decimal = fc
  .tuple(fc.integer({ min: -999_999, max: 999_999 }), fc.nat(6))
  .map(([units, places]) => ({ units, places, value: units / 10 ** places }));

sending('add up to the same by exponents, points and plain digits', () => {
  const text = decimal.chain(({ units, places, value }) =>
    fc.constantFrom(
      { text: `${units}e-${places}`, value },
      { text: `"${units}E-0${places}"`, value },
      { text: value.toFixed(8), value },
      { text: JSON.stringify(value.toFixed(places).replace(/^0\./, '.')), value },
      { text: JSON.stringify(value.toFixed(places).replace(/^(?!-)/, '+')), value },
    ),
  );
  const amounts = fc.record({ profit: text, commission: text, swap: text });
  fc.assert(
    fc.property(fc.array(amounts, { maxLength: 5 }), (trades) => {
      const lines = trades.map(
        ({ profit, commission, swap }, at) =>
          `{"swap":${swap.text},"ticket":${at},"profit":${profit.text},"commission":${commission.text}}`,
      );
      const read = [...tradesIn({ lines: { trades: lines }, terminal: null })];
      assert.equal(
        read.map(([ticket, net]) => [ticket, Math.round(Number(net) * 1e6)]),
        trades.map(({ profit, commission, swap }, at) => [
          `${at}`,
          Math.round((profit.value + commission.value + swap.value) * 1e6),
        ]),
      );
    }),
  );
});

sending('remove a trade only if no other delivery has its ticket, in any notation', () =>
  withDesk(async ({ send, sent }) => {
    const profit = (value: number) => `"profit": ${value}`;
    const asNumber = await send(row('7', profit(1)), row('8', profit(2)));
    const asText = await send(
      row('"7"', profit(3)),
      row('"\\u0038"', profit(4)),
      row('"9"', profit(5)),
    );
    const large = await send(row('12345678901234567891', profit(6)), row('"007"', profit(8)));
    await send(row('12345678901234567892', profit(7)));
    const effects = [];
    for (const receipt of [asNumber, asText, large]) {
      const found = await sent.find('north', 'a', receipt);
      effects.push([found?.removedTrades, Number(found?.removedProfit)]);
    }
    assert.equal(effects, [
      [0, 0],
      [1, 5],
      [2, 14],
    ]);
    assert.is(await sent.withdraw(asNumber), true);
    const [found, gone] = [
      await sent.find('north', 'a', asText),
      await sent.find('north', 'a', asNumber),
    ];
    assert.equal([found?.removedTrades, Number(found?.removedProfit)], [3, 12]);
    assert.equal([gone?.counts, gone?.removedTrades, gone?.delivery.rows], [{}, 0, 0]);
    assert.is.not(found?.state, '');
    assert.is(found?.state, gone?.state, 'the state is that of the account');
  }),
);

sending('wait for a run by account, also if another account waits longer', () =>
  withDesk(async ({ send, sendTo, sent, load }) => {
    await sendTo('b', row('1', '"profit": 1'));
    await send(row('2', '"profit": 1'));
    await load(['b']);
    assert.equal([...(await sent.waiting(['a', 'b', 'c']))], ['b']);
    await send(row('3', '"profit": 1'));
    assert.equal([...(await sent.waiting(['a', 'b', 'c']))].sort(), ['a', 'b']);
  }),
);

sending('are listed for the owner of their account only, and wait for a run', () =>
  withDesk(async ({ send, sent, load }) => {
    const receipt = await send(row('1', '"profit": 1'));
    for (const [account, id] of [
      ['b', receipt],
      ['a', `${receipt} `],
      ['a', ''],
      ['', receipt],
      ['A', receipt],
    ] as const) {
      assert.is(await sent.find('north', account, id), null);
    }
    assert.equal(await sent.list('north', 'b'), []);
    assert.equal([...(await sent.waiting(['a', 'b', ''])).values()], ['a']);
    const before = (await sent.find('north', 'a', receipt))?.state;
    await send(row('2', '"profit": 1'));
    const another = (await sent.find('north', 'a', receipt))?.state;
    assert.is.not(another, before, 'another came');
    await sent.withdraw(receipt);
    assert.is.not((await sent.find('north', 'a', receipt))?.state, another, 'one was withdrawn');
    assert.is((await sent.waiting(['a'])).size, 1);
    await load();
    assert.is((await sent.waiting(['a'])).size, 0, 'a run has taken the other');
    await send(row('3', '"profit": 1'));
    for (const { receipt: each } of await sent.list('north', 'a')) await sent.withdraw(each);
    assert.is((await sent.waiting(['a'])).size, 0, 'nothing is left of it');
    assert.equal(fieldsOf(await sent.list('north', 'a'), 'state', 'rows', 'file'), [
      ['refused', 0, null],
      ['refused', 0, null],
      ['refused', 0, null],
    ]);
  }),
);

sending('are an empty list before anything was sent', () =>
  withDirectory(async (directory) => {
    const { inbox } = dataDirectory(directory);
    const sent = createSentDeliveries(deliveriesAt({ path: inbox.database }));
    assert.equal(await sent.list('north', 'a'), []);
    assert.is(await sent.find('north', 'a', 'rcp_1'), null);
    assert.is((await sent.waiting(['a'])).size, 0);
  }),
);

sending.run();
