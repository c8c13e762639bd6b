import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createLog, type Log, silentLog } from '../../../pipeline/base/log.ts';
import { openDatabase } from '../../../pipeline/duckdb/database.ts';
import { sharedViews } from '../../../pipeline/duckdb/views.ts';
import { callOf, mcpHeaders } from '../../server/mcp/calls.ts';
import { openServer } from '../../server/open-server.ts';
import { routesOf } from '../../server/owners/routes-of.ts';
import { whileOpen } from '../../support/while-open.ts';
import { openWorld } from './answers.ts';
import { canaryWorld } from './canary-world.ts';
import { clock, type PublishedWorld, publishHiding } from './published-world.ts';
import { type Ask, ownerAsks, strangerAsks } from './surfaces.ts';

interface Context {
  published: PublishedWorld;
  logged: string[];
  log: Log;
}

const canary = suite<Context>('canaries');
const { world, canaries } = canaryWorld();

canary.before(async (context) => {
  context.logged = [];
  context.log = createLog(
    { logLevel: 'trace', logFormat: 'json' },
    { write: (line) => void context.logged.push(line) },
  );
  context.published = await publishHiding(world, {}, context.log);
});

canary.after(({ published }) => published.remove());

/** Place of a text: a request that is answered with it, or a line of the log. */
type Placed = readonly [place: string, text: string];

/** Collects the answers to some questions. */
async function answersTo({ published, log }: Context, asks: readonly Ask[]): Promise<Placed[]> {
  return whileOpen(openWorld(published, log), async (open) => {
    const answers: Placed[] = [];
    for (const ask of asks) {
      const { caller, method, url, payload = '' } = ask;
      answers.push([`${caller} ${method} ${url} ${payload}`.trimEnd(), (await open.ask(ask)).text]);
    }
    return answers;
  });
}

/** Lists the canaries that were found, each with the first place. */
function leaksIn(places: readonly Placed[]): string[] {
  return canaries.flatMap(({ text }) => {
    const [place] = places.find(([, answer]) => answer.includes(text)) ?? [];
    return place === undefined ? [] : [`${place} tells ${text}`];
  });
}

/** Addresses of the owners' own pages, and of keys that send: nobody else gets an answer there. */
const isOwn = (route: string) => /^\/(?:me|operator|alerts|connect)(?:\/|$)/.test(route);

canary(
  'are looked for at every address that is not for owners and operators alone',
  async ({ published }) => {
    const server = await openServer({ dataDir: published.dataDir, clock, log: silentLog });
    const routes = [...(await routesOf(server.app)).keys()];
    await server.close();
    const paths = strangerAsks(world, world).map(({ url }) => url.split('?')[0] ?? '');
    const patternOf = (route: string) =>
      new RegExp(
        `^${route.replaceAll('.', '\\.').replace('*', '.+').replaceAll(/:\w+/g, '[^/]+')}$`,
      );
    const asked = routes.filter((route) => !isOwn(route));
    assert.ok(asked.length > 40, `${asked.length}`);
    const unasked = asked.filter((route) => !paths.some((path) => patternOf(route).test(path)));
    assert.equal(unasked, []);
    const endings = ['', '.svg', '.png'].map((ending) => `/widget/[\\w-]+${ending}`);
    for (const ending of endings) {
      assert.ok(
        paths.some((path) => new RegExp(`^${ending}$`).test(path)),
        ending,
      );
    }
  },
);

canary('are in the answers to their owner, if they are in any', async (context) => {
  const answers = await answersTo(context, ownerAsks(world));
  const texts = answers.map(([, text]) => text).join('\n');
  const missing = canaries.filter(({ text, isOwners }) => isOwners !== texts.includes(text));
  assert.equal(missing, []);
  assert.ok(canaries.length > 150);
});

canary('are in no answer to anybody else', async (context) => {
  // Nobody knows this slug, so no answer repeats it, and it need not be requested.
  const asks = strangerAsks(world, world).filter(({ url }) => !url.includes('canary'));
  assert.equal(leaksIn(await answersTo(context, asks)), []);
});

canary('are in no answer to anyone who guessed a private slug', async (context) => {
  const asks = strangerAsks(world, world).filter(({ url }) => url.includes('canary'));
  assert.ok(asks.length > 10);
  assert.equal(leaksIn(await answersTo(context, asks)), []);
});

canary('are in no line that a run or the server logs', async (context) => {
  await answersTo(context, [...ownerAsks(world), ...strangerAsks(world, world)]);
  assert.match(context.logged.join(''), 'snapshot in service');
  assert.equal(leaksIn(context.logged.map((line) => [`the line ${line.trimEnd()}`, line])), []);
});

canary(
  'that are keys come back in no answer and no log line, wherever they stand',
  async (context) => {
    const key = context.published.keys.get('pro') ?? '';
    const secret = key.slice('tr_live_'.length);
    const sent: Readonly<Record<string, string>>[] = [
      { authorization: key },
      { authorization: `Basic ${key}` },
      { authorization: `Bearer ${key}x` },
      { authorization: `Bearer ${key.toLowerCase()}` },
      { authorization: `Bearer ${key}, Bearer ${key}` },
      { 'x-api-key': key, cookie: `key=${key}`, 'user-agent': key, referer: `https://a.b/?${key}` },
      { 'if-none-match': `"${key}"`, 'x-request-id': key, 'accept-encoding': key },
    ];
    const urls = [
      '/api/v1/accounts',
      '/api/v1/accounts/hides-all',
      `/api/v1/accounts/${key}`,
      `/api/v1/accounts/hides-all?access_token=${key}&key=${key}`,
      `/api/v1/accounts/hides-all?include=${key}`,
      `/api/v1/accounts/hides-all/trades?from=${key}`,
      `/api/v1/search/accounts?sort=${key}`,
      `/api/v1/search/accounts?q=${key}&page=2`,
      `/${key}`,
      `/%zz${key}`,
    ];
    const asks = urls.flatMap((url) =>
      [{}, ...sent].flatMap((headers) =>
        (['GET', 'HEAD', 'OPTIONS'] as const).map((method): Ask => {
          return { caller: 'none', method, url, headers };
        }),
      ),
    );
    const messages = [
      ...[{ slug: key }, { slug: 'x', api_key: key }, { slug: 'x', include: key }].map((args) =>
        callOf('get_account', args),
      ),
      callOf(key, {}),
      { ...callOf('get_account'), method: key },
    ];
    for (const payload of [...messages.map((message) => JSON.stringify(message)), key]) {
      asks.push({ caller: 'none', method: 'POST', url: '/mcp', headers: mcpHeaders, payload });
    }
    const isTold = (text: string) => text.toLowerCase().includes(secret.toLowerCase());
    const answers = await answersTo(context, asks);
    assert.equal(
      answers.flatMap(([place, text]) => (isTold(text) ? place : [])),
      [],
    );
    assert.equal(context.logged.filter(isTold), []);
  },
);

canary('are in no shared view of the warehouse, and in nothing that describes one', (context) =>
  whileOpen(openDatabase(':memory:', { threads: 1 }), async (database) => {
    const { warehouse } = context.published.dataDir;
    await database.run(`attach '${warehouse}' as warehouse (read_only); use warehouse`);
    const textsOf = async (sql: string) =>
      (await database.rows(sql)).map(({ text }) => String(text)).join('\n');
    const shown = [
      await textsOf(`
        select concat_ws(' ', sql, comment) as text from duckdb_views() where not internal
        union all
        select concat_ws(' ', column_name, comment) from duckdb_columns() where not internal`),
    ];
    for (const view of sharedViews) {
      shown.push(await textsOf(`select row::varchar as text from ${view} as row`));
    }
    assert.equal(leaksIn([['a shared view', shown.join('\n')]]), []);
    const raw = await textsOf('select row::varchar as text from trades as row');
    assert.ok(canaries.filter(({ text }) => raw.includes(text)).length > 50);
  }),
);

canary.run();
