import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readContents } from '../../../pipeline/deliveries/contents.ts';
import { readReloads } from '../../../pipeline/deliveries/reloads.ts';
import { openSqlite } from '../../../pipeline/deliveries/sqlite.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { readAudit } from '../../../pipeline/registry/audit.ts';
import { openForEntering, sentRows } from '../../pipeline/deliveries/entering.ts';
import { whileOpen } from '../../support/while-open.ts';
import { within } from '../../support/within.ts';
import { goldId, type World, withWorld } from '../world.ts';
import { signedIn } from './owners.ts';

const corrections = suite('corrections of statements');

const url = '/me/accounts/north-gold/correct';

/** Two statements of one account with the time zone NY+7: one from summer, one from winter. */
const statements = [
  sentRows(
    goldId,
    'summer',
    {
      accounts: [
        { platform: 'MT4', currency: 'EUR', broker: 'Aurum', demo: 'true', timezone: 'NY+7' },
      ],
      // 12:00 and 15:30 by the clock of the server, which is three hours ahead of UTC.
      trades: [
        { ticket: '1', opened_at: '2025-07-01T09:00:00Z', closed_at: '2025-07-01T12:30:00Z' },
      ],
      cash_flows: [{ id: 'd', at: '2025-07-01T08:00:00.250Z', amount: '10' }],
    },
    { source: 'owner_statement', keyId: 'statement' },
  ),
  sentRows(
    goldId,
    'winter',
    // 12:00 and 13:00 there, two hours ahead.
    {
      trades: [
        { ticket: '2', opened_at: '2026-01-12T10:00:00Z', closed_at: '2026-01-12T11:00:00Z' },
      ],
    },
    { source: 'owner_statement', keyId: 'statement' },
  ),
  sentRows(goldId, 'program', { trades: [{ ticket: '3', closed_at: '2026-01-13T11:00:00Z' }] }),
];

const withStatements = (work: (world: World) => Promise<void>) =>
  withWorld(async (world) => {
    const inbox = openForEntering(await openSqlite(world.dataDir.inbox.database));
    await inbox.enter(statements);
    await inbox.close();
    await applyRegistry(world.registry, {
      accounts: [
        { slug: 'north-gold', timezone: 'NY+7', statement_currency: 'EUR', statement_type: 'demo' },
      ],
    });
    await work(world);
  });
const afterStatements = within(corrections, withStatements);

/** Reads the rows of every delivery with rows, in order of arrival. */
async function rowsOf({ dataDir }: World) {
  return whileOpen(openSqlite(dataDir.inbox.database), async (database) => {
    const rows = await database.read((db) =>
      db.selectFrom('deliveries').selectAll().where('has_content', '=', 1).execute(),
    );
    const reloads = (await readReloads(database)).map(({ account_id }) => account_id);
    const numbers = rows.map(({ number }) => number);
    const contents = await database.read((db) => readContents(db, numbers));
    const parsed = rows.map(({ number, source, state }) => ({
      source,
      state,
      lines: Object.fromEntries(
        Object.entries(contents.get(number)?.lines ?? {}).map(([table, lines]) => [
          table,
          lines.map((line) => JSON.parse(line)),
        ]),
      ),
    }));
    return { parsed, reloads };
  });
}

afterStatements('show their effect, and apply once confirmed', async (world) => {
  const { app, registry } = world;
  const browser = await signedIn(app, registry, 'north-desk');
  const before = await rowsOf(world);
  const asked = await browser.get(url);
  assert.match(asked.body, '<option value="NY+7" selected>');
  assert.match(asked.body, 'name="currency" value="EUR"');
  const form = { clock: '+01:00', currency: 'usd', type: 'real', broker: 'Aurum Markets' };
  const preview = (await browser.post(url, form)).body;
  // The server showed 15:30 and 13:00. One hour ahead of UTC that is 14:30Z and 12:00Z.
  assert.match(preview, 'The time zone becomes +01:00. This moves 2 trades by 1 to 2 hours.');
  assert.match(preview, 'The currency becomes USD. Amounts stay as they are.');
  assert.match(preview, 'It becomes a real account.');
  assert.match(preview, 'The broker becomes Aurum Markets, also in statements that you add later.');
  assert.match(preview, 'This corrects 2 statements.');
  assert.equal(await rowsOf(world), before, 'nothing is changed yet');

  const sent = () => browser.get('/me/accounts/north-gold/deliveries');
  assert.not.match((await sent()).body, 'Replaced by newer data');
  const { headers } = await browser.post(url, { ...form, confirmed: 'yes' });
  const listed = (await sent()).body;
  // The two statements as they were, and the three deliveries that count.
  assert.is(listed.split('Replaced by newer data').length - 1, 2);
  assert.is(listed.split('Withdraw…').length - 1, 3);
  assert.is(headers.location, '/me/accounts/north-gold?done=corrected');
  const { parsed, reloads } = await rowsOf(world);
  assert.equal(reloads, [goldId]);
  const [program, summer, winter] = parsed;
  assert.is(program?.source, 'owner_api', 'what a program sent has times of its own');
  assert.is(program?.lines.trades?.[0].closed_at, '2026-01-13T11:00:00Z');
  assert.is(summer?.state, 'received');
  const [described] = summer?.lines.accounts ?? [];
  assert.equal(
    [described.currency, described.broker, described.demo, described.timezone],
    ['USD', 'Aurum Markets', 'false', '+01:00'],
  );
  const timesOf = (row: Readonly<Record<string, string>> | undefined) => [
    row?.opened_at,
    row?.closed_at,
  ];
  assert.equal(timesOf(summer?.lines.trades?.[0]), [
    '2025-07-01T11:00:00Z',
    '2025-07-01T14:30:00Z',
  ]);
  assert.is(summer?.lines.cash_flows?.[0].at, '2025-07-01T10:00:00.250Z');
  assert.equal(timesOf(winter?.lines.trades?.[0]), [
    '2026-01-12T11:00:00Z',
    '2026-01-12T12:00:00Z',
  ]);
  const account = await registry.findAccount('north-gold');
  assert.equal(
    [
      ...[account?.timezone, account?.statement_currency, account?.statement_type],
      account?.statement_broker,
    ],
    ['+01:00', 'USD', 'real', 'Aurum Markets'],
  );
  const fields = (await readAudit(registry, 'north-gold')).map(({ field }) => field);
  for (const field of ['timezone', 'statement_currency', 'statement_type', 'statement_broker']) {
    assert.ok(fields.includes(field), field);
  }
  assert.match((await browser.get('/me/trail')).body, 'Corrected the broker to Aurum Markets.');

  await browser.post(url, { clock: 'NY+7', currency: 'USD', confirmed: 'yes' });
  const { parsed: back } = await rowsOf(world);
  assert.equal(timesOf(back[1]?.lines.trades?.[0]), [
    '2025-07-01T09:00:00Z',
    '2025-07-01T12:30:00Z',
  ]);
});

afterStatements(
  'refuse what is wrong, and accounts of the operator or without statements',
  async (world) => {
    const { app, registry } = world;
    const browser = await signedIn(app, registry, 'north-desk');
    const right = { clock: 'NY+7', currency: 'EUR', type: '', broker: '' };
    for (const [form, words] of [
      [right, 'Change something first.'],
      [{ ...right, currency: 'EURO' }, 'Give a currency as three capital letters'],
      [{ ...right, clock: 'Nowhere/Town' }, 'time zone'],
      [{ ...right, broker: 'x'.repeat(201) }, 'in 1 to 200 characters'],
    ] as const) {
      const answer = await browser.post(url, { ...form, confirmed: 'yes' });
      assert.is(answer.statusCode, 422, words);
      assert.match(answer.body, words);
    }
    const empty = '/me/accounts/north-eurusd/correct';
    assert.match((await browser.get(empty)).body, 'There is no statement to correct.');
    const none = await browser.post(empty, { currency: 'CHF', confirmed: 'yes' });
    assert.is(none.statusCode, 422);
    await registry.noteOperatorAccounts([goldId]);
    assert.is((await browser.get(url)).statusCode, 404);
    assert.is((await browser.post(url, { ...right, currency: 'CHF' })).statusCode, 404);
    assert.is((await browser.get('/me/accounts/north-all/correct')).statusCode, 404, 'portfolio');
  },
);

corrections.run();
