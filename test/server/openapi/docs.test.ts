import { parseDocument } from 'htmlparser2';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bearer, lendWorld } from '../world.ts';

const docs = suite('GET /docs');

docs('is a page whose files all come from here', async () => {
  await lendWorld(async ({ app }) => {
    const page = await app.inject('/docs');
    assert.is(page.statusCode, 200);
    assert.is(page.headers['content-type'], 'text/html; charset=utf-8');
    const names = linksIn(page.body);
    assert.is(names.length, 6);
    for (const name of names.filter((name) => !name.startsWith('data:'))) {
      const { pathname, origin } = new URL(name, 'http://here.example/docs');
      assert.is(origin, 'http://here.example', name);
      assert.is((await app.inject(pathname)).statusCode, 200, name);
    }
  });
});

docs('lets browsers run and load nothing from elsewhere, and nobody frame it', async () => {
  await lendWorld(async ({ app }) => {
    const policy = String((await app.inject('/docs')).headers['content-security-policy']);
    const directives = new Map(
      policy.split('; ').map((directive) => {
        const [name = '', ...sources] = directive.split(' ');
        return [name, sources];
      }),
    );
    assert.equal(directives.get('default-src'), ["'none'"]);
    assert.equal(directives.get('script-src'), ["'self'"]);
    assert.equal(directives.get('style-src'), ["'self'"]);
    assert.equal(directives.get('frame-ancestors'), ["'none'"]);
  });
});

docs('is no versioned address: it counts towards no limit and looks at no key', async () => {
  await lendWorld(async ({ app }) => {
    const page = await app.inject({ url: '/docs', headers: bearer('wrong') });
    assert.is(page.statusCode, 200);
    assert.is(page.headers['x-ratelimit-limit'], undefined);
  });
});

docs('answers GET and HEAD alone, and to whoever has it with a 304', async () => {
  await lendWorld(async ({ app }) => {
    for (const url of ['/docs', '/docs/start.js', '/docs/swagger-ui-bundle.js']) {
      const head = await app.inject({ url, method: 'HEAD' });
      assert.is(head.statusCode, 200);
      assert.is(head.body, '');
      const headers = { 'if-none-match': String(head.headers.etag) };
      assert.is((await app.inject({ url, headers })).statusCode, 304);
      const refused = await app.inject({ url, method: 'POST' });
      assert.is(refused.statusCode, 405);
      assert.is(refused.headers.allow, 'GET, HEAD');
    }
    for (const url of [
      '/docs/',
      '/docs/json',
      '/docs/static/index.html',
      '/docs/../package.json',
    ]) {
      assert.is((await app.inject(url)).statusCode, 404, url);
    }
  });
});

function linksIn(html: string): string[] {
  const found: string[] = [];
  const visit = (node: object): void => {
    if ('attribs' in node && typeof node.attribs === 'object' && node.attribs !== null) {
      const { attribs } = node;
      if ('src' in attribs) found.push(String(attribs.src));
      if ('href' in attribs) found.push(String(attribs.href));
    }
    if ('children' in node && Array.isArray(node.children)) node.children.forEach(visit);
  };
  visit(parseDocument(html));
  return found;
}

docs.run();
