import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { MadeAccount, MadeOrder } from '../../../fixtures/statements/account.ts';
import { mt4Statement } from '../../../fixtures/statements/mt4.ts';
import { mt5Html } from '../../../fixtures/statements/mt5.ts';
import { makeReport } from '../../../fixtures/statements/mt5-story.ts';
import { testerRows } from '../../../fixtures/statements/mt5-tester.ts';
import { readHere } from '../../support/statements.ts';
import { within } from '../../support/within.ts';
import { now, type World, withWorld } from '../world.ts';
import { madeOrder } from './made-order.ts';
import { type Browsing, dropStatement, signedIn, textOf } from './owners.ts';

const timezones = suite('time zones of statements');
const inWorld = within(timezones, withWorld);

const week = 7 * 24 * 60 * 60 * 1000;
const wall = (time: string): number => Date.parse(`${time}Z`);

const order = (ticket: number, opened: number, closed: number): MadeOrder =>
  madeOrder(ticket, { opened, closed, profit: 100 });

/** First and last minutes of 12 market weeks. Only New York changed its clocks in them. */
const weekly: MadeAccount = {
  broker: 'Northwind Markets',
  login: 5_550_123,
  name: 'Anna Holder',
  currency: 'USD',
  places: 2,
  leverage: 100,
  saved: '2024 May 10, 18:00',
  before: 0,
  margin: 0,
  history: Array.from({ length: 12 }, (_, at) => at).flatMap((at) => [
    order(
      2 * at + 1,
      wall('2024-02-05T00:02:00') + at * week,
      wall('2024-02-05T00:40') + at * week,
    ),
    order(2 * at + 2, wall('2024-02-09T23:10') + at * week, wall('2024-02-09T23:57') + at * week),
  ]),
  open: [],
  working: [],
};

async function read(world: World, browser: Browsing, bytes: string, name = 'Statement.htm') {
  const dropped = await dropStatement(world.app, browser, name, Buffer.from(bytes));
  const address = String(dropped.headers.location);
  return { address, body: await bodyOf(world, browser, address) };
}

async function bodyOf(world: World, browser: Browsing, address: string): Promise<string> {
  await world.statements.idle();
  await browser.get(address);
  await world.statements.idle();
  return (await browser.get(address)).body;
}

inWorld(
  'are guessed, said with the reason, and changed before anything is confirmed',
  { facts: null },
  async (world) => {
    const browser = await signedIn(world.app, world.registry, 'north-desk');
    const { address, body } = await read(
      world,
      browser,
      mt4Statement(weekly, { layout: 'detailed' }),
    );
    assert.match(body, '<option value="NY+7" selected>New York + 7 (UTC+2, in the US summer');
    assert.match(textOf(body), 'because weekend gaps fit New York + 7. The trades of 12 weeks');
    assert.match(textOf(body), 'run from Sun 17:02 to Fri 16:57 in New York.');
    // 00:02 in Athens is 22:02 UTC. In February New York is at UTC−5.
    assert.match(textOf(body), 'Period 4 Feb 2024, 22:02 UTC to');

    assert.not.match(textOf(body), 'on a weekend');

    // A time zone that does not fit is said first, next to the field. The name stays.
    const changed = await browser.post(`${address}/confirm`, { name0: 'Mine', clock: 'UTC' });
    assert.is(changed.headers.location, `${address}?name0=Mine#confirm-title`);
    assert.equal(await world.registry.accountsOfOwner('nobody'), []);
    const again = await bodyOf(world, browser, `${address}?name0=Mine`);
    assert.match(textOf(again), 'Period 5 Feb 2024, 00:02 UTC to');
    assert.match(again, 'name="name0" value="Mine"');
    assert.match(textOf(again), 'You chose it.');
    assert.match(again, '<option value="UTC" selected>');
    const [, beside = ''] = again.split('id="timezone-reason"');
    assert.match(textOf(beside), /You chose it\..* on a weekend, .*Name to show/, textOf(beside));

    // One press reads the file again and adds the account.
    const back = await browser.post(`${address}/confirm`, { name0: 'Mine', clock: 'NY+7' });
    assert.is(back.headers.location, address);
    assert.match(textOf((await browser.get(address)).body), 'The next run loads it');
    const account = (await world.registry.accountsOfOwner('north-desk')).find(
      ({ name }) => name === 'Mine',
    );
    assert.is(account?.timezone, 'NY+7');

    const second = await read(world, browser, mt4Statement(weekly, { layout: 'detailed' }));
    assert.match(textOf(second.body), 'Closed trades 0 new trades, 24 known already');
    assert.match(textOf(second.body), 'All trades in this file are known already.');
    assert.match(textOf(second.body), 'As you confirmed it for this account earlier.');
    const longer = {
      ...weekly,
      history: [...weekly.history, order(99, now.getTime(), now.getTime())],
    };
    const third = await read(
      world,
      browser,
      mt4Statement(longer, { layout: 'detailed' }),
      'Longer.htm',
    );
    assert.match(textOf(third.body), 'Closed trades 1 new trade, 24 known already');
  },
);

inWorld('are worded in the language of the page', { facts: null }, async (world) => {
  const browser = await signedIn(world.app, world.registry, 'north-desk');
  const { address } = await read(world, browser, mt4Statement(weekly, { layout: 'detailed' }));
  const headers = { cookie: `__Host-session=${browser.token}`, 'accept-language': 'de' };
  const { body } = await world.app.inject({ url: address, headers });
  assert.match(textOf(body), 'gehen von Sonntag 17:02 bis Freitag 16:57 in New York');
});

inWorld(
  'are not asked of a backtest, which is no record of an account',
  { facts: null, readStatement: readHere },
  async (world) => {
    const browser = await signedIn(world.app, world.registry, 'north-desk');
    const report = mt5Html(testerRows(makeReport('tested', { trades: 10 })));
    const bytes = Buffer.from(report);
    const refused = await dropStatement(world.app, browser, 'ReportTester.html', bytes);
    assert.is(refused.statusCode, 422);
    assert.match(textOf(refused.body), 'ReportTester.html is a report of the strategy tester.');
  },
);

timezones.run();
