import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { revokeKey } from '../../../pipeline/registry/keys.ts';
import { hidables, type Scope } from '../../../pipeline/registry/words.ts';
import { within } from '../../support/within.ts';
import {
  bearer,
  everything,
  gold,
  north,
  owners,
  secret,
  type World,
  withWorld,
} from '../world.ts';

const viewer = suite('who may see what');
const inWorld = within(viewer, withWorld);

const slugs = {
  'own-pub': 'north-eurusd',
  'own-all': 'north-all',
  'own-priv': 'north-secret',
  'other-pub': 'solo-silent',
  'other-priv': 'solo-secret',
  unknown: 'unknown',
  noslug: '%00',
} as const;

/** Expected status of GET and HEAD; the owner of the good keys is north-desk. */
const matrix = `
endpoint   caller     own-pub own-all own-priv other-pub other-priv unknown noslug
           none           200     200      404       200        404     404    404
           bad            401     401      401       401        401     401    401
           revoked        401     401      401       401        401     401    401
           connection     401     401      401       401        401     401    401
           both           200     200      200       200        404     404    404
           accounts       200     200      200       403        403     403    403
           public         200     200      403       200        404     404    404
/trades    none           401     401      401       401        401     401    401
/trades    bad            401     401      401       401        401     401    401
/trades    revoked        401     401      401       401        401     401    401
/trades    connection     401     401      401       401        401     401    401
/trades    both           200     200      200       200        404     404    404
/trades    accounts       200     200      200       403        403     403    403
/trades    public         200     200      403       200        404     404    404
/trades.csv none          401     401      401       401        401     401    401
/trades.csv bad           401     401      401       401        401     401    401
/trades.csv revoked       401     401      401       401        401     401    401
/trades.csv connection    401     401      401       401        401     401    401
/trades.csv both          200     200      200       200        404     404    404
/trades.csv accounts      200     200      200       403        403     403    403
/trades.csv public        200     200      403       200        404     404    404
/positions none           401     401      401       401        401     401    401
/positions bad            401     401      401       401        401     401    401
/positions revoked        401     401      401       401        401     401    401
/positions connection     401     401      401       401        401     401    401
/positions both           200     200      200       200        404     404    404
/positions accounts       200     200      200       403        403     403    403
/positions public         200     200      403       200        404     404    404
/widget    none           200     200      404       200        404     404    404
/widget    bad            401     401      401       401        401     401    401
/widget    revoked        401     401      401       401        401     401    401
/widget    connection     401     401      401       401        401     401    401
/widget    both           200     200      404       200        404     404    404
/widget    accounts       200     200      404       403        403     403    403
/widget    public         200     200      403       200        404     404    404
`;

const lists = `
caller     /accounts /search/accounts
none             401              200
bad              401              401
revoked          401              401
connection       401              401
both             200              200
accounts         200              403
public           403              200
`;

/** Reads the cells of a table by the names of row and column. A row may lack its first cell. */
function cellsOf(table: string): { row: string[]; column: string; status: number }[] {
  const [head = '', ...lines] = table.trim().split('\n');
  const columns = head.split(/ +/);
  return lines.flatMap((line) => {
    const cells = line.split(/ +/);
    const names = columns.filter((name) => ['endpoint', 'caller'].includes(name)).length;
    return cells.slice(names).map((status, at) => ({
      row: cells.slice(0, names),
      column: columns[names + at] ?? '',
      status: Number(status),
    }));
  });
}

/** A valid Connection Key. It sends data and reads nothing. */
const connectionKey = 'tr_conn_000000000000000000000000000000000bQqYN';

async function headersOf({
  keyOf,
  registry,
}: World): Promise<Record<string, Record<string, string>>> {
  const revoked = await keyOf('north-desk');
  await revokeKey(registry, revoked.id);
  const withScopes = async (...scopes: Scope[]) => bearer((await keyOf('north-desk', scopes)).key);
  return {
    none: {},
    bad: bearer('tr_live_x'),
    revoked: bearer(revoked.key),
    connection: bearer(connectionKey),
    both: await withScopes('accounts:read', 'public:read'),
    accounts: await withScopes('accounts:read'),
    public: await withScopes('public:read'),
  };
}

const isSlugName = (name: string): name is keyof typeof slugs => name in slugs;

/** Compares every cell of both tables with the answers. */
async function expectMatrix(
  world: World,
  headers: Record<string, Record<string, string>>,
): Promise<void> {
  const cells = cellsOf(matrix);
  assert.is(cells.length, 35 * 7);
  for (const { row, column, status } of cells) {
    const [endpoint = '', caller = ''] = row;
    const slug = isSlugName(column) ? slugs[column] : '';
    await expectStatus(world, `/api/v1/accounts/${slug}${endpoint}`, headers[caller], status);
  }
  for (const { row, column, status } of cellsOf(lists)) {
    await expectStatus(world, `/api/v1${column}`, headers[row[0] ?? ''], status);
  }
}

inWorld('is decided by key, ownership and publication at each endpoint', async (world) =>
  expectMatrix(world, await headersOf(world)),
);

inWorld('keeps its access when a paid plan has lapsed, and needs attribution', async (world) => {
  const headers = await headersOf(world);
  const lapsed = { ...owners[0], plan_until: '2026-02-28T00:00:00Z' };
  await applyRegistry(world.registry, { owners: [lapsed] });
  const { both } = headers;
  const url = '/api/v1/accounts/north-eurusd';
  const { attribution } = (await world.app.inject({ url, headers: both ?? {} })).json();
  assert.is(attribution.required, true);
  await expectMatrix(world, headers);
});

async function expectStatus(
  { app }: World,
  url: string,
  headers: Record<string, string> = {},
  status: number,
): Promise<void> {
  for (const method of ['GET', 'HEAD'] as const) {
    const response = await app.inject({ url, method, headers });
    assert.is(response.statusCode, status, `${method} ${url} ${JSON.stringify(headers)}`);
    const asked = response.headers['www-authenticate'];
    if (status === 403) assert.match(String(asked), /^Bearer error="insufficient_scope", scope="/);
    else assert.is(asked !== undefined, status === 401);
  }
}

inWorld('is refused without the scope that the answer names', async (world) => {
  const { accounts, public: publicOnly } = await headersOf(world);
  const cases: [url: string, headers: Record<string, string>, scope: string][] = [
    ['/api/v1/accounts', publicOnly ?? {}, 'accounts:read'],
    ['/api/v1/accounts/north-secret', publicOnly ?? {}, 'accounts:read'],
    ['/api/v1/accounts/solo-silent', accounts ?? {}, 'public:read'],
    ['/api/v1/search/accounts', accounts ?? {}, 'public:read'],
  ];
  for (const [url, headers, scope] of cases) {
    const response = await world.app.inject({ url, headers });
    const expected = `Bearer error="insufficient_scope", scope="${scope}"`;
    assert.is(response.headers['www-authenticate'], expected, url);
    assert.match(response.json().detail, scope);
  }
});

inWorld('is checked before parameters, and those before existence', async (world) => {
  const headers = await headersOf(world);
  const cases: [caller: string, path: string, status: number][] = [
    ['bad', '/accounts?page=0', 401],
    ['none', '/accounts?page=0', 401],
    ['public', '/accounts?page=0', 403],
    ['both', '/accounts?page=0', 400],
    ['accounts', '/search/accounts?page=0', 403],
    ['accounts', '/accounts/unknown?include=x', 403],
    ['public', '/accounts/north-secret/trades?from=x', 403],
    ['both', '/accounts/unknown/trades?from=x', 400],
    ['public', '/accounts/north-secret/trades.csv?from=x', 403],
    ['both', '/accounts/unknown/trades.csv?from=x', 400],
    ['both', '/accounts/solo-secret/trades.csv?page=x', 404],
    ['both', '/accounts/solo-secret/positions?limit=x', 400],
    ['both', '/accounts/solo-secret/positions?limit=1', 404],
    ['none', '/accounts/solo-secret/widget?limit=x', 404],
  ];
  for (const [caller, path, status] of cases) {
    await expectStatus(world, `/api/v1${path}`, headers[caller], status);
  }
});

inWorld('of an owner is the same whatever is hidden', async (world) => {
  const { both } = await headersOf(world);
  const owned = [north, gold, secret, everything];
  const urls = owned.flatMap(({ slug }) => [
    `/api/v1/accounts/${slug}?include=equity_curve,twr,monthly,by_symbol,by_magic_number,advanced`,
    `/api/v1/accounts/${slug}/trades?page=2`,
    `/api/v1/accounts/${slug}/trades.csv`,
    `/api/v1/accounts/${slug}/positions`,
  ]);
  urls.push('/api/v1/accounts');
  const answers = async () => {
    const bodies: string[] = [];
    for (const url of urls) {
      const response = await world.app.inject({ url, headers: both ?? {} });
      assert.is(response.statusCode, 200, url);
      bodies.push(`${response.headers.etag} ${response.body}`);
    }
    return bodies;
  };
  const shown = await answers();
  await world.apply(...owned.map((account) => ({ ...account, hide: hidables })));
  assert.equal(await answers(), shown);
});

viewer.run();
