import { spawnSync } from 'node:child_process';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inPackage } from '../../../pipeline/base/package-root.ts';
import { revokeKey } from '../../../pipeline/registry/keys.ts';
import { tools } from '../../../server/mcp/tools.ts';
import { withWorld } from '../world.ts';

const stdio = suite('trackrecord mcp');

const command = [inPackage('trackrecord.js'), 'mcp'];

stdio('answers as /mcp does, with the key of its environment', async () => {
  await withWorld(async ({ dataDir, keyOf, read, registry }) => {
    const { id, key } = await keyOf('north-desk');
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [...command, '--data', dataDir.path],
      env: { TRACKRECORD_KEY: key },
      stderr: 'ignore',
    });
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(transport);
    try {
      const listed = await client.listTools();
      assert.equal(
        listed.tools.map(({ name }) => name),
        tools.map(({ listed }) => listed.name),
      );
      const ownAnswer = await client.callTool({ name: 'list_my_accounts', arguments: {} });
      const { data } = await read('/api/v1/accounts', key);
      const answer = ownAnswer.structuredContent as { data: { slug: string }[] };
      assert.equal(
        answer.data.map(({ slug }) => slug),
        data.map(({ slug }: { slug: string }) => slug),
      );
      assert.match(JSON.stringify(ownAnswer.content), 'The answer is in structuredContent');
      const { contents } = await client.readResource({ uri: 'account://north-eurusd' });
      assert.match(JSON.stringify(contents), 'EURUSD swing');
    } finally {
      await client.close();
    }
    await revokeKey(registry, id);
    const env = { PATH: process.env.PATH, TRACKRECORD_KEY: key };
    const args = [...command, '--data', dataDir.path];
    const bad = spawnSync(process.execPath, args, { env, input: '', encoding: 'utf8' });
    assert.is(bad.status, 2, bad.stderr);
    assert.match(bad.stderr, /^TRACKRECORD_KEY is not a valid key; .*$/m);
    assert.is(bad.stdout, '');
  });
});

stdio.run();
