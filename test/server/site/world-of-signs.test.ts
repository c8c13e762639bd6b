import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { silentLog } from '../../../pipeline/base/log.ts';
import { inPackage } from '../../../pipeline/base/package-root.ts';
import { type Published, publishWorld } from '../../support/published.ts';
import { openServer, type Server } from '../open-server.ts';

interface Context {
  published: Published;
  server: Server;
}

const signs = suite<Context>('signs of a world, from its files to its pages');

const now = new Date('2024-07-01T12:00:00Z');

signs.before(async (context) => {
  const world = inPackage('fixtures/scenarios/signs-of-a-record');
  context.published = await publishWorld(world, now);
  const { dataDir } = context.published;
  context.server = await openServer({ dataDir, clock: () => now, log: silentLog });
});

signs.after(async ({ server, published }) => {
  await server.close();
  published.remove();
});

/** What stands on the page of one account alone, in three languages. */
const expected = {
  'open-loss': [
    [/Demo account/, /Demokonto/, /Cuenta demo/],
    [/id="open-loss"/, /verlieren im Moment 40,00\u00a0%/, /pierden ahora el 40,00\u00a0%/],
    [/−440\.00 USD.*\(−40\.00%\)/, /−440,00 USD.*\(−40,00/, /−440,00 USD.*\(−40,00/],
    [/Sent by the terminal/, /Vom Terminal gesendet/, /Enviado por el terminal/],
    [/confirmed by the operator, 15 Jun 2024/, /Betreiber, 15\. Jun 2024/, /operador, 15 jun 2024/],
  ],
  stopped: [
    [/id="stale".*20 Jun 2024/, /neuesten Daten sind vom 20\. Jun 2024/, /son del 20 jun 2024/],
    [/Imported from a statement file/, /Aus einem Kontoauszug/, /Importado de un extracto/],
  ],
  off: [
    [/Does not reconcile\./, /Stimmt nicht überein\./, /No cuadra\./],
    [/Demo or real: not known/, /Demo oder Echtgeld: nicht/, /Demo o dinero real: no se sabe/],
  ],
  discreet: [
    [
      /Not shown by the owner: months, statistics\./,
      /nicht gezeigt: Monate, Statistik\./,
      /no muestra: meses, estadísticas\./,
    ],
    [
      /Figures by equity are not shown/,
      /nach Equity zeigt der Inhaber nicht/,
      /según la equidad\./,
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

signs('are on the widget too, at every size', async ({ server: { app } }) => {
  const said = { 'open-loss': 'demo', stopped: 'data of 20 Jun 2024', off: 'does not reconcile' };
  for (const size of ['small', 'medium', 'large', 'preview']) {
    for (const slug of Object.keys(said)) {
      const { body } = await app.inject(`/widget/${slug}.svg?size=${size}`);
      const shown = /<text class="loss"[^>]*>([^<]*)</.exec(body)?.[1];
      assert.is(shown, new Map(Object.entries(said)).get(slug), `${size} ${slug}`);
    }
  }
});

signs.run();
