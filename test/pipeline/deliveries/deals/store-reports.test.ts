import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { forgetOwner } from '../../../../pipeline/deliveries/forget.ts';
import { openSqlite } from '../../../../pipeline/deliveries/sqlite.ts';
import { withDirectory } from '../../../support/directory.ts';
import { fieldsOf } from '../../../support/fields.ts';
import { within } from '../../../support/within.ts';
import { atNoon, dealOf, openForEntering, sentDeals, terminalAccount } from '../entering.ts';

const stored = suite('deals that terminals send');
const inDirectory = within(stored, withDirectory);

inDirectory('are stored once for each time that they change', async (directory) => {
  const database = await openSqlite(join(directory, 'inbox', 'inbox.db'), () => atNoon);
  const { enter, close } = openForEntering(database);
  const [opened, closed, changed] = [dealOf(1, 0, 0), dealOf(1, 1, 5), dealOf(1, 1, 6)];
  const send = async (accountId: string, digest: string, ...deals: (typeof opened)[]) => {
    const [entered] = await enter([sentDeals(accountId, digest, deals)]);
    return typeof entered === 'object' && 'receipt' in entered ? entered.deals : entered;
  };
  try {
    assert.is(await send('MT5:1', 'first', opened, closed), 2);
    assert.is(await send('MT5:1', 'both again', opened, closed), 2);
    assert.is(await send('MT5:1', 'one changed', opened, changed, dealOf(2, 0, 0)), 3);
    assert.is(await send('MT5:1', 'as it was at first', closed), 3);
    assert.is(await send('MT5:2', 'of another account', opened), 1);
    const rows = await database.read((db) =>
      db.selectFrom('deals').select(['account_id', 'number', 'ticket']).orderBy('number').execute(),
    );
    assert.equal(fieldsOf(rows, 'account_id', 'number', 'ticket'), [
      ['MT5:1', 1, '2'],
      ['MT5:1', 1, '3'],
      ['MT5:1', 3, '3'],
      ['MT5:1', 3, '4'],
      ['MT5:1', 4, '3'],
      ['MT5:2', 5, '2'],
    ]);
  } finally {
    await close();
  }
});

inDirectory('are still counted once the owner is gone who sent them first', async (directory) => {
  const database = await openSqlite(join(directory, 'inbox', 'inbox.db'), () => atNoon);
  const { enter, terminalOf, uses, close } = openForEntering(database);
  const [opened, closed] = [dealOf(1, 0, 0), dealOf(1, 1, 5)];
  try {
    await enter([sentDeals('MT5:1', 'first', [opened])]);
    await forgetOwner(database, 'owner');
    assert.is((await uses('all')).size, 0);
    assert.is((await terminalOf('MT5:1'))?.account.number, terminalAccount.number);
    await enter([{ ...sentDeals('MT5:1', 'next', [opened, closed]), owner: 'other' }]);
    assert.is((await terminalOf('MT5:1'))?.deals, 2);
    assert.is((await uses('all')).get('other')?.rows, 3, 'all of it is theirs now');
  } finally {
    await close();
  }
});

stored.run();
