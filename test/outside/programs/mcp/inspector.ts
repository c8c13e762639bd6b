import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { calls, http, stdio, tell } from './task.ts';

const cli = createRequire(import.meta.url).resolve(
  '@modelcontextprotocol/inspector-cli/build/index.js',
);
const headers = ['--header', `Authorization: ${http.headers.Authorization}`];
const servers = {
  http: [http.url, '--transport', 'http', ...headers],
  stdio: [stdio.command, ...stdio.args],
};
for (const [name, server] of Object.entries(servers)) {
  const run = (...words: string[]) =>
    JSON.parse(
      execFileSync(process.execPath, [cli, ...server, ...words], {
        encoding: 'utf8',
        env: { ...process.env, ...stdio.env },
        stdio: ['ignore', 'pipe', 'ignore'],
      }).replace(/^[^{]*/, ''),
    );
  const { tools } = run('--method', 'tools/list');
  const answers = calls.map(([tool, args]) => {
    const words = Object.entries(args).map(([key, value]) => `${key}=${[value].flat()}`);
    const toolArguments = words.flatMap((word) => ['--tool-arg', word]);
    return run('--method', 'tools/call', '--tool-name', tool, ...toolArguments).structuredContent;
  });
  tell(
    name,
    tools.map((tool: { name: string }) => tool.name),
    answers,
  );
}
