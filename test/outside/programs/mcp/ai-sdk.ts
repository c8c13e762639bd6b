import { createMCPClient } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport as StdioTransport } from '@ai-sdk/mcp/mcp-stdio';
import { calls, http, stdio, tell } from './task.ts';

const transports = { http: { type: 'http', ...http }, stdio: new StdioTransport(stdio) } as const;
for (const [name, transport] of Object.entries(transports)) {
  const client = await createMCPClient({ transport });
  const tools = await client.tools();
  const answers: unknown[] = [];
  for (const [tool, args] of calls) {
    const options = { toolCallId: tool, messages: [] };
    const result = await tools[tool]?.execute(args, options);
    answers.push(Object.assign({}, result).structuredContent);
  }
  await client.close();
  tell(name, Object.keys(tools), answers);
}
process.exit(0);
