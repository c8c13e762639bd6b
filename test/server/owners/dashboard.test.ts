import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createConnectionKey } from '../../../pipeline/registry/connection-keys.ts';
import { addAccount } from '../../../pipeline/registry/owner-decisions.ts';
import { now, withWorld } from '../world.ts';
import { signedIn, textOf } from './owners.ts';

const dashboard = suite('dashboard of owners');

/** Returns the card of an account on the dashboard, as HTML. */
const cardOf = (body: string, name: string): string =>
  body.split('<li class="card">').find((card) => card.includes(`<bdi>${name}</bdi></a></h3>`)) ??
  '';

dashboard('shows each account with its curve, return and state in words', () =>
  withWorld(async ({ app, registry }) => {
    const browser = await signedIn(app, registry, 'north-desk');
    const { body } = await browser.get('/me');
    const swing = cardOf(body, 'EURUSD swing');
    assert.match(swing, '<svg class="spark"');
    assert.match(textOf(swing), '+10.00% Published: everyone can see it. Last data 28 Feb 2026');
    assert.match(textOf(cardOf(body, 'Canary of the private account')), 'Private: only you');

    const account_id = 'sent:new of north-desk';
    const slug = await addAccount(registry, 'north-desk', { name: 'New one', account_id });
    assert.match(
      textOf(cardOf((await browser.get('/me')).body, 'New one')),
      'No data yet. Upload a statement, or let your terminal send data.',
    );
    const sender = { account: slug, name: 'Office', owner: 'north-desk' };
    const { key } = await createConnectionKey(registry, sender, 'test');
    const row = { table: 'cash_flows', id: '1', at: now.toISOString(), amount: 1 };
    const sent = await app.inject({
      method: 'POST',
      url: '/connect/v1/facts',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
      payload: `${JSON.stringify(row)}\n`,
    });
    assert.is(sent.statusCode, 202);
    const waiting = (await browser.get('/me')).body;
    assert.match(textOf(cardOf(waiting, 'New one')), 'Waiting for the run, which loads new data');
    assert.match(textOf(waiting), /Keys in use Office sends data for New one · /);
  }),
);

dashboard.run();
