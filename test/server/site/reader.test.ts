import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openSession } from '../../../pipeline/registry/sessions.ts';
import { facts, north, northId, secret, withWorld } from '../world.ts';
import { richParts } from './rich.ts';

const reader = suite('pages for a signed-in owner');

const account = '/account/north-eurusd';
const hidden = { ...north, hide: ['monthly', 'trades'] };
const rich = { facts: { ...facts, [northId]: { ...facts[northId], parts: richParts } } };

reader('have the owner’s menu instead of the sign-in link', async () => {
  await withWorld(async ({ app, registry }) => {
    const cookie = `__Host-session=${await openSession(registry, 'north-desk', 'Firefox', null)}`;
    for (const url of ['/', '/calendar', '/numbers', account, '/owner/north-desk']) {
      const asStranger = await app.inject(url);
      assert.match(asStranger.body, 'class="sign-in"', url);
      const { body, headers } = await app.inject({ url, headers: { cookie } });
      assert.match(body, '<bdi>North Desk</bdi></summary>', url);
      assert.not.match(body, 'class="sign-in"', url);
      assert.is(headers['cache-control'], 'private, no-cache', url);
      assert.is.not(headers.etag, asStranger.headers.etag, url);
      assert.is((await app.inject(url)).body, asStranger.body, 'the cached page is a stranger’s');
    }
    for (const url of ['/account/unknown', '/search?sort=best', '/account/north-eurusd?from=x']) {
      const { body } = await app.inject({ url, headers: { cookie } });
      assert.match(body, '<bdi>North Desk</bdi></summary>', url);
      assert.match((await app.inject(url)).body, 'class="sign-in"', url);
    }
    const ended = { cookie: '__Host-session=nobody' };
    assert.match((await app.inject({ url: '/', headers: ended })).body, 'class="sign-in"');
  }, rich);
});

reader('show their own accounts completely, and mark what only they see', async () => {
  await withWorld(async ({ app, registry, apply }) => {
    await apply(hidden, secret);
    const cookie = `__Host-session=${await openSession(registry, 'north-desk', 'Firefox', null)}`;
    const otherCookie = `__Host-session=${await openSession(registry, 'solo', 'Firefox', null)}`;
    const asOwner = { headers: { cookie } };
    const page = (await app.inject({ url: account, ...asOwner })).body;
    assert.match(page, /only-you">Only you can see this part\.<\/p>\s*<section id="months"/);
    assert.match(page, 'href="/me/accounts/north-eurusd">Edit</a>');
    assert.is(page.match(/class="only-you"/g)?.length, 2, 'months and trades');
    const gap =
      'balance of 700.25 USD, but it adds up to 1,000.00 USD here, a difference of 299.75';
    assert.match(page, gap);
    const secretPage = (await app.inject({ url: '/account/north-secret', ...asOwner })).body;
    assert.match(secretPage, 'Only you can see this page');
    await everyLinkAnswers(app, '/account/north-secret', secretPage, asOwner);
    await everyLinkAnswers(app, account, page, asOwner);
    for (const headers of [{}, { cookie: otherCookie }]) {
      const { body } = await app.inject({ url: account, headers });
      assert.not.match(body, /only-you|id="months"|class="latest"|700\.25|299\.75/);
      assert.match(body, 'Only the owner can see the difference.');
    }
  }, rich);
});

/** Follows the links of a page below its own address, its feeds and its widgets. */
async function everyLinkAnswers(
  app: { inject(request: object): Promise<{ readonly statusCode: number }> },
  path: string,
  page: string,
  asOwner: object,
): Promise<void> {
  const slug = path.split('/').at(-1);
  const links = [...page.matchAll(/href="([^"#]+)"/g)].map(([, link = '']) => link);
  const toAccount = links.filter((link) => link.includes(`/${slug}`) && !link.startsWith('http'));
  assert.ok(toAccount.length > 3, `${toAccount.length} links`);
  for (const url of toAccount.filter((link) => !link.startsWith('/me/'))) {
    assert.is((await app.inject({ url, ...asOwner })).statusCode, 200, url);
  }
}

reader.run();
