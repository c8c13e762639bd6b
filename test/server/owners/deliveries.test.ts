import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openSqlite } from '../../../pipeline/deliveries/sqlite.ts';
import { findDelivery } from '../../../pipeline/deliveries/withdraw.ts';
import type { FiguresWithout } from '../../../pipeline/withdrawals/trial.ts';
import {
  dealOf,
  openForEntering,
  sentDeals,
  sentRows,
} from '../../pipeline/deliveries/entering.ts';
import { goldId, northId, withWorld } from '../world.ts';
import { signedIn } from './owners.ts';

const deliveries = suite('data that was sent in, for its owner');

deliveries('is listed, shown with its results, and withdrawn', () =>
  withWorld(async ({ app, registry, dataDir, trials }) => {
    const inbox = openForEntering(await openSqlite(dataDir.inbox.database));
    const rows = {
      trades: [
        { ticket: '1', profit: '10.10', commission: '-0.05' },
        { ticket: '2', profit: '-3.00' },
        { ticket: '3', profit: '99' },
      ],
      cash_flows: [{ id: 'd' }],
    };
    const entered = await inbox.enter([
      sentRows(goldId, 'gold', rows, { accepted: 3 }),
      sentRows(goldId, 'again', { trades: [{ ticket: '3', profit: '99' }] }),
      sentRows(northId, 'north', { equity: [{ at: '2026-02-03T10:00:00Z' }] }),
    ]);
    await inbox.close();
    const [gold = '', again = '', north = ''] = entered.map((each) =>
      typeof each === 'object' && 'receipt' in each ? each.receipt : '',
    );
    const browser = await signedIn(app, registry, 'north-desk');
    const list = '/me/accounts/north-gold/deliveries';
    assert.match((await browser.get('/me/accounts/north-gold')).body, `href="${list}"`);
    const listed = (await browser.get(list)).body;
    assert.match(listed, /<td>Program<\/td><td class="num rare">3<\/td>/);
    assert.match(listed, 'Waiting for the next run');
    assert.match(listed, `href="${list}/${gold}"`);
    assert.not.match(listed, north);
    const asked = await browser.get(`${list}/${gold}`);
    const { body } = asked;
    for (const words of ['3 trades', '1 deposit, withdrawal or other booking']) {
      assert.match(body, `<li>${words}</li>`);
    }
    // 10.10 − 0.05 − 3.00: another delivery has the third trade too.
    assert.match(body, 'Removes 2 trades with a net result of +7.05 EUR.');
    assert.match(body, 'With this data the return is +20.00% now.');
    assert.match(body, 'Computing the return without it, ');
    assert.is(asked.headers.refresh, undefined, 'the focus stays');
    await trials.idle();
    const unknown = await browser.get(`${list}/${gold}`);
    assert.is(unknown.headers.refresh, undefined, 'without figures the present return stays');
    assert.match(unknown.body, 'With this data the return is +20.00% now.');
    assert.not.match(unknown.body, 'Computing');
    assert.match(
      (await browser.get(`${list}/${again}`)).body,
      'Removes no trade: it has none, or other data',
    );
    assert.is((await browser.post(`${list}/${north}`)).statusCode, 404, 'of another account');
    const { headers } = await browser.post(`${list}/${gold}`);
    assert.is(headers.location, `${list}?done=withdrawn`);
    const after = (await browser.get(`${list}?done=withdrawn`)).body;
    assert.match(after, 'The next run computes your figures without it.');
    assert.match(after, 'Withdrawn <time');
    assert.is((await browser.post(`${list}/${gold}`)).statusCode, 400, 'only once');

    await registry.noteOperatorAccounts([northId]);
    const closed = '/me/accounts/north-eurusd/deliveries';
    assert.match((await browser.get(closed)).body, 'The operator loads this account.');
    assert.is((await browser.post(`${closed}/${north}`)).statusCode, 400);
  }),
);

deliveries('that a connector read is withdrawn by nobody but the operator', () =>
  withWorld(async ({ app, registry, dataDir }) => {
    const database = await openSqlite(dataDir.inbox.database);
    const inbox = openForEntering(database);
    const trades = { trades: [{ ticket: '1', profit: '-900' }] };
    const [read] = await inbox.enter([sentRows(goldId, 'read', trades, { source: 'broker_api' })]);
    const receipt = typeof read === 'object' && 'receipt' in read ? read.receipt : '';
    const browser = await signedIn(app, registry, 'north-desk');
    const list = '/me/accounts/north-gold/deliveries';
    const url = `${list}/${receipt}`;
    const { body } = await browser.get(list);
    assert.match(body, '<td>Broker</td>');
    assert.match(body, 'can’t be withdrawn here');
    assert.not.match(body, url);
    const asked = (await browser.get(url)).body;
    assert.match(asked, 'can’t be withdrawn here');
    assert.not.match(asked, `action="${url}"`);
    assert.is((await browser.post(url)).statusCode, 400, 'a forged form');
    assert.is((await findDelivery(database, receipt))?.withdrawn_at, null);
    await inbox.close();
  }),
);

const figures: FiguresWithout = { hasData: true, trades: 4, return: 18.5 };
type Effect = readonly [FiguresWithout, isPublished: boolean, string];
const effects: readonly Effect[] = [
  [figures, true, 'The return goes from +20.00% to +18.50%.'],
  [{ ...figures, return: 20 }, true, 'The return stays +20.00%.'],
  [figures, false, 'Without it the return is +18.50%.'],
  [{ ...figures, return: null }, true, 'Without it no return can be computed.'],
  [{ hasData: false, trades: 0, return: null }, true, 'Without it this account has no data.'],
];

/** Effects of deals, whose trades are known with the figures only. 45 trades are published. */
const dealEffects: readonly Effect[] = [
  [{ ...figures, trades: 44 }, true, 'Removes 1 trade.'],
  [{ hasData: false, trades: 0, return: null }, true, 'Removes 45 trades.'],
  [figures, false, 'Without it this account has 4 trades.'],
];

const sentTrade = sentRows(goldId, 'gold', { trades: [{ ticket: '1', profit: '10.10' }] });
/** A statement with the trade that the deals make too, and whose deals stay. */
const sameTrade = sentRows(northId, 'same', { trades: [{ ticket: '8', profit: '7' }] });
const deals = sentDeals(northId, 'deals', [dealOf(8, 0, 0), dealOf(8, 1, 7)]);
const removesNone = 'Removes no trade: it has none, or other data has them too.';
const cases = [
  ...effects.map((effect) => ['north-gold', [sentTrade], ...effect] as const),
  ...dealEffects.map((effect) => ['north-eurusd', [deals], ...effect] as const),
  ...[['north-eurusd', [sameTrade, deals], { ...figures, trades: 45 }, true, removesNone] as const],
];

for (const [slug, sent, without, isPublished, words] of cases) {
  deliveries(`tells before a withdrawal: ${words}`, () => {
    const tryWithdrawal = async () => without;
    return withWorld(
      async ({ app, registry, dataDir, trials }) => {
        const database = await openSqlite(dataDir.inbox.database);
        const inbox = openForEntering(database);
        const [entered] = await inbox.enter(sent);
        const state = isPublished ? 'published' : 'received';
        await database.write((db) => db.updateTable('deliveries').set({ state }).execute());
        await inbox.close();
        const receipt = typeof entered === 'object' && 'receipt' in entered ? entered.receipt : '';
        const browser = await signedIn(app, registry, 'north-desk');
        const url = `/me/accounts/${slug}/deliveries/${receipt}`;
        assert.match((await browser.get(url)).body, 'Computing the return without it, ');
        await trials.idle();
        assert.match((await browser.get(url)).body, `<strong>${words}</strong>`);
      },
      { tryWithdrawal },
    );
  });
}

deliveries.run();
