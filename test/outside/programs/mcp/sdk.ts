import { createRequire } from 'node:module';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { calls, http, stdio, tell } from './task.ts';

async function ask(name: string, transport: Transport) {
  const client = new Client({ name: 'outside', version: '1' });
  await client.connect(transport);
  const { tools } = await client.listTools();
  const answers: unknown[] = [];
  for (const [tool, args] of calls) {
    const { structuredContent } = await client.callTool({ name: tool, arguments: args });
    answers.push(structuredContent);
  }
  const { resources } = await client.listResources();
  const { contents } = await client.readResource({ uri: resources[0]?.uri ?? '' });
  if (contents.length !== 1) throw new Error('no resource');
  const { prompts } = await client.listPrompts();
  if (prompts.length === 0) throw new Error('no prompt');
  await client.close();
  tell(
    name,
    tools.map((tool) => tool.name),
    answers,
  );
}

const requestInit = { headers: http.headers };
await ask('http', new StreamableHTTPClientTransport(new URL(http.url), { requestInit }));
await ask('stdio', new StdioClientTransport({ ...stdio, stderr: 'ignore' }));

// Clients that speak only stdio use mcp-remote to reach a server elsewhere.
const remote = createRequire(import.meta.url).resolve('mcp-remote/dist/proxy.js');
const header = `Authorization:${http.headers.Authorization}`;
await ask(
  'mcp-remote',
  new StdioClientTransport({
    command: process.execPath,
    args: [remote, http.url, '--header', header, '--transport', 'http-only'],
    stderr: 'ignore',
  }),
);
process.exit(0);
