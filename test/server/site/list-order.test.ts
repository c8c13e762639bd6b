import { rmSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { DataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { createKey } from '../../../pipeline/registry/keys.ts';
import { openServer, type Server } from '../open-server.ts';
import { copyDemo } from './demo-site.ts';

const listed = suite('order of the list');

let dataDir: DataDirectory;
let server: Server;
let accounts: Map<string, Account>;

/** An account as the API sends it. */
interface Account {
  readonly slug: string;
  readonly type: string;
  readonly name: string;
  readonly updated_at: string | null;
  readonly verified: { readonly identity: boolean; readonly track_record: boolean };
  readonly performance: Readonly<Record<string, number | null>> & { readonly since: string | null };
  readonly advanced: Readonly<Record<string, number | null>> | null;
  readonly observed: {
    readonly since: string | null;
    readonly late_percent: number | null;
    readonly after: { readonly months: number | null } | null;
  } | null;
}

listed.before(async () => {
  dataDir = await copyDemo();
  server = await openServer({ dataDir, clock: () => new Date(), log: silentLog });
  const [owner] = await server.registry.accounts();
  const scopes = ['public:read'] as const;
  const { key } = await createKey(server.registry, {
    owner: owner?.owner ?? '',
    name: 'test',
    scopes: [...scopes],
  });
  const headers = { authorization: `Bearer ${key}` };
  accounts = new Map();
  for (const page of [1, 2, 3]) {
    const url = `/api/v1/search/accounts?limit=20&page=${page}`;
    for (const { slug } of (await server.app.inject({ url, headers })).json().data) {
      const path = `/api/v1/accounts/${slug}?include=advanced,observed`;
      accounts.set(slug, (await server.app.inject({ url: path, headers })).json());
    }
  }
});

listed.after(async () => {
  await server.close();
  rmSync(dataDir.path, { recursive: true });
});

/** Returns what the API has for each order. */
const figures: Readonly<Record<string, (account: Account) => number | string | null>> = {
  name: ({ name }) => name.toLowerCase(),
  twr_percent: ({ performance }) => performance.twr_percent ?? null,
  cagr_percent: ({ performance }) => performance.cagr_percent ?? null,
  max_drawdown_percent: ({ performance }) => performance.max_drawdown_percent ?? null,
  sharpe_ratio_annualized: ({ advanced }) => advanced?.sharpe_ratio_annualized ?? null,
  total_trades: ({ advanced }) => advanced?.total_trades ?? null,
  age_days: ({ performance: { since }, updated_at }) =>
    since === null || updated_at === null ? null : Date.parse(updated_at) - Date.parse(since),
  observed_months: ({ observed }) =>
    observed === null || observed.since === null || (observed.late_percent ?? 0) > 10
      ? null
      : (observed.after?.months ?? null),
  updated_at: ({ updated_at }) => (updated_at === null ? null : Date.parse(updated_at)),
};

/** Reads every page of a list, by its links. */
async function readAll(first: string): Promise<{ slugs: string[]; bodies: string[] }> {
  const bodies: string[] = [];
  for (let url: string | undefined = first; url !== undefined; ) {
    const { body }: { body: string } = await server.app.inject(url);
    bodies.push(body);
    url = /rel="next" href="(.*?)"/.exec(body)?.[1]?.replaceAll('&amp;', '&');
  }
  const slugs = bodies.flatMap((body) =>
    [...body.matchAll(/name="slug" value="(.*?)"/g)].map(([, slug = '']) => slug),
  );
  return { slugs, bodies };
}

/** Checks that values go one way and that unknown ones come last. */
function isInOrder(values: readonly (number | string | null)[], direction: 1 | -1, how: string) {
  const known = values.filter((value) => value !== null);
  assert.equal(values.slice(0, known.length), known, `${how}: unknown values come last`);
  const sorted = known.toSorted((a, b) => (a < b ? -direction : a > b ? direction : 0));
  assert.equal(known, sorted, how);
}

listed('is what it says, on all pages, by each column head and in both directions', async () => {
  const { bodies } = await readAll('/');
  assert.ok(bodies.length > 1, 'more than one page');
  const orders = new Set(
    [...(bodies[0]?.matchAll(/<th scope="col".*?[?;]sort=([^"&]*)/g) ?? [])].map(([, order = '']) =>
      order.replace(/^-/, ''),
    ),
  );
  assert.equal([...orders].sort(), Object.keys(figures).sort(), 'each head has a figure here');
  for (const field of orders) {
    for (const [order, direction] of [
      [field, 1],
      [`-${field}`, -1],
    ] as const) {
      for (const confirmed of ['', '&confirmed=any']) {
        const { slugs, bodies } = await readAll(`/search?sort=${order}${confirmed}`);
        assert.equal([...slugs].sort(), [...accounts.keys()].sort(), order);
        const says = /role="status">(.*?)</.exec(bodies[0] ?? '')?.[1] ?? '';
        assert.is(says.includes('confirmed track records first'), confirmed === '', says);
        const found = slugs.map((slug) => accounts.get(slug) as Account);
        const ranks = found.map(({ verified }) => (verified.track_record ? 0 : 1));
        const groups = confirmed === '' ? [0, 1] : [null];
        if (confirmed === '') isInOrder(ranks, 1, `${order}: confirmed first`);
        for (const group of groups) {
          const within = found.filter((_, at) => group === null || ranks[at] === group);
          const values = within.map((account) => figures[field]?.(account) ?? null);
          isInOrder(values, direction, `${order}${confirmed}`);
        }
      }
    }
  }
});

listed('has ticks by each badge, for portfolios if all members have it', async () => {
  const registered = await server.registry.accounts();
  const { bodies } = await readAll('/');
  const rows = bodies.join('').split('<tr role="row"><th scope="row"').slice(1);
  let ofMembers = 0;
  for (const row of rows) {
    const slug = /name="slug" value="(.*?)"/.exec(row)?.[1] ?? '';
    const { verified, type } = accounts.get(slug) as Account;
    assert.is(row.includes('✓</span> Identity'), verified.identity, slug);
    assert.is(row.includes('✓</span> Track record<'), verified.track_record, slug);
    if (type !== 'portfolio') continue;
    const members = registered.find((account) => account.slug === slug)?.members ?? [];
    for (const badge of ['identity', 'track_record'] as const) {
      const haveAll = members.every((member) => accounts.get(member)?.verified[badge] === true);
      if (haveAll) ofMembers += 1;
      assert.is(verified[badge], haveAll, `${slug}: ${badge}`);
    }
  }
  assert.ok(ofMembers > 0, 'some portfolio has a badge of its members');
});

listed.run();
