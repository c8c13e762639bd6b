import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openSession } from '../../../pipeline/registry/sessions.ts';
import { facts, north, northId, withWorld } from '../world.ts';
import { richParts } from './rich.ts';
import { writtenIn } from './written-in.ts';

const sheets = suite('tear sheets');

const address = '/account/north-eurusd/tearsheet.pdf';
const rich = { facts: { ...facts, [northId]: { ...facts[northId], parts: richParts } } };

sheets('are one page, and the same bytes for all', async () => {
  await withWorld(async ({ app }) => {
    const answer = await app.inject(address);
    assert.is(answer.statusCode, 200);
    assert.is(answer.headers['content-type'], 'application/pdf');
    assert.match(answer.rawPayload.subarray(0, 8).toString(), /^%PDF-1\./);
    const source = answer.rawPayload.toString('latin1');
    assert.is(source.match(/\/Type \/Page\b(?!s)/g)?.length, 1, 'one page');
    assert.equal((await app.inject(address)).rawPayload, answer.rawPayload, 'the same bytes');
  }, rich);
});

sheets('leave out what the owner hides, for the owner too', async () => {
  await withWorld(async ({ app, apply, registry }) => {
    const cookie = `__Host-session=${await openSession(registry, 'north-desk', 'Firefox', null)}`;
    const shown = await writtenIn(() => app.inject(address));
    assert.ok(shown.includes('Returns by month, in percent'), `${shown}`);
    assert.ok(shown.includes('Statistics'), `${shown}`);
    await apply({ ...north, hide: ['monthly', 'advanced', 'equity_curve'] });
    const hidden = await writtenIn(() => app.inject(address));
    for (const text of ['Returns by month, in percent', 'Statistics', 'Win rate', 'Jan 2024']) {
      assert.not.ok(hidden.includes(text), text);
    }
    const forStranger = await app.inject(address);
    const forOwner = await app.inject({ url: address, headers: { cookie } });
    assert.equal(forOwner.rawPayload, forStranger.rawPayload);
  }, rich);
});

sheets.run();
