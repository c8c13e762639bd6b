import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inPackage } from '../../../pipeline/base/package-root.ts';
import { withServing } from '../serving.ts';

const assets = suite('assets of the pages');

assets('have names of their content, are kept for good and come compressed', async () => {
  await withServing(async ({ url }) => {
    const page = await (await fetch(`${url}/account/north-eurusd`)).text();
    const addresses = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(
      (match) => match[1],
    );
    assert.is(addresses.length, 3, page.slice(0, 1500));
    for (const address of addresses) {
      assert.match(address ?? '', /-[\w-]{8}\.(?:js|css)$/);
      const headers = { 'accept-encoding': 'br' };
      const answer = await fetch(url + address, { headers });
      assert.is(answer.status, 200);
      assert.is(answer.headers.get('cache-control'), 'public,max-age=31536000,immutable');
      assert.is(answer.headers.get('content-encoding'), 'br');
      assert.is(answer.headers.get('x-content-type-options'), 'nosniff');
      assert.ok((await answer.text()).length > 100);
    }
  });
});

assets('are those of the build and nothing next to them', async () => {
  await withServing(async ({ url }) => {
    for (const path of ['nope.js', '..%2fmanifest.json', '%2e%2e/manifest.json', '', 'style.css']) {
      assert.is((await fetch(`${url}/assets/${path}`)).status, 404, path);
    }
    const icon = await fetch(`${url}/icon.svg`);
    assert.is(icon.headers.get('content-type'), 'image/svg+xml; charset=utf-8');
  });
});

assets(
  'have eight sizes of type on screens at most, and three widths at which pages change',
  () => {
    const sources = inPackage('server/site/browser');
    const styles = readdirSync(sources)
      .filter((name) => name.endsWith('.css'))
      .map((name) => readFileSync(join(sources, name), 'utf8'))
      .join('')
      .replaceAll(/^@media print \{[\s\S]*?^\}/gm, '');
    const found = (pattern: RegExp) =>
      new Set([...styles.matchAll(pattern)].map(([, size]) => size));
    const sizes = found(/\bfont(?:-size)?:[^;]*?(var\(--t\d\)|[\d.]+(?:rem|em|px))/g);
    assert.ok(sizes.size <= 8, [...sizes].join(', '));
    const widths = found(/\((?:min|max)-width: (\d+)/g);
    assert.equal([...widths].map(Number).toSorted(), [44, 60, 70]);
  },
);

assets.run();
