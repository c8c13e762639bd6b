import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { silentLog } from '../../../pipeline/base/log.ts';
import { createKey } from '../../../pipeline/registry/keys.ts';
import { scopes } from '../../../pipeline/registry/words.ts';
import { sectionNames } from '../../../sql/marts/index.ts';
import { fieldOf } from '../../support/fields.ts';
import { publishScenario } from '../../support/published.ts';
import { within } from '../../support/within.ts';
import { openServer } from '../open-server.ts';
import { withWorld } from '../world.ts';
import { post, type Revision, withClient } from './calls.ts';

const client = suite('MCP through the official client');
const inWorld = within(client, withWorld);

const toolNames = [
  'search_public_accounts',
  'get_account',
  'get_gain',
  'compare_accounts',
  'assess_account',
  'get_widget_snippet',
  'get_economic_calendar',
  'list_my_accounts',
  'get_trade_statistics',
  'list_trades',
  'list_positions',
];

const revisions: readonly [mode: Revision, version: string][] = [
  ['legacy', '2025-11-25'],
  ['auto', '2026-07-28'],
  [{ pin: '2026-07-28' }, '2026-07-28'],
];

for (const [mode, version] of revisions) {
  inWorld(`answers in ${version}, mode ${JSON.stringify(mode)}`, async ({ app, keyOf, read }) => {
    const { key } = await keyOf('north-desk');
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    await withClient(url, { key, mode }, async (connected) => {
      assert.is(connected.getNegotiatedProtocolVersion(), version);
      assert.equal(connected.getServerCapabilities(), { tools: {}, resources: {}, prompts: {} });
      assert.match(connected.getInstructions() ?? '', 'null means unknown');
      const { tools } = await connected.listTools();
      assert.equal(fieldOf(tools, 'name'), toolNames);
      const ownAnswer = await connected.callTool({
        name: 'list_my_accounts',
        arguments: { page: 1 },
      });
      assert.equal(ownAnswer.structuredContent, await read('/api/v1/accounts?limit=10', key));
      const unknown = await connected.callTool({ name: 'get_account', arguments: { slug: 'x' } });
      assert.is(unknown.isError, true);
      const { resources } = await connected.listResources();
      const [{ uri } = { uri: '' }] = resources;
      const { contents } = await connected.readResource({ uri });
      const [read0] = contents;
      assert.equal(
        JSON.parse(read0 && 'text' in read0 ? read0.text : ''),
        await read(uri.replace('account://', '/api/v1/accounts/'), key),
      );
      const nowhere = await connected.readResource({ uri: 'account://solo-secret' }).catch(String);
      assert.match(String(nowhere), 'Nothing is published at this address.');
      const { prompts } = await connected.listPrompts();
      assert.ok(prompts.some(({ name }) => name === 'assess_track_record'));
      const prompt = await connected.getPrompt({
        name: 'assess_track_record',
        arguments: { slug: 'north-eurusd' },
      });
      assert.match(JSON.stringify(prompt.messages), 'of the account \\"north-eurusd\\"');
      const nothing = await connected.callTool({ name: 'nothing' }).catch(String);
      assert.match(String(nothing), 'There is no tool with that name.');
    });
  });
}

inWorld('shakes hands in every revision that clients speak', async ({ app }) => {
  for (const protocolVersion of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']) {
    const clientInfo = { name: 'test', version: '1' };
    const params = { protocolVersion, capabilities: {}, clientInfo };
    const hello = await post(app, { jsonrpc: '2.0', id: 0, method: 'initialize', params });
    assert.is(hello.json().result.protocolVersion, protocolVersion);
    assert.is(hello.headers['mcp-session-id'], undefined);
    const headers = { 'mcp-protocol-version': protocolVersion };
    const note = { jsonrpc: '2.0', method: 'notifications/initialized' };
    assert.is((await post(app, note, headers)).statusCode, 202);
    const list = await post(app, { jsonrpc: '2.0', id: 1, method: 'tools/list' }, headers);
    assert.is(list.json().result.tools.length, toolNames.length);
  }
});

inWorld('describes every tool and every argument', async ({ app }) => {
  const list = await post(app, { jsonrpc: '2.0', id: 1, method: 'tools/list' });
  for (const { name, title, description, annotations, inputSchema } of list.json().result.tools) {
    assert.ok(title.length > 5 && description.length > 50, name);
    assert.equal(annotations, {
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    });
    for (const [argument, schema] of Object.entries<{ description: string }>(
      inputSchema.properties,
    )) {
      assert.ok(schema.description, `${name} ${argument}`);
    }
    const needsSlug =
      /^(assess_account|get_account|get_gain|get_widget_snippet|get_trade_statistics|list_trades|list_positions)$/.test(
        name,
      );
    assert.equal(inputSchema.required ?? [], needsSlug ? ['slug'] : [], name);
  }
  assert.not.match(list.body, 'x-privacy');
  assert.ok(list.body.length <= 29_200, `tools/list has ${list.body.length} bytes`);
});

client('keeps the promises of its output schemas on a computed account', async () => {
  const asOf = new Date('2024-07-01T12:00:00Z');
  const published = await publishScenario('ordinary-account', asOf);
  const [account] = published.accounts;
  if (account === undefined) throw new Error('no account');
  const server = await openServer({
    dataDir: published.dataDir,
    clock: () => asOf,
    log: silentLog,
  });
  try {
    const { slug, owner } = account;
    const { key } = await createKey(server.registry, { owner, name: 'test', scopes });
    const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
    await withClient(url, { key, mode: 'auto' }, async (connected) => {
      // The client refuses results that don't fit the schema of a tool that it has listed.
      await connected.listTools();
      const calls: readonly [name: string, args: Record<string, unknown>][] = [
        ['search_public_accounts', {}],
        ['get_account', { slug, include: [...sectionNames] }],
        ['get_gain', { slug }],
        ['get_trade_statistics', { slug, by: ['hour', 'duration'] }],
        ['get_widget_snippet', { slug }],
        ['get_economic_calendar', { impact: 'all', days: 30 }],
        ['list_my_accounts', {}],
        ['list_trades', { slug }],
        ['list_positions', { slug }],
      ];
      for (const [name, args] of calls) {
        const answer = await connected.callTool({ name, arguments: args });
        assert.not(answer.isError, name);
        assert.ok(answer.structuredContent, name);
      }
    });
  } finally {
    await server.close();
    published.remove();
  }
});

client.run();
