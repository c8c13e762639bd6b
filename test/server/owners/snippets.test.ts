import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { siteAt } from '../../../server/accounts/attribution.ts';
import { snippetsOf } from '../../../server/owners/snippets.ts';
import { withWorld } from '../world.ts';
import { signedIn } from './owners.ts';

const snippets = suite('what to paste of a widget');

const site = siteAt('https://records.example');
const look = { size: 'small', theme: 'dark' } as const;
const size = { width: 320, height: 120 };

snippets('is an image with a link, a frame, Markdown and an address', () => {
  const made = snippetsOf({ slug: 'gold', name: 'Gold' }, look, size, site);
  const image = 'https://records.example/widget/gold.svg?size=small&theme=dark';
  const words = 'Gold: Track record by records.example';
  assert.equal(made, {
    html: `<a href="https://records.example/account/gold" target="_blank" rel="noopener"><img src="${image.replace('&', '&amp;')}" alt="${words}" width="320" height="120"></a>`,
    iframe: `<iframe src="https://records.example/widget/gold?size=small&amp;theme=dark" title="${words}" width="320" height="120" style="border:0" loading="lazy"></iframe>`,
    markdown: `[![${words}](${image})](https://records.example/account/gold)`,
    image,
  });
});

snippets('stays text whatever the name is', () => {
  const name = '"><script>alert(1)</script>](javascript:x) `a` ![b';
  const { html, iframe, markdown } = snippetsOf({ slug: 'gold', name }, look, size, site);
  for (const text of [html, iframe]) assert.not.match(text, /<script|"">/);
  assert.match(markdown, '\\"\\>\\<script'.slice(2));
  assert.not.match(markdown, /(?<!\\)[<`]|(?<!\\)\]\(javascript/);
});

snippets('is at a page of its own, with what is shown; private accounts have none', () =>
  withWorld(async ({ app, registry }) => {
    const browser = await signedIn(app, registry, 'north-desk');
    const { body } = await browser.get('/me/accounts/north-gold/widget?size=large');
    assert.match(body, 'src="/widget/north-gold.svg?size=large&amp;theme=light"');
    const secret = (await browser.get('/me/accounts/north-secret/widget')).body;
    assert.not.match(secret, '<img');
    assert.is((await browser.get('/me/accounts/north-gold/widget?size=x')).statusCode, 400);
  }),
);

snippets.run();
