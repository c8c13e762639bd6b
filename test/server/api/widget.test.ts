import { parseDocument } from 'htmlparser2';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { north, withWorld } from '../world.ts';

const widget = suite('GET /api/v1/accounts/{slug}/widget');

const url = '/api/v1/accounts/north-eurusd/widget';
const site = 'https://records.example';

widget('says where the account is shown and how to show it elsewhere', async () => {
  await withWorld(async ({ read, keyOf }) => {
    const body = await read(url);
    assert.equal(body, {
      slug: 'north-eurusd',
      name: 'EURUSD swing',
      account_url: `${site}/account/north-eurusd`,
      html:
        `<a href="${site}/account/north-eurusd" target="_blank" rel="noopener">` +
        `<img src="${site}/widget/north-eurusd.svg" ` +
        'alt="EURUSD swing: Track record by records.example" width="320" height="120"></a>',
      iframe_url: `${site}/widget/north-eurusd`,
      image_url: `${site}/widget/north-eurusd.svg`,
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

widget('is gone at the next request once the account is private', async () => {
  await withWorld(async ({ app, apply }) => {
    assert.is((await app.inject(url)).statusCode, 200);
    await apply({ ...north, published: false });
    assert.is((await app.inject(url)).statusCode, 404);
  });
});

widget.run();
