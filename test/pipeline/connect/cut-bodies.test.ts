import { gzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Outcome } from '../../../pipeline/connect/outcome.ts';
import { fieldsOf } from '../../support/fields.ts';
import { sentDeal, sentInMarch } from '../../support/sent-rows.ts';
import { noon, terminalAccount, withReceiver } from './receiving.ts';

const cut = suite('bodies that end too early or say things twice');

const trade = (ticket: number, more: object = {}) => ({
  ...sentInMarch(`${ticket}`, ticket),
  ...more,
});
const deal = (ticket: number, entry: 0 | 1) => ({
  ...sentDeal(noon, ticket, entry),
  commission: 0,
});

const statusOf = (outcome: Outcome): number => ('status' in outcome ? outcome.status : 202);
const detailOf = (outcome: Outcome): string => ('detail' in outcome ? outcome.detail : '');

cut('of JSON are refused as a whole if cut, at every third byte', () =>
  withReceiver(async ({ send, run }) => {
    const bodies = [
      { account: { currency: 'USD', platform: 'MT5' }, trades: [trade(1)], positions: [] },
      { account: terminalAccount, deals: [deal(1, 0), deal(2, 1)], positions: [] },
    ].map((body) => JSON.stringify(body));
    for (const body of bodies) {
      for (let end = 0; end < body.length; end += 3) {
        const outcome = await send('a', body.slice(0, end));
        assert.is(statusOf(outcome), 400, `${body.slice(0, end)}: ${JSON.stringify(outcome)}`);
        assert.match(detailOf(outcome), /^[^\n]{10,300}$/);
      }
    }
    assert.equal((await run()).rows, {});
  }),
);

cut('of lines lose only the cut line, and say so', () =>
  withReceiver(async ({ send, run }) => {
    const lines = [1, 2, 3].map((ticket) => JSON.stringify({ table: 'trades', ...trade(ticket) }));
    const body = lines.join('\n');
    const ends = [lines[0]?.length ?? 0, `${lines[0]}\n${lines[1]}`.length, body.length];
    for (let end = 1; end <= body.length; end += 7) {
      const whole = ends.filter((each) => each <= end).length;
      const rest = body.slice(0, end).split('\n').slice(whole).join('').trim();
      const outcome = await send(`${end}`, body.slice(0, end), { type: 'application/x-ndjson' });
      if (whole === 0) {
        assert.is(statusOf(outcome), 400, `${end}`);
        continue;
      }
      if (!('receipt' in outcome)) throw new Error(`${end}: ${outcome.detail}`);
      const { accepted, rejected } = outcome.receipt;
      assert.equal([accepted, rejected.length], [whole, rest === '' ? 0 : 1], `${end}`);
      if (rest !== '') assert.is(rejected[0]?.row, whole + 1);
    }
    const profits = (await run()).rows.trades?.map(({ profit }) => Number(profit)) ?? [];
    assert.ok(profits.length > 30);
    assert.ok(profits.every((profit) => [1, 2, 3].includes(profit)));
  }),
);

cut('of several gzip members are read whole or not at all', () =>
  withReceiver(async ({ send }) => {
    const lines = [1, 2].map(
      (ticket) => `${JSON.stringify({ table: 'trades', ...trade(ticket) })}\n`,
    );
    const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = lines.map((line) => gzipSync(line));
    const body = Buffer.concat([first, second]);
    const options = { type: 'application/x-ndjson', isGzip: true } as const;
    const accepted = async (bytes: Buffer, account: string) => {
      const outcome = await send(account, bytes, options);
      return 'receipt' in outcome ? outcome.receipt.accepted : statusOf(outcome);
    };
    assert.is(await accepted(body, 'whole'), 2);
    for (let end = 0; end < body.length; end += 1) {
      // A body cut between two members of its list looks like a complete, shorter one.
      const expected = end === first.length ? 1 : 400;
      assert.is(await accepted(body.subarray(0, end), `cut ${end}`), expected, `cut off at ${end}`);
    }
    for (const rest of [Buffer.from('{"table":"trades"}'), Buffer.from([0x1f]), Buffer.alloc(3)]) {
      assert.is(await accepted(Buffer.concat([first, rest]), `${rest.length}`), 400, `${rest}`);
    }
  }),
);

cut('that name a member twice are refused, as one of the lists would be lost', () =>
  withReceiver(async ({ send, run }) => {
    const account = JSON.stringify(terminalAccount);
    const [opening, closing] = [deal(1, 0), deal(2, 1)].map((each) => JSON.stringify(each));
    const twice: [name: string, body: string][] = [
      ['deals', `{"account":${account},"deals":[${opening}],"deals":[${closing}]}`],
      ['deals', `{"account":${account},"deals":[${opening}],"d\\u0065als":[]}`],
      ['account', `{"account":${account},"account":{"currency":"EUR"},"deals":[]}`],
      ['positions', '{"positions":[],"positions":[]}'],
      ['trades', `{"trades":[${JSON.stringify(trade(1))}],"trades":[${JSON.stringify(trade(2))}]}`],
    ];
    for (const [name, body] of twice) {
      const outcome = await send('a', body);
      assert.is(statusOf(outcome), 400, body);
      assert.is(detailOf(outcome), `The body has the member "${name}" twice.`);
    }
    assert.equal((await run()).rows, {});
  }),
);

cut('with a column named twice in a row count its last value, as readers of JSON do', () =>
  withReceiver(async ({ send, run }) => {
    const row = JSON.stringify(trade(1)).replace('"profit":1', '"profit":1,"profit":2');
    assert.is(statusOf(await send('a', `{"trades":[${row}]}`)), 202);
    const foreign = row.replace('{', '{"account_id":"a","account_id":"b",');
    const outcome = await send('b', `{"trades":[${foreign.replace('"b"', '"a"')}]}`);
    assert.is('receipt' in outcome && outcome.receipt.rejected.length, 1);
    const { trades = [] } = (await run()).rows;
    assert.equal(fieldsOf(trades, 'account_id', 'profit'), [['a', 2]]);
  }),
);

cut('nested deeper than any row are refused or taken as text, and the receiver stays', () =>
  withReceiver(async ({ send }) => {
    for (const depth of [100, 10_000, 400_000]) {
      const nested = `${'['.repeat(depth)}${']'.repeat(depth)}`;
      const row = JSON.stringify(trade(depth)).replace('}', `,"comment":${nested}}`);
      const bodies = [
        `{"trades":[${row}]}`,
        `{"trades":${nested}}`,
        `{"account":${JSON.stringify(terminalAccount)},"deals":[${nested}]}`,
        `{"account":{"gmt_time":${nested}}}`,
        nested,
      ];
      for (const body of bodies) {
        const outcome = await send('a', body);
        assert.ok([202, 400, 413, 422].includes(statusOf(outcome)), JSON.stringify(outcome));
      }
    }
    assert.is(statusOf(await send('a', JSON.stringify({ trades: [trade(7)] }))), 202);
  }),
);

cut.run();
