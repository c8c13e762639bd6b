import { writeFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { within } from '../../support/within.ts';
import { lendWorld, publishFacts, withWorld } from '../world.ts';

const problems = suite('problems of pages');
const inLentWorld = within(problems, lendWorld);

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';
const html = 'text/html; charset=utf-8';
const json = 'application/problem+json; charset=utf-8';

inLentWorld('are a page for a browser, except at addresses for programs', async ({ app }) => {
  const page = await app.inject({ url: '/account/nobody', headers: { accept: browser } });
  for (const url of ['/nope', '/accounts', '/favicon.icon', '//', '/%zz', '/account%2fx']) {
    const seen = await app.inject({ url, headers: { accept: browser } });
    assert.is(seen.statusCode, 404, url);
    assert.is(seen.headers['content-type'], html, url);
    assert.is(seen.body, page.body, 'in the look of every other');
    assert.match(String(seen.headers['content-security-policy']), /default-src 'none'/);
    assert.is(seen.headers['cache-control'], 'no-store');
    for (const accept of [undefined, '*/*', 'application/json, text/plain, */*', 'image/png', '']) {
      const { headers } = await app.inject({
        url,
        headers: accept === undefined ? {} : { accept },
      });
      assert.is(headers['content-type'], json, `${url} ${accept}`);
    }
  }
});

inLentWorld('are in the language of the reader, on pages of owners too', async ({ app }) => {
  const texts = [
    ['en', 'Not Found', 'has a value for “size” that is not allowed'],
    ['de', 'Nicht gefunden', 'steht für „size“ ein Wert, der nicht möglich ist'],
    ['es', 'No encontrado', 'contiene para «size» un valor que no se admite'],
  ] as const;
  for (const [code, title, fault] of texts) {
    const read = async (url: string, headers: Readonly<Record<string, string>>) => {
      const answer = await app.inject({ url, headers: { accept: browser, ...headers } });
      assert.is(answer.headers['content-language'], code, url);
      return answer.body;
    };
    for (const url of ['/nope', '/me/nope', '/operator/nope', '/share/nope']) {
      assert.match(await read(url, { 'accept-language': code }), `<h1>${title}</h1>`);
      assert.match(await read(`${url}?lang=${code}`, {}), `<h1>${title}</h1>`);
    }
    assert.match(await read('/me/nope', { cookie: `language=${code}` }), `<h1>${title}</h1>`);
    const body = await read('/account/north-eurusd/embed?size=x', { 'accept-language': code });
    assert.match(body, fault);
    assert.match(body, 'small, medium, large');
    assert.not.match(body, 'must be one of');
  }
});

problems('say that nothing is published yet, and not that something is wrong', () =>
  withWorld(
    async ({ app, dataDir, snapshots }) => {
      const texts = {
        en: 'Nothing is published yet.',
        de: 'Noch ist nichts veröffentlicht.',
        es: 'Todavía no hay nada publicado.',
      };
      const ask = async (url: string, language = 'en') => {
        const headers = { accept: browser, 'accept-language': language };
        const { statusCode, headers: sent, body } = await app.inject({ url, headers });
        assert.is(statusCode, 503, url);
        return { body, retryAfter: sent['retry-after'] };
      };
      for (const [code, text] of Object.entries(texts)) {
        for (const url of ['/', '/search', '/account/north-eurusd', '/owner/north-desk']) {
          const { body, retryAfter } = await ask(url, code);
          assert.match(body, `<p>${text} `, url);
          assert.is(retryAfter, '10', url);
        }
      }
      const api = ['/api/v1/accounts/north-eurusd', '/api/v1/search/accounts', '/healthz'];
      for (const url of api) {
        const { body, retryAfter } = await ask(url);
        assert.is(JSON.parse(body).type, 'urn:trackrecord:problem:nothing-published', url);
        assert.match(JSON.parse(body).detail, texts.en);
        assert.is(retryAfter, '10', url);
      }

      // A first version that is damaged is something else.
      writeFileSync(dataDir.manifest(await publishFacts(dataDir)), 'damaged');
      await snapshots.refresh();
      for (const url of api) {
        const { body } = await ask(url);
        assert.is(JSON.parse(body).type, 'urn:trackrecord:problem:unavailable', url);
      }
      assert.match((await ask('/')).body, 'We can’t read the data at the moment');
    },
    { facts: null },
  ),
);

inLentWorld('are JSON at the addresses of programs, for a browser too', async ({ app }) => {
  const headers = { accept: browser };
  for (const url of [
    ...['/api', '/api/', '/api/v1/nope', '/api/v1/accounts/nobody', '/api/v2', '/%61pi/nope'],
    ...['/api/public/calendar/v1?days=x', '/api/public/calendar/v2', '/mcp/x', '/connect/v1/facts'],
    ...['/healthz/', '/readyz/x', '/metrics'],
  ]) {
    const answer = await app.inject({ url, headers });
    assert.ok(answer.statusCode >= 400, url);
    assert.is(answer.headers['content-type'], json, url);
  }
  const { headers: sent } = await app.inject({ url: '/healthz', method: 'POST', headers });
  assert.is(sent['content-type'], json);
});

inLentWorld('of a filter keep the form as filled in, and say what is allowed', async ({ app }) => {
  const query = 'q=desk&currency=E%26R&min_twr_percent=much&platform=MT4&sort=name&page=0';
  for (const path of ['/search', '/']) {
    const { statusCode, headers, body } = await app.inject(`${path}?${query}`);
    assert.is(statusCode, 400);
    assert.is(headers['content-type'], html);
    assert.is(headers['cache-control'], 'no-store');
    assert.match(body, /<nav aria-label="Pages">/);
    assert.match(body, /name="q" value="desk"/);
    assert.match(
      body,
      /name="currency" value="E&amp;R"[^>]* aria-invalid="true" aria-describedby="fault-currency"/,
    );
    assert.match(body, /name="min_twr_percent" value="much"[^>]* aria-invalid="true"/);
    assert.match(body, /<option value="MT4" selected>/);
    assert.match(body, /<option value="name" selected>/);
    assert.is(body.match(/aria-invalid/g)?.length, 2);
    assert.match(
      body,
      /<li id="fault-min_twr_percent">Enter min return as a number such as 12\.5\.<\/li>/,
    );
    assert.match(body, /<li id="fault-currency">Enter currency as [^<]*such as EUR\.[^<]*<\/li>/);
    assert.match(body, /<li id="fault-page">Enter page as a whole number[^<]*<\/li>/);
  }
  const { body } = await app.inject('/search?type=robot&sort=x&platform=MT4&platform=MT5');
  assert.match(body, /<li id="fault-type">Choose type from: account, portfolio\.<\/li>/);
  assert.match(body, /<li id="fault-platform">Give only one value for platform\.<\/li>/);
  assert.match(body, /<li id="fault-sort">Choose sort from: Highest return, [^<]*<\/li>/);
  const markup = '/search?max_drawdown_percent=%22%3E%3Cscript%3E';
  assert.not.match((await app.inject(markup)).body, /<script>/);
});

inLentWorld('do not occur for usual spellings of numbers and currencies', async ({ app }) => {
  const lists = async (query: string) => {
    const { statusCode, body } = await app.inject(`/search?${query}`);
    assert.is(statusCode, 200, query);
    return body;
  };
  for (const [written, read] of [
    ['30,5', '30.5'],
    ['30%', '30'],
    [' 30.5 % ', '30.5'],
    ['\u221212,25%', '-12.25'],
    ['+5', '5'],
    ['1 000', '1000'],
    ['30,5000', '30.5000'],
  ] as const) {
    const query = (text: string) => `max_drawdown_percent=${encodeURIComponent(text)}`;
    assert.is(await lists(query(written)), await lists(query(read)), written);
  }
  assert.is(await lists('currency=usd'), await lists('currency=USD'));
  for (const written of ['1,500', '1.500,5', '30,5,1', '30%%', '%', '5e1', '0x10', ',5', '--5']) {
    const answer = await app.inject(`/search?min_twr_percent=${encodeURIComponent(written)}`);
    assert.is(answer.statusCode, 400, written);
  }
});

problems.run();
