import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { baseUrl, lendWorld } from '../world.ts';

const llms = suite('GET /llms.txt');

llms('tells a model what is here, in the form of llmstxt.org, by links that answer', async () => {
  await lendWorld(async ({ app }) => {
    const { statusCode, headers, body } = await app.inject('/llms.txt');
    assert.is(statusCode, 200);
    assert.is(headers['content-type'], 'text/plain; charset=utf-8');
    assert.match(body, /^# \S.*\n\n> \S/);
    assert.ok(body.includes(`${baseUrl}/mcp`));
    const listed = body.split('\n').filter((line) => line.startsWith('- '));
    const links = listed.map((line) => /^- \[[^\]]+\]\((\S+)\): \S/.exec(line)?.[1] ?? line);
    assert.ok(links.length >= 6);
    for (const link of links) {
      assert.ok(link.startsWith(baseUrl), link);
      assert.is((await app.inject(link.slice(baseUrl.length))).statusCode, 200, link);
    }
    const robots = (await app.inject('/robots.txt')).body;
    const shut = [...robots.matchAll(/^Disallow: (\S+)/gm)].map(([, path = '']) => path);
    assert.not(shut.some((path) => '/llms.txt'.startsWith(path)));
    const again = await app.inject({
      url: '/llms.txt',
      headers: { 'if-none-match': String(headers.etag) },
    });
    assert.is(again.statusCode, 304);
  });
});

llms.run();
