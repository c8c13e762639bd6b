import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { within } from '../../support/within.ts';
import { withWorld } from '../load/world.ts';

// The cases in `fixtures/imports/` show which formats have a place for stops.
const stops = suite('a place for stops');
const inWorld = within(stops, withWorld);

inWorld('is there if a source file has the column, a row of JSON the key', async (world) => {
  const row =
    '"symbol":"EURUSD","side":"buy","volume":1,"open_price":1.1,"close_price":1.2,"opened_at":"2024-01-02T08:00:00Z","closed_at":"2024-01-02T09:00:00Z","profit":1';
  const lines = [
    `{"account_id":"MT5:1","ticket":"without",${row}}`,
    `{"account_id":"MT5:1","ticket":"empty","stop_loss":null,${row}}`,
    `{"account_id":"MT5:1","ticket":"denied","stop_loss":null,"stops_known":false,${row}}`,
    `{"account_id":"MT5:1","ticket":"told","stops_known":true,${row}}`,
  ];
  writeFileSync(join(world.source, 'trades.ndjson'), `${lines.join('\n')}\n`);
  const columns = 'symbol,side,volume,open_price,close_price,opened_at,closed_at,profit';
  const values = 'EURUSD,buy,1,1.1,1.2,2024-01-02T08:00:00Z,2024-01-02T09:00:00Z,1';
  const files = {
    imported: `account_id,ticket,stop_loss,stops_known,${columns}\nMT5:1,imported,,,${values}\n`,
    denied: `account_id,ticket,stop_loss,stops_known,${columns}\nMT5:1,no place,,false,${values}\n`,
    plain: `account_id,ticket,${columns}\nMT5:1,no column,${values}\n`,
  };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(world.source, `trades-${name}.csv`), text);
  }
  await world.load({ sources: [world.source] });
  assert.equal(await world.rows('select ticket, stops_known as known from trades order by 1'), [
    { ticket: 'denied', known: false },
    { ticket: 'empty', known: true },
    { ticket: 'imported', known: true },
    { ticket: 'no column', known: false },
    { ticket: 'no place', known: false },
    { ticket: 'told', known: true },
    { ticket: 'without', known: false },
  ]);
});

stops.run();
