import { parseDocument } from 'htmlparser2';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { siteAt } from '../../../server/accounts/attribution.ts';
import { snippetsOf } from '../../../server/accounts/widget.ts';
import { lendWorld, north, withWorld } from '../world.ts';

const widget = suite('GET /api/v1/accounts/{slug}/widget');

const url = '/api/v1/accounts/north-eurusd/widget';
const site = 'https://records.example';

widget('says where the account is shown and how to show it elsewhere', async () => {
  await lendWorld(async ({ read, keyOf }) => {
    const body = await read(url);
    assert.equal(body, {
      slug: 'north-eurusd',
      name: 'EURUSD swing',
      account_url: `${site}/account/north-eurusd`,
      html:
        `<a href="${site}/account/north-eurusd" target="_blank" rel="noopener">` +
        `<img src="${site}/widget/north-eurusd.svg" ` +
        'alt="EURUSD swing: Track record by records.example" width="320" height="120"></a>',
      iframe:
        `<iframe src="${site}/widget/north-eurusd" ` +
        'title="EURUSD swing: Track record by records.example" width="320" height="120" ' +
        'style="border:0;max-width:100%;height:auto;aspect-ratio:320/120" loading="lazy"></iframe>',
      markdown:
        '[![EURUSD swing: Track record by records.example]' +
        `(${site}/widget/north-eurusd.svg)](${site}/account/north-eurusd)`,
      iframe_url: `${site}/widget/north-eurusd`,
      image_url: `${site}/widget/north-eurusd.svg`,
      png_url: `${site}/widget/north-eurusd.png`,
      width: 320,
      height: 120,
      sizes: [
        { size: 'small', width: 320, height: 120 },
        { size: 'medium', width: 480, height: 220 },
        { size: 'large', width: 640, height: 340 },
        { size: 'preview', width: 1200, height: 630 },
      ],
      attribution: {
        required: true,
        text: 'Track record by records.example',
        url: site,
        account_url: `${site}/account/north-eurusd`,
      },
    });
    assert.is((await read(url, (await keyOf('north-desk')).key)).attribution.required, false);
  });
});

widget('is in the size, the theme and the language that are asked for', async () => {
  await lendWorld(async ({ app, read }) => {
    const chosen = 'size=large&theme=dark&lang=de';
    const body = await read(`${url}?${chosen}`);
    assert.is(body.image_url, `${site}/widget/north-eurusd.svg?${chosen}`);
    assert.is(body.png_url, `${site}/widget/north-eurusd.png?${chosen}`);
    assert.is(body.iframe_url, `${site}/widget/north-eurusd?${chosen}`);
    assert.equal([body.width, body.height], [640, 340]);
    for (const text of [body.html, body.iframe]) {
      assert.match(text, 'size=large&amp;theme=dark&amp;lang=de" ');
      assert.match(text, 'width="640" height="340"');
    }
    for (const address of [body.image_url, body.png_url, body.iframe_url]) {
      assert.is((await app.inject(address.slice(site.length))).statusCode, 200, address);
    }
    const refused = await app.inject(`${url}?size=huge`);
    assert.is(refused.statusCode, 400);
    assert.equal(refused.json().allowed, ['small', 'medium', 'large', 'preview']);
  });
});

widget('is safe to paste, whatever the account is called', async () => {
  await withWorld(async ({ read, apply }) => {
    const names = [
      '"><script>alert(1)</script>',
      "' onerror='alert(1)",
      '</a></title><svg/onload=alert(1)>',
      '&quot;&#39;&lt;b&gt;',
      '`alert(1)`',
      'javascript:alert(1)',
      '<!-- -->',
      '--><img src=x onerror=alert(1)>',
      ']]>&amp;',
    ];
    for (const name of names) {
      await apply({ ...north, name });
      const body = await read(url);
      assert.is(body.name, name);
      const [link, ...others] = parseDocument(body.html).children;
      assert.is(others.length, 0, name);
      assert.ok(link && 'attribs' in link && 'children' in link);
      assert.equal(Object.keys(link.attribs), ['href', 'target', 'rel']);
      const [image, ...siblings] = link.children;
      assert.is(siblings.length, 0, name);
      assert.ok(image && 'attribs' in image && 'name' in image);
      assert.is(image.name, 'img');
      assert.equal(Object.keys(image.attribs), ['src', 'alt', 'width', 'height']);
      assert.is(image.attribs.alt, `${name}: Track record by records.example`);
      assert.not.ok(/<(?!a |img |\/a>)/.test(body.html));
    }
  });
});

widget('stays text in Markdown and in a frame too', () => {
  const name = '"><script>alert(1)</script>](javascript:x) `a` ![b';
  const made = snippetsOf({ slug: 'gold', name }, { size: 'small' }, siteAt(site));
  for (const text of [made.html, made.iframe]) assert.not.match(text, /<script|"">/);
  assert.match(made.markdown, '\\>\\<script');
  assert.not.match(made.markdown, /(?<!\\)[<`]|(?<!\\)\]\(javascript/);
});

widget.run();
