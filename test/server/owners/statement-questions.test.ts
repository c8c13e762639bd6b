import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { mt5Html } from '../../../fixtures/statements/mt5.ts';
import { makeReport } from '../../../fixtures/statements/mt5-story.ts';
import { testerRows } from '../../../fixtures/statements/mt5-tester.ts';
import { backUp } from '../../../pipeline/backup/back-up.ts';
import { restore } from '../../../pipeline/backup/restore.ts';
import { type DataDirectory, dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { readAudit } from '../../../pipeline/registry/audit.ts';
import { maxAnswers } from '../../../pipeline/statements/balance-texts.ts';
import { bookingRow, statementHtml } from '../../pipeline/platforms/statement-html.ts';
import { furnish } from '../../support/furnish.ts';
import { runAt } from '../../support/run-at.ts';
import { openStatements, readHere } from '../../support/statements.ts';
import { within } from '../../support/within.ts';
import { now, type World, withWorld } from '../world.ts';
import { type Browsing, dropStatement, signedIn, textOf } from './owners.ts';

const questions = suite('questions that no file answers');
const inWorld = within(questions, withWorld);

/** A list of Myfxbook. Each trade opens and closes on one day. */
const listOf = (trades: readonly (readonly [date: string, profit: string])[]): string =>
  [
    'Ticket,Open Date,Close Date,Symbol,Action,Units/Lots,SL,TP,Open Price,Close Price,Commission,Swap,Profit',
    ...trades.map(
      ([date, profit], at) =>
        `${at + 1},${date} 09:00,${date} 11:00,EURUSD,Buy,0.1,0,0,1.1,1.2,0,0,"${profit}"`,
    ),
    '',
  ].join('\n');

async function bodyOf(world: World, browser: Browsing, address: string): Promise<string> {
  await world.statements.idle();
  return (await browser.get(address)).body;
}

const details = { currency: 'USD', number: '7001', platform: 'MT5' };

/** Drops a list. Answers what it lacks besides: currency, number and platform. */
async function drop(world: World, browser: Browsing, text: string, name = 'list.csv') {
  const dropped = await dropStatement(world.app, browser, name, Buffer.from(text));
  const address = String(dropped.headers.location);
  await world.statements.idle();
  await browser.post(`${address}/correct`, details);
  return { address, body: await bodyOf(world, browser, address) };
}

/** Fields that a form of the page sends without being asked about. */
const sentBy = (body: string): Record<string, string> =>
  Object.fromEntries(
    [...body.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  );

inWorld(
  'about day and month show both readings, and need no second upload',
  { facts: null },
  async (world) => {
    const browser = await signedIn(world.app, world.registry, 'north-desk');
    const text = listOf([
      ['04/04/2024', '9.30'],
      ['03/04/2024', '5.20'],
      ['05/06/2024', '-1.10'],
    ]);
    const { address, body } = await drop(world, browser, text);
    assert.match(textOf(body), 'Does the day or the month come first?');
    assert.match(textOf(body), 'Day first: 03/04/2024 is 3 Apr 2024, 05/06/2024 is 5 Jun 2024');
    assert.match(textOf(body), 'Month first: 03/04/2024 is 4 Mar 2024, 05/06/2024 is 6 May 2024');
    assert.not.match(body, '/confirm"');
    assert.match(textOf((await browser.get('/me')).body), 'Needs details from you');

    const silent = await browser.post(`${address}/correct`, {});
    assert.is(silent.statusCode, 422);
    assert.match(textOf(silent.body), 'Choose one of the answers first.');

    await browser.post(`${address}/correct`, { dates: 'day first' });
    const read = await bodyOf(world, browser, address);
    // The last trade closes on 5 June; with the month first it would be 6 May.
    assert.match(textOf(read), /Period 3 Apr 2024 to 5 Jun 2024/);
    assert.match(read, /<option value="day first" selected>/);

    // The answer stays while the time zone is chosen.
    await browser.post(`${address}/confirm`, { name0: 'Mine', clock: 'Europe/Athens' });
    await bodyOf(world, browser, address);
    const confirmed = await browser.post(`${address}/confirm`, {
      name0: 'Mine',
      clock: 'Europe/Athens',
    });
    assert.is(confirmed.statusCode, 303);
    assert.match(textOf((await browser.get(address)).body), '3 Apr 2024, 06:00 UTC to 5 Jun');
  },
);

/** A report of MetaTrader 5 whose second balance is not the first one and the deposit. */
const contradictingReport = [
  '<table><tr><th colspan="4">Account:</th><th colspan="8">880050 (USD, Example-Server, real, Hedge)</th></tr>',
  '<tr><th colspan="15"><b>Deals</b></th></tr>',
  ...[
    'Time Deal Symbol Type Direction Volume Price Order Commission Fee Swap Profit Balance Comment',
    '2024.04.20_10:00:00 1 - balance - - - - 0.00 0.00 0.00 1000.00 1000.00 Deposit',
    '2024.04.21_10:00:00 2 - balance - - - - 0.00 0.00 0.00 50.00 1100.00 Deposit',
  ].map((row) => {
    const cells = row.split(' ').map((cell) => (cell === '-' ? '' : cell.replace('_', ' ')));
    return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  }),
  '</table></html>',
].join('\n');

inWorld(
  'are not asked about a file that no answer mends',
  { facts: null, readStatement: readHere },
  async (world) => {
    const browser = await signedIn(world.app, world.registry, 'north-desk');
    const said = async (content: string, name: string): Promise<string> => {
      const bytes = Buffer.from(content);
      const { statusCode, body } = await dropStatement(world.app, browser, name, bytes);
      assert.is(statusCode, 422);
      assert.not.match(body, '/correct"');
      return textOf(body);
    };
    const tested = mt5Html(testerRows(makeReport('tested', { trades: 5 })));
    assert.match(await said(tested, 'tested.html'), 'A backtest is not the record of an account.');
    const contradicted = await said(contradictingReport, 'forged.html');
    assert.match(contradicted, 'forged.html contradicts itself: ');
    assert.match(contradicted, '1100.00');
    const columns = 'Closing time (UTC+8),Entry price,Closing price,Closing Quantity,Net USD';
    const zones = `ID,Symbol,Opening direction,Opening time (UTC+2),${columns}
1,EURUSD,Buy,01/02/2024 08:00:00.000,01/02/2024 16:00:00.000,1.1,1.2,0.1 Lots,20.00
`;
    assert.match(await said(zones, 'zones.csv'), 'times are on UTC+02:00 and UTC+08:00');
  },
);

inWorld(
  'about the time zone say so if headings of cTrader name another',
  { facts: null },
  async (world) => {
    const browser = await signedIn(world.app, world.registry, 'north-desk');
    const columns = 'Closing time (UTC+8),Entry price,Closing price,Closing Quantity,Net USD';
    const text = `ID,Symbol,Opening direction,Opening time (UTC+8),${columns}
1,EURUSD,Buy,21/02/2024 08:00:00.000,21/02/2024 16:00:00.000,1.1,1.2,0.1 Lots,20.00
`;
    const dropped = await dropStatement(world.app, browser, 'list.csv', Buffer.from(text));
    const address = String(dropped.headers.location);
    await world.statements.idle();
    await browser.post(`${address}/correct`, { ...details, clock: 'Europe/Athens' });
    const body = await bodyOf(world, browser, address);
    assert.match(textOf(body), /UTC\+08:00/);
    assert.match(textOf(body), /Europe\/Athens/);
    assert.not.match(body, '/confirm"');
  },
);

inWorld('about the decimal mark show both readings', { facts: null }, async (world) => {
  const browser = await signedIn(world.app, world.registry, 'north-desk');
  const text = listOf([
    ['21/04/2024', '1.500'],
    ['22/04/2024', '-3.000'],
  ])
    .replaceAll(',0.1,', ',1,')
    .replaceAll(',1.1,1.2,', ',1,2,');
  const { address, body } = await drop(world, browser, text);
  assert.match(textOf(body), 'Which mark is the decimal mark?');
  assert.match(textOf(body), 'Point: 1.500 is 1.5, -3.000 is −3');
  assert.match(textOf(body), 'Comma: 1.500 is 1,500, -3.000 is −3,000');
  assert.not.match(body, 'Ask the operator');
  await browser.post(`${address}/correct`, { decimal: 'comma' });
  const lacking = await bodyOf(world, browser, address);
  assert.match(lacking, '<option value="comma" selected>');
  await browser.post(`${address}/correct`, details);
  const read = await bodyOf(world, browser, address);
  // 1500 − 3000, not 1.5 − 3.
  assert.match(textOf(read), /2 trades, net [-−]1,?500\b/);
});

inWorld(
  'are asked in the language of the page, and only if no cell decides',
  { facts: null },
  async (world) => {
    const browser = await signedIn(world.app, world.registry, 'north-desk');
    const open = await drop(world, browser, listOf([['03/04/2024', '9.30']]));
    for (const [language, sentence] of [
      ['de', 'Tag zuerst: 03/04/2024 ist 3. Apr 2024'],
      ['es', 'Primero el mes: 03/04/2024 es 4 mar 2024'],
    ] as const) {
      const headers = { cookie: `__Host-session=${browser.token}`, 'accept-language': language };
      const { body } = await world.app.inject({ url: open.address, headers });
      assert.match(textOf(body), sentence);
    }
    const decided = listOf([
      ['03/04/2024', '9.30'],
      ['04/21/2024', '1.10'],
    ]);
    const { body } = await drop(world, browser, decided, 'decided.csv');
    assert.match(body, '/confirm"');
    assert.match(textOf(body), 'Period 4 Mar 2024 to 21 Apr 2024');
  },
);

const start = Date.parse('2024-05-01T10:00:00Z');

/** A statement of MetaTrader 4 with these balance rows. */
const withTexts = (rows: readonly (readonly [text: string, amount: string])[]): string =>
  statementHtml({
    closed: rows.map(([text, amount], at) =>
      bookingRow(
        `${at + 1}`,
        new Date(start + at * 60_000)
          .toISOString()
          .slice(0, 19)
          .replace('T', ' ')
          .replaceAll('-', '.'),
        text,
        amount,
      ),
    ),
  });

async function dropTexts(
  world: World,
  browser: Browsing,
  rows: readonly (readonly [text: string, amount: string])[],
) {
  const file = Buffer.from(withTexts(rows));
  const dropped = await dropStatement(world.app, browser, 'Statement.htm', file);
  const address = String(dropped.headers.location);
  await bodyOf(world, browser, address);
  return { address, body: await bodyOf(world, browser, address) };
}

/** Values of the fields on a page. */
const valuesOn = (body: string): Record<string, string> =>
  Object.fromEntries(
    [...body.matchAll(/<input name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );

inWorld('lose nothing that was typed, whatever is pressed', { facts: null }, async (world) => {
  const browser = await signedIn(world.app, world.registry, 'north-desk');
  const { address, body } = await dropTexts(world, browser, [
    ['Deposit', '1 000.00'],
    ['Storage 17', '-3.00'],
    ['Gutschein', '2.00'],
  ]);
  assert.is(body.match(/<form [^>]*\/me\/add\/[^>]*(?:confirm|correct)"/g)?.length, 1);
  const follow = async (
    action: string,
    form: Record<string, string>,
    status = 303,
    at = address,
  ) => {
    const { statusCode, headers, body } = await browser.post(`${at}/${action}`, form);
    assert.is(statusCode, status);
    return status === 303 ? bodyOf(world, browser, `${headers.location}`) : body;
  };
  const typed = { ...valuesOn(body), ...sentBy(body), clock: 'UTC', name0: 'Fjord' };

  const half = await follow('correct', { ...typed, text0: 'adjustment' }, 422);
  assert.is(valuesOn(half).name0, 'Fjord');
  assert.match(half, /name="text0" value="adjustment" checked/);
  const answers = { ...typed, text0: 'adjustment', text1: 'adjustment' };
  const answered = await follow('correct', answers);
  assert.is(valuesOn(answered).name0, 'Fjord');
  assert.match(textOf(answered), /because you said so: [^.]*Gutschein/);
  assert.match(answered, '<option value="UTC" selected>');

  // Corrections are read and shown before anything is added, by each button.
  const list = await drop(world, browser, listOf([['21/04/2024', '9.30']]));
  const named = { ...valuesOn(list.body), clock: 'UTC', name0: 'Fjord' };
  for (const [button, number] of [
    ['correct', '98765'],
    ['confirm', '98764'],
  ] as const) {
    const corrected = await follow(button, { ...named, number }, 303, list.address);
    assert.match(textOf(corrected), `MT5:…${number.slice(-3)}`);
    assert.match(corrected, '/confirm"');
    assert.equal(valuesOn(corrected), { ...valuesOn(list.body), number, name0: 'Fjord' });
    assert.match(corrected, '<option value="UTC" selected>');
  }
  assert.not.match((await browser.get('/me')).body, 'Fjord');
  await follow('confirm', { ...named, number: '98764' }, 303, list.address);
  assert.match((await browser.get('/me')).body, 'Fjord');
});

inWorld(
  'about texts are asked once an account, and kept from other owners',
  { facts: null },
  async (world) => {
    const browser = await signedIn(world.app, world.registry, 'north-desk');
    const first = await dropTexts(world, browser, [
      ['Deposit', '1 000.00'],
      ['Storage 17', '-3.00'],
      ['Storage 18', '-4.00'],
    ]);
    assert.match(textOf(first.body), 'What are these entries?');
    assert.match(textOf(first.body), 'Storage 17 (rows: 2, in all −7.00 USD)');
    const silent = await browser.post(`${first.address}/correct`, sentBy(first.body));
    assert.is(silent.statusCode, 422);

    const answer = { ...sentBy(first.body), text0: 'adjustment' };
    await browser.post(`${first.address}/correct`, answer);
    const read = await bodyOf(world, browser, first.address);
    assert.match(textOf(read), /counted as results, because you said so: .{0,3}Storage 17/);
    const form = { name0: 'Mine', clock: 'UTC' };
    assert.is((await browser.post(`${first.address}/confirm`, form)).statusCode, 303);

    // The same text with other numbers isn't asked about again; a new one is.
    const second = await dropTexts(world, browser, [
      ['Storage 99', '-5.00'],
      ['Deposit', '1.00'],
    ]);
    assert.not.match(textOf(second.body), 'What are these entries?');
    assert.match(textOf(second.body), /because you said so: .{0,3}Storage 99/);
    const third = await dropTexts(world, browser, [
      ['Storage 99', '-5.00'],
      ['Gutschein', '2.00'],
    ]);
    assert.match(textOf(third.body), 'Gutschein (rows: 1, in all 2.00 USD)');
    assert.not.match(third.body, '<bdi>Storage 99');

    const answers = await world.statements.answersOf('north-desk');
    assert.equal([...answers.values()], [{ 'Storage #': 'adjustment' }]);
    assert.equal([...(await world.statements.answersOf('solo'))], []);
    const stranger = await signedIn(world.app, world.registry, 'solo');
    const theirs = await dropTexts(world, stranger, [['Storage 17', '-3.00']]);
    assert.match(textOf(theirs.body), 'What are these entries?');

    await applyRegistry(world.registry, { owners: [{ slug: 'solo', role: 'operator' }] });
    const page = (await stranger.get('/operator/owners/north-desk')).body;
    assert.match(textOf(page), 'The owner says: “Storage #” is a cost or result');

    // Answers can be changed and forgotten, and each change is in the trail.
    const overview = (await browser.get('/me')).body;
    const [, slug = ''] = /\/me\/accounts\/([a-z0-9-]+)">(?:<bdi>)?Mine/.exec(overview) ?? [];
    const address = `/me/accounts/${slug}`;
    const corrected = (await browser.get(`${address}/correct`)).body;
    assert.match(corrected, '<option value="adjustment" selected>');
    const send = (text0: string) => browser.post(`${address}/texts`, { key0: 'Storage #', text0 });
    assert.is((await send('flow')).headers.location, `${address}?done=corrected`);
    await send('flow');
    assert.equal(
      [...(await world.statements.answersOf('north-desk')).values()],
      [{ 'Storage #': 'flow' }],
    );
    await send('');
    assert.equal([...(await world.statements.answersOf('north-desk')).values()], []);
    assert.not.match((await browser.get(`${address}/correct`)).body, 'What your entries are');
    const trail = textOf((await browser.get('/me/trail')).body);
    assert.match(trail, 'Said what balance entries are: “Storage #”: Cost or other result.');
    assert.match(trail, 'Said what balance entries are: “Storage #”: Deposit or withdrawal.');
    assert.match(trail, 'Answers about balance entries forgotten: “Storage #”.');
    const changes = (await readAudit(world.registry, slug)).filter(
      ({ field }) => field === 'balance_texts',
    );
    assert.is(changes.length, 3);
    const again = await dropTexts(world, browser, [['Storage 99', '-5.00']]);
    assert.match(textOf(again.body), 'What are these entries?');
  },
);

inWorld('about texts have a limit an account', { facts: null }, async (world) => {
  const browser = await signedIn(world.app, world.registry, 'north-desk');
  const word = (at: number) =>
    `Lager${String.fromCharCode(97 + (at % 26), 97 + Math.floor(at / 26))}`;
  const { address, body } = await dropTexts(
    world,
    browser,
    Array.from({ length: maxAnswers + 1 }, (_, at) => [word(at), '-1.00'] as const),
  );
  assert.is(body.match(/<fieldset>/g)?.length, 20, 'as many as one page asks about');
  const said = Array.from({ length: maxAnswers + 1 }, (_, at) => [
    [`key${at}`, word(at)],
    [`text${at}`, 'adjustment'],
  ]).flat();
  await browser.post(`${address}/correct`, { ...sentBy(body), ...Object.fromEntries(said) });
  assert.match(await bodyOf(world, browser, address), '/confirm"');
  const refused = await browser.post(`${address}/confirm`, { name0: 'Mine', clock: 'UTC' });
  assert.is(refused.statusCode, 409);
  assert.match(textOf(refused.body), `answers about more than ${maxAnswers} texts`);
});

/** Adds a statement with a text that its owner answers. Returns the slug of its account. */
async function addAnswered(world: World, browser: Browsing): Promise<string> {
  const { address, body } = await dropTexts(world, browser, [
    ['Deposit', '1 000.00'],
    ['Storage 17', '-3.00'],
  ]);
  assert.match(textOf(body), 'What are these entries?');
  await browser.post(`${address}/correct`, { ...sentBy(body), text0: 'adjustment' });
  await bodyOf(world, browser, address);
  await browser.post(`${address}/confirm`, { name0: 'Mine', clock: 'UTC' });
  const overview = (await browser.get('/me')).body;
  return /\/me\/accounts\/([a-z0-9-]+)">(?:<bdi>)?Mine/.exec(overview)?.[1] ?? '';
}

const storage = [{ 'Storage #': 'adjustment' }];

inWorld(
  'about texts: answers are in backups, and are deleted with account and owner',
  { facts: null },
  async (world) => {
    const { dataDir, registry } = world;
    await furnish(dataDir);
    const answersIn = async (directory: DataDirectory) => {
      const statements = openStatements(directory.inbox, () => now);
      const answers = [...(await statements.answersOf('north-desk')).values()];
      await statements.close();
      return answers;
    };
    const run = () => runAt(now, { dataDir, registry });

    const browser = await signedIn(world.app, registry, 'north-desk');
    const slug = await addAnswered(world, browser);
    await run();
    assert.equal(await answersIn(dataDir), storage);
    const folder = join(dataDir.path, '../backup-of-answers');
    const copy = dataDirectory(join(dataDir.path, '../restored-answers'));
    const common = { databaseUrl: null, folder, log: silentLog };
    try {
      await backUp({ ...common, dataDir, program: '0', clock: () => now, longestWait: 200 });
      await restore({ ...common, dataDir: copy });
      assert.equal(await answersIn(copy), storage);
    } finally {
      for (const path of [folder, copy.path]) rmSync(path, { recursive: true, force: true });
    }

    const url = `/me/accounts/${slug}`;
    assert.is((await browser.post(`${url}/delete`, { typed: 'Mine' })).statusCode, 303);
    await run();
    assert.equal(await answersIn(dataDir), []);
    // The account is new now, so it asks again.
    await addAnswered(world, browser);
    assert.equal(await answersIn(dataDir), storage);
    const { headers } = await browser.post('/me/settings/delete', { typed: 'north-desk' });
    assert.is(headers.location, '/');
    await run();
    assert.equal(await answersIn(dataDir), []);
  },
);

questions.run();
