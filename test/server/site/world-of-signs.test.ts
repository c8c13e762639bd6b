import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { silentLog } from '../../../pipeline/base/log.ts';
import { inPackage } from '../../../pipeline/base/package-root.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { openRegistry } from '../../../pipeline/registry/registry.ts';
import { languageFor } from '../../../server/site/language/languages.ts';
import { sectionNames } from '../../../sql/marts/index.ts';
import { type Published, publishWorlds } from '../../support/published.ts';
import { openServer, type Server } from '../open-server.ts';
import { sectionTexts } from './section-texts.ts';

interface Context {
  published: Published;
  server: Server;
}

const signs = suite<Context>('signs of a world, from its files to its pages');

const now = new Date('2024-07-01T12:00:00Z');

const worlds = [
  'signs-of-a-record',
  'drawdowns-by-day',
  'rolling-windows',
  'news',
  'open-at-once',
  'benchmark',
  'excursions',
  'accounts-in-sequence',
];

signs.before(async (context) => {
  const scenarios = worlds.map((name) => inPackage(`fixtures/scenarios/${name}`));
  context.published = await publishWorlds(scenarios, now);
  const { dataDir } = context.published;
  context.server = await openServer({ dataDir, clock: () => now, log: silentLog });
});

signs.after(async ({ server, published }) => {
  await server.close();
  published.remove();
});

/** Texts on the page of only one account, in three languages. */
const expected = {
  'open-loss': [
    [/Demo account/, /Demokonto/, /Cuenta demo/],
    [/id="open-loss"/, /liegen mit 40,00\u00a0%/, /pierden un 40,00\u00a0%/],
    [/−440\.00 USD.*\(−40\.00%\)/, /−440,00 USD.*\(−40,00/, /−440,00 USD.*\(−40,00/],
    [/confirmed by the operator, 15 Jun 2024/, /Betreiber, 15\. Jun 2024/, /operador, 15 jun 2024/],
  ],
  stopped: [
    [/id="stale".*20 Jun 2024/, /neuesten Daten sind vom 20\. Jun 2024/, /son del 20 jun 2024/],
    [/No data since 20 Jun 2024/, /Seit dem 20\. Jun 2024 liegen/, /Sin datos desde el 20 jun/],
  ],
  off: [
    [/Does not match the platform/, /Stimmt nicht mit den/, /No cuadra con/],
    [/Demo or real money: unknown/, /Demo oder Echtgeld: unbe/, /real: se desconoce/],
  ],
  discreet: [
    [
      /Not shown by the owner: months, statistics\./,
      /nicht gezeigt: Monate, Statistik\./,
      /no muestra: meses, estadísticas\./,
    ],
    [
      /does not show equity figures/,
      /zeigt keine Equity-Kennzahlen/,
      /no muestra las cifras de equidad\./,
    ],
  ],
} as const;

signs('are each on the page of its account, and on no other', async ({ server: { app } }) => {
  for (const [at, code] of ['en', 'de', 'es'].entries()) {
    for (const slug of Object.keys(expected)) {
      const { statusCode, body } = await app.inject(`/account/${slug}?lang=${code}`);
      assert.is(statusCode, 200);
      const page = body.replaceAll('\n', ' ').replaceAll(/<\/?bdi>/g, '');
      for (const [owner, all] of Object.entries(expected)) {
        for (const sign of all) {
          const pattern = sign[at] ?? /$^/;
          assert.is(pattern.test(page), owner === slug, `${code} ${slug}: ${pattern}`);
        }
      }
    }
  }
});

signs('have a dash for a month that no data reaches', async ({ server: { app } }) => {
  for (const [code, month] of [
    ['en', 'Jul 2024'],
    ['de', 'Jul 2024'],
    ['es', 'jul 2024'],
  ]) {
    const { body } = await app.inject(`/account/stopped?lang=${code}`);
    assert.match(body, `>${month}</th><td class="num">–<`);
    assert.match(body, />2024<\/th><td class="num[^"]*">\+1/);
  }
});

signs('are on the widget too, at every size', async ({ server: { app } }) => {
  const said = { 'open-loss': 'demo', stopped: 'last data 20 Jun 2024', off: 'does not reconcile' };
  for (const size of ['small', 'medium', 'large', 'preview']) {
    for (const slug of Object.keys(said)) {
      const { body } = await app.inject(`/widget/${slug}.svg?size=${size}`);
      const shown = /<text class="loss"[^>]*>([^<]*)</.exec(body)?.[1];
      assert.is(shown, new Map(Object.entries(said)).get(slug), `${size} ${slug}`);
    }
  }
});

/** Reads the texts of a section of a page, without markup. */
const sectionOf = (body: string, id: string): string =>
  (new RegExp(`id="${id}"[^]*?</section>`).exec(body)?.[0] ?? '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll(/[ \n]+/g, ' ');

/** Accounts of these worlds, with the texts that only their pages have. */
const rich = [
  'falls',
  'falls-long',
  'rolls',
  'newsy',
  'open-at-once',
  'open-loss',
  'by-trades',
  'both',
  'chain',
];

signs('go with sections that say what the API does', async ({ server: { app } }) => {
  const { format } = languageFor('en', undefined);
  const seen = new Set<string>();
  for (const slug of rich) {
    const include = Object.keys(sectionTexts);
    const account = (await app.inject(`/api/v1/accounts/${slug}?include=${include}`)).json();
    const { body } = await app.inject(`/account/${slug}`);
    for (const [section, { id, texts }] of Object.entries(sectionTexts)) {
      const wanted = texts(account, format);
      if (wanted.length > 0) seen.add(section);
      const shown = sectionOf(body, id);
      assert.is(shown !== '', wanted.length > 0, `${slug} ${id}`);
      for (const text of wanted) assert.ok(shown.includes(text), `${slug}, ${text}: ${shown}`);
    }
  }
  assert.equal([...seen].sort(), Object.keys(sectionTexts).sort());
});

signs('name each section that its owner hides in its place', async ({ server, published }) => {
  const registry = await openRegistry({ dataDir: published.dataDir, clock: () => now });
  const shown = new Map(Object.entries(sectionTexts).map(([name, { id }]) => [name, id]));
  // A portfolio's page lists its accounts in any case.
  shown.delete('contributions');
  const hide = sectionNames.filter((name) => shown.has(name) || name === 'equity_curve');
  await applyRegistry(registry, {
    accounts: [
      { slug: 'falls', type: 'account', hide },
      { slug: 'chain', type: 'portfolio', hide: ['contributions'] },
    ],
  });
  const listed = sectionOf((await server.app.inject('/account/chain')).body, 'members');
  assert.match(listed, 'Weights and contributions: not shown by the owner.');
  assert.not.match(listed, 'Added to return');
  const { body } = await server.app.inject('/account/falls');
  for (const id of [...shown.values(), 'curve']) {
    assert.match(body, `aria-labelledby="no-${id}"`);
    assert.is(sectionOf(body, id), '');
  }
  await registry.close();
});

signs('cover any days that their reader chooses', async ({ server: { app } }) => {
  const { format } = languageFor('en', undefined);
  const url = '/account/open-loss';
  const { first_day, last_day } = (await app.inject('/api/v1/accounts/open-loss/gain')).json();
  for (const [from, to] of [
    [first_day, last_day],
    [last_day, last_day],
  ] as const) {
    const query = `?from=${from}&to=${to}`;
    const gain = (await app.inject(`/api/v1/accounts/open-loss/gain${query}`)).json();
    const shown = sectionOf((await app.inject(url + query)).body, 'span');
    for (const text of [
      `${format.day(from)} – ${format.day(to)}, both days included`,
      format.signedPercent(gain.return_percent),
      format.percent(gain.max_drawdown_percent),
      `${format.signedAmount(gain.profit, 'USD')} USD`,
      `${format.amount(gain.deposits, 'USD')} USD`,
    ]) {
      assert.ok(shown.includes(text), `${text}: ${shown}`);
    }
  }
  const wide = await app.inject(`${url}?from=1990-01-01`);
  assert.match(wide.body, `name="from" value="${first_day}" min="${first_day}" max="${last_day}"`);
  for (const query of ['from=2024-02-30', `from=${last_day}&to=${first_day}`, 'to=soon']) {
    const refused = await app.inject(`${url}?${query}`);
    assert.is(refused.statusCode, 400, query);
    assert.match(refused.body, 'Choose two days from ');
  }
});

signs.run();
