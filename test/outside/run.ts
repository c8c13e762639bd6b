import { execFile } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { build } from 'vite';
import { inPackage } from '../../pipeline/base/package-root.ts';
import { accountsLimit, tools } from '../../server/mcp/tools.ts';
import { baseUrl, type World, withWorld } from '../server/world.ts';

// Tests clients that others make, from a folder with the packages of this folder's package.json.
// Clients generated from our description of the API are compiled strictly and read from a server.
// Clients of the Model Context Protocol do so over both of its transports.

const folder = resolve(process.argv[2] ?? '.');
const work = join(folder, 'work');
const run = promisify(execFile);
const limits = { timeout: 60_000, maxBuffer: 1 << 24 };

/** Command of each generator. It reads openapi.json and writes a folder of its name. */
const generators = {
  'openapi-typescript': ['openapi.json', '-o', 'openapi-typescript/api.ts'],
  'openapi-ts': ['-i', 'openapi.json', '-o', 'hey', '-c', '@hey-api/client-fetch'],
  kubb: ['generate', '--config', 'kubb.config.mjs'],
  orval: ['--input', './openapi.json', '--output', './orval/api.ts', '--client', 'fetch'],
} as const;
const generated = ['openapi-typescript', 'hey', 'kubb', 'orval'] as const;
const models = ['sdk', 'ai-sdk', 'langchain', 'inspector'] as const;

const results: boolean[] = [];
async function check(name: string, look: () => Promise<unknown>): Promise<void> {
  const fault = await look().then(
    () => null,
    (error: { stdout?: string; stderr?: string }) =>
      `${error.stdout ?? ''}${error.stderr ?? ''}${error.stdout ? '' : error}`,
  );
  console.log(fault === null ? `ok   ${name}` : `FAIL ${name}\n${fault}`);
  results.push(fault === null);
}

function expectSame(actual: unknown, expected: unknown, name: string): void {
  if (isDeepStrictEqual(actual, expected)) return;
  throw new Error(`${name}: ${JSON.stringify(actual)} is not ${JSON.stringify(expected)}`);
}

const slug = 'north-all';

rmSync(work, { recursive: true, force: true });
cpSync(inPackage('test/outside/programs'), work, { recursive: true });
cpSync(inPackage('clients/typescript/src'), join(work, 'client'), { recursive: true });
await withWorld(async (world) => {
  const { key } = await world.keyOf('north-desk');
  const url = await world.app.listen({ host: '127.0.0.1', port: 0 });
  await generate(world);
  await buildPrograms();
  await Promise.all([tryGenerated(world, url, key), tryModels(world, url, key)]);
});
const failed = results.filter((isGood) => !isGood).length;
console.log(`${results.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

async function generate({ read }: World): Promise<void> {
  writeFileSync(join(work, 'openapi.json'), JSON.stringify(await read('/api/v1/openapi.json')));
  await Promise.all(
    Object.entries(generators).map(([command, words]) =>
      check(`${command} generates`, () =>
        run(join(folder, 'node_modules', '.bin', command), [...words], { cwd: work, ...limits }),
      ),
    ),
  );
  const compile = ['-p', work, '--typeRoots', inPackage('node_modules/@types')];
  await check('what they generate compiles strictly', () =>
    run(inPackage('node_modules/.bin/tsc'), compile, limits),
  );
}

/** Bundles the programs with the generated clients. Packages stay where they are installed. */
async function buildPrograms(): Promise<void> {
  await build({
    root: work,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir: 'built',
      minify: false,
      rollupOptions: {
        input: Object.fromEntries([
          ...generated.map((name) => [name, `./${name}.ts`]),
          ...models.map((name) => [name, `./mcp/${name}.ts`]),
        ]),
      },
    },
    ssr: { noExternal: ['@kubb/plugin-client'] },
  });
}

async function answersOf(program: string, ...words: readonly string[]) {
  const { stdout } = await run(process.execPath, [join(work, 'built', `${program}.js`), ...words], {
    cwd: work,
    env: { ...process.env, BASE_URL: baseUrl },
    ...limits,
  });
  const lines = stdout.split('\n').filter((line) => /^\{"(account|transport)"/.test(line));
  return lines.map((line) => JSON.parse(line));
}

async function tryGenerated({ read }: World, url: string, key: string): Promise<void> {
  const at = `/api/v1/accounts/${slug}`;
  const expected = {
    account: await read(`${at}?include=advanced,monthly`, key),
    trades: await read(`${at}/trades?page=2`, key),
    statistics: await read(`${at}/statistics?by=side,hour`, key),
    refused: 404,
  };
  for (const name of generated) {
    await check(`${name}: its client reads what the API says`, async () => {
      const [answer] = await answersOf(name, url, key, slug);
      expectSame(answer, expected, name);
    });
  }
}

async function tryModels({ read, dataDir }: World, url: string, key: string): Promise<void> {
  const at = `/api/v1/accounts/${slug}`;
  const expected = {
    tools: tools.map(({ listed }) => listed.name),
    answers: [
      await read(`${at}?include=monthly`, key),
      await read(`/api/v1/accounts?limit=${accountsLimit}`, key),
      await read(`${at}/statistics?by=side`, key),
    ],
  };
  const command = [process.execPath, inPackage('trackrecord.js'), 'mcp', '--data', dataDir.path];
  for (const name of models) {
    await check(`${name} over HTTP and stdio`, async () => {
      const found = await answersOf(name, `${url}/mcp`, key, slug, ...command);
      if (found.length < 2) throw new Error(`${found.length} transports`);
      for (const { transport, ...answer } of found) {
        expectSame(answer, expected, transport);
      }
    });
  }
}
