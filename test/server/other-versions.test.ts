import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type DataDirectory, dataDirectory } from '../../pipeline/base/data-directory.ts';
import { type Log, silentLog } from '../../pipeline/base/log.ts';
import { applyRegistry } from '../../pipeline/registry/apply.ts';
import { verifySnapshot } from '../../pipeline/run/verify.ts';
import { sectionNames } from '../../sql/marts/index.ts';
import { scenariosDirectory } from '../oracle/scenarios.ts';
import { temporaryDirectory } from '../support/directory.ts';
import { publishScenario, type Scenario } from '../support/published.ts';
import { type Rewrite, rewriteVersion } from '../support/rewrite-version.ts';
import { openServer, type Server } from './open-server.ts';

interface Context {
  published: Scenario;
  /** Account object as served from the parts that this program wrote. */
  whole: ReturnType<typeof JSON.parse>;
}

const versions = suite<Context>('versions of other programs');

const directory = join(scenariosDirectory, 'ordinary-account');
const asOf = new Date('2024-07-01T12:00:00Z');
const registry: { accounts: { slug: string }[] } = JSON.parse(
  readFileSync(join(directory, 'registry.json'), 'utf8'),
);
const slug = registry.accounts[0]?.slug ?? '';
const everything = `/api/v1/accounts/${slug}?include=${sectionNames}`;

versions.before(async (context) => {
  context.published = await publishScenario('ordinary-account', asOf);
  await withVersion(context.published, null, async ({ app }, lines) => {
    context.whole = (await app.inject(everything)).json();
    assert.equal(lines, []);
    assert.equal((await app.inject('/readyz')).json().notes, []);
  });
});

versions.after(({ published }) => published.remove());

/**
 * Serves published parts after `change`, as another version of the program would have written them;
 * null changes nothing.
 */
async function withVersion(
  { dataDir: original }: Scenario,
  rewrite: Rewrite | null,
  work: (server: Server, lines: string[], dataDir: DataDirectory) => Promise<void>,
  later?: string,
): Promise<void> {
  const dataDir = dataDirectory(temporaryDirectory());
  const lines: string[] = [];
  const log: Log = { ...silentLog, warn: (message) => void lines.push(message) };
  try {
    cpSync(original.path, dataDir.path, { recursive: true });
    if (rewrite !== null) await rewriteVersion(dataDir, rewrite, later);
    const server = await openServer({ dataDir, clock: () => asOf, log });
    await work(server, lines, dataDir);
    await server.close();
  } finally {
    rmSync(dataDir.path, { recursive: true });
  }
}

/** Removes members from the text of an object. */
const without = (text: string, ...names: string[]): string => {
  const object = JSON.parse(text);
  for (const name of names) delete object[name];
  return JSON.stringify(object);
};

const gone = ['curve', 'growth', 'top_symbols', 'top_magic_numbers', 'by_magic_number'];

/** Parts written by an earlier program that lacked some parts and some figures. */
const earlier: Rewrite = (part, text) => {
  if (gone.includes(part)) return null;
  if (part === 'summary') {
    const { performance, ...rest } = JSON.parse(text);
    const { deposits: _, ...known } = performance;
    return without(JSON.stringify({ ...rest, performance: known }), 'leverage');
  }
  if (part === 'advanced') return without(text, 'ghpr', 'total_lots', 'z_score');
  return text;
};

versions(
  'of an earlier one are served as they were, null where they have nothing',
  async ({ published, whole }) => {
    await withVersion(published, earlier, async ({ app }) => {
      const answer = await app.inject(everything);
      assert.is(answer.statusCode, 200);
      const { performance, advanced, ...rest } = answer.json();
      assert.equal(rest, {
        ...Object.fromEntries(Object.entries(whole).filter(([name]) => name in rest)),
        leverage: null,
        by_magic_number: null,
      });
      assert.equal(Object.keys(answer.json()), Object.keys(whole));
      assert.equal(performance, { ...whole.performance, deposits: null });
      const z_score = { value: null, probability: null };
      assert.equal(advanced, { ...whole.advanced, ghpr: null, total_lots: null, z_score });
    });
  },
);

versions(
  'of an earlier one have pages, widgets and lists, without what is drawn',
  async ({ published }) => {
    await withVersion(published, earlier, async ({ app }) => {
      const page = await app.inject(`/account/${slug}`);
      assert.is(page.statusCode, 200);
      assert.match(page.body, /appear after the next update\./);
      assert.not.match(page.body, /id="curve"/);
      assert.match(page.body, /id="months"/);
      for (const url of ['/', ...['', '.svg', '.png'].map((end) => `/widget/${slug}${end}`)]) {
        const answer = await app.inject(url);
        assert.is(answer.statusCode, 200, url);
        assert.not.match(answer.body, /class="line"/, url);
      }
      assert.match((await app.inject('/')).body, new RegExp(`/account/${slug}`));
    });
  },
);

versions(
  'of an earlier one keep what is hidden hidden, and promise nothing of it',
  async ({ published }) => {
    await withVersion(published, earlier, async ({ app, registry: open }) => {
      const [entry] = registry.accounts;
      const hide = ['equity_curve', 'by_symbol', 'by_magic_number', 'volume'];
      await applyRegistry(open, { accounts: [{ ...entry, hide }] });
      assert.not.match((await app.inject(`/account/${slug}`)).body, /next update of the figures/);
      assert.is((await app.inject(everything)).json().advanced.total_lots, null);
    });
  },
);

versions('of an earlier one are not half drawn', async ({ published }) => {
  const unlike: Rewrite = (part, text) => (part === 'curve' ? without(text, 'drawdown') : text);
  await withVersion(published, unlike, async ({ app }) => {
    const page = await app.inject(`/account/${slug}`);
    assert.is(page.statusCode, 200);
    assert.match(page.body, /appear after the next update\./);
    assert.not.match(page.body, /id="curve"/);
    const behaviour = await app.inject(`/account/${slug}/behaviour`);
    assert.match(behaviour.body, /id="by_symbol"/);
    for (const url of ['/', `/widget/${slug}.svg`]) {
      assert.not.match((await app.inject(url)).body, /class="line"/, url);
    }
  });
});

versions('of an earlier one are ready and whole', async ({ published }) => {
  await withVersion(published, earlier, async ({ app }, lines, dataDir) => {
    assert.equal(lines, []);
    assert.is((await app.inject('/readyz')).json().status, 'ready');
    const { faults } = await verifySnapshot(dataDir, {});
    assert.equal(
      faults.filter((fault) => !fault.includes('belongs to version')),
      [],
    );
  });
});

versions('of an earlier one may hold a table that is written no more', async (context) => {
  const { published, whole } = context;
  const work = async ({ app }: Server, lines: string[], dataDir: DataDirectory) => {
    assert.equal((await app.inject(everything)).json(), whole);
    assert.is((await app.inject(`/account/${slug}/monthly.csv`)).statusCode, 200);
    assert.equal(lines, []);
    assert.equal((await app.inject('/readyz')).json().notes, []);
    assert.equal((await verifySnapshot(dataDir, {})).faults, []);
  };
  const spaced: Rewrite = (part, text) => (part === 'advanced' ? ` ${text}` : text);
  await withVersion(published, spaced, work, 'trades.csv');
});

versions('of a later one are read but for what only it knows', async ({ published, whole }) => {
  const later: Rewrite = (part, text) =>
    ['summary', 'advanced'].includes(part) ? text.replace('{', '{"later":"Canary",') : text;
  await withVersion(
    published,
    later,
    async ({ app }, lines) => {
      assert.equal((await app.inject(everything)).json(), whole);
      assert.is((await app.inject(`/account/${slug}`)).statusCode, 200);
      assert.equal(lines, []);
    },
    'later_part',
  );
});

versions.run();
