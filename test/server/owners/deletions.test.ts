import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bearer, withWorld } from '../world.ts';
import { dropStatement, signedIn } from './owners.ts';

const deletions = suite('what owners delete');

deletions('is a 404 for everyone at the next request, once its name was typed', () =>
  withWorld(async ({ app, registry, keyOf }) => {
    const browser = await signedIn(app, registry, 'north-desk');
    const { key } = await keyOf('north-desk');
    const statusOf = async (url: string) =>
      (await app.inject({ url, headers: bearer(key) })).statusCode;
    const url = '/me/accounts/north-gold';
    assert.match((await browser.get(url)).body, 'Delete permanently');
    const wrong = await browser.post(`${url}/delete`, { typed: 'Silver' });
    assert.is(wrong.statusCode, 422);
    assert.match(wrong.body, 'Nothing was deleted. Type the name exactly as shown.');
    const account = await registry.findAccount('north-gold');
    const { headers } = await browser.post(`${url}/delete`, { typed: account?.name ?? '' });
    assert.is(headers.location, '/me?done=deleted');
    assert.match((await browser.get('/me?done=deleted')).body, 'Deleted. The next run removes it');
    for (const gone of ['/account/north-gold', '/api/v1/accounts/north-gold']) {
      assert.is(await statusOf(gone), 404, gone);
    }
    assert.is((await browser.get(url)).statusCode, 404);
    assert.equal((await registry.findAccount('north-all'))?.members, ['north-eurusd']);
  }),
);

deletions('of everything ends sessions and keys too', () =>
  withWorld(async ({ app, registry, keyOf }) => {
    const browser = await signedIn(app, registry, 'north-desk');
    const { key } = await keyOf('north-desk');
    const wrong = await browser.post('/me/settings/delete', { typed: 'north' });
    assert.is(wrong.statusCode, 422);
    const { deletions: queue } = registry;
    async function* uploadMeanwhile() {
      yield Buffer.from('no ');
      const { headers } = await browser.post('/me/settings/delete', { typed: 'north-desk' });
      assert.is(headers.location, '/');
      await queue.finish(await queue.pending());
      yield Buffer.from('statement');
    }
    await dropStatement(app, browser, 'Statement.htm', uploadMeanwhile());
    assert.is((await queue.pending()).length, 1, 'the next run removes what came after a run');
    assert.is((await browser.get('/me')).statusCode, 303);
    const asked = await app.inject({ url: '/api/v1/accounts', headers: bearer(key) });
    assert.is(asked.statusCode, 401);
    for (const slug of ['north-eurusd', 'north-gold', 'north-all']) {
      assert.is((await app.inject(`/account/${slug}`)).statusCode, 404, slug);
    }
    assert.is(await registry.findOwner('north-desk'), null);
    assert.ok((await registry.accounts()).every(({ owner }) => owner === 'solo'));
  }),
);

deletions.run();
