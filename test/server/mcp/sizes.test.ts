import { rmSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { silentLog } from '../../../pipeline/base/log.ts';
import { createKey } from '../../../pipeline/registry/keys.ts';
import { scopes } from '../../../pipeline/registry/words.ts';
import { includable } from '../../../server/accounts/account-object.ts';
import { tools } from '../../../server/mcp/tools.ts';
import { openServer } from '../open-server.ts';
import { copyDemo } from '../site/demo-site.ts';
import { bearer } from '../world.ts';
import { callOf, post, type ToolAnswer } from './calls.ts';

const sizes = suite('the size of answers over MCP');

const maxBytes = 61_440;

sizes(
  'stays below 60 KB for every tool and section on the longest accounts of the demo',
  async () => {
    const dataDir = await copyDemo();
    const server = await openServer({ dataDir, clock: () => new Date(), log: silentLog });
    const { app, registry, snapshots, close } = server;
    try {
      await snapshots.refresh();
      const found = await app.inject('/api/v1/search/accounts?limit=200');
      const accounts: { slug: string; owner: { slug: string } }[] = found.json().data;
      const lengths = await Promise.all(
        accounts.map(async ({ slug, owner }) => {
          const { body } = await app.inject(`/api/v1/accounts/${slug}?include=equity_curve,twr`);
          return { slug, owner: owner.slug, bytes: body.length };
        }),
      );
      const longest = lengths.sort((a, b) => b.bytes - a.bytes).slice(0, 2);
      for (const { slug, owner, bytes } of longest) {
        assert.ok(bytes > maxBytes, `${slug} has ${bytes} bytes unless it is thinned`);
        const { key } = await createKey(registry, { owner, name: 'sizes', scopes });
        for (const revision of [undefined, '2025-06-18']) {
          const headers = {
            ...bearer(key),
            ...(revision && { 'mcp-protocol-version': revision }),
          };
          const ask = async (name: string, args: object): Promise<ToolAnswer> => {
            const { body } = await post(app, callOf(name, args), headers);
            assert.ok(Buffer.byteLength(body) <= maxBytes, `${name} ${JSON.stringify(args)}`);
            return JSON.parse(body).result;
          };
          for (const { listed } of tools) {
            const takesSlug = 'slug' in (listed.inputSchema.properties ?? {});
            const { isError } = await ask(listed.name, takesSlug ? { slug } : {});
            assert.not(isError, listed.name);
            if (!('limit' in (listed.inputSchema.properties ?? {}))) continue;
            await ask(listed.name, { ...(takesSlug && { slug }), limit: 200 });
          }
          for (const include of includable.filter((name) => name !== 'explain')) {
            const { isError, content } = await ask('get_account', { slug, include });
            if (revision) assert.not(isError, `${include}: ${content[0]?.text}`);
          }
          const all = await ask('get_account', { slug, include: [...includable], points: 10_000 });
          assert.is(all.isError, true);
          const text = all.content[0]?.text ?? '';
          assert.match(
            text,
            /^The answer would be too long: .* In bytes: [a-z_]+ \d+, [a-z_]+ \d+/,
          );
          assert.match(text, / equity_curve \d+, /);
          assert.match(text, 'To shorten it, leave sections out of include, or ');
        }
        const headers = { ...bearer(key), 'mcp-protocol-version': '2025-06-18' };
        const read = async (args: object) =>
          (await post(app, callOf('get_account', { slug, ...args }), headers)).json().result
            .structuredContent;
        const { twr, thinned } = await read({ include: 'twr' });
        const whole = (await app.inject(`/api/v1/accounts/${slug}?include=twr`)).json().twr;
        const rows = whole.twr_trade_by_trade;
        assert.equal(thinned, [
          {
            list: 'twr.twr_trade_by_trade',
            rows: rows.length,
            returned: twr.twr_trade_by_trade.length,
          },
        ]);
        assert.ok(twr.twr_trade_by_trade.length <= 200);
        assert.is(twr.twr_trade_by_trade[0], rows[0]);
        assert.is(twr.twr_trade_by_trade.at(-1), rows.at(-1));
        assert.is(Math.max(...twr.twr_trade_by_trade), Math.max(...rows));
        assert.is(Math.min(...twr.twr_trade_by_trade), Math.min(...rows));
        const part = await read({ include: 'advanced', fields: ['win_rate'] });
        assert.equal(Object.keys(part.advanced), ['win_rate']);
        assert.is('thinned' in part, false, 'nothing long is included');
      }
    } finally {
      await close();
      rmSync(dataDir.path, { recursive: true, force: true });
    }
  },
);

sizes.run();
