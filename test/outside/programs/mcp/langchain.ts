import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { calls, http, stdio, tell } from './task.ts';

// LangChain shows a model only the text.
const url = `${http.url}?answers=text`;
const servers = {
  http: { ...http, url, transport: 'http' },
  stdio: { ...stdio, args: [...stdio.args, '--answers', 'text'], transport: 'stdio' },
} as const;
for (const [name, server] of Object.entries(servers)) {
  const client = new MultiServerMCPClient({ mcpServers: { [name]: server } });
  const tools = await client.getTools();
  const answers: unknown[] = [];
  for (const [tool, args] of calls) {
    const found = tools.find((candidate) => candidate.name === tool);
    answers.push(JSON.parse(await found?.invoke(args)));
  }
  await client.close();
  tell(
    name,
    tools.map((tool) => tool.name),
    answers,
  );
}
process.exit(0);
