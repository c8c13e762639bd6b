import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { withWorld } from '../world.ts';

/**
 * Scenarios of the protocol's own suite that apply to a server with read-only tools, resources and
 * prompts.
 */
const applied = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
  'dns-rebinding-protection',
];

/** All other scenarios, each with the feature that this server does not offer. */
const leftOut: Readonly<Record<string, readonly string[]>> = {
  'a tool made for the suite': [
    'tools-call-simple-text',
    'tools-call-image',
    'tools-call-audio',
    'tools-call-embedded-resource',
    'tools-call-mixed-content',
    'tools-call-with-logging',
    'tools-call-error',
    'tools-call-with-progress',
    'json-schema-2020-12',
  ],
  'questions to the client': [
    'tools-call-sampling',
    'tools-call-elicitation',
    'elicitation-sep1034-defaults',
    'elicitation-sep1330-enums',
  ],
  sessions: ['server-sse-polling', 'server-sse-multiple-streams'],
  'logging and completion': ['logging-set-level', 'completion-complete'],
  'a resource made for the suite': [
    'resources-read-text',
    'resources-read-binary',
    'resources-templates-read',
    'resources-subscribe',
    'resources-unsubscribe',
  ],
  'a prompt made for the suite': [
    'prompts-get-simple',
    'prompts-get-with-args',
    'prompts-get-embedded-resource',
    'prompts-get-with-image',
  ],
};

const suite = join(process.argv[2] ?? '.', 'node_modules', '.bin', 'conformance');
const run = promisify(execFile);
const runSuite = (...words: string[]) =>
  run(process.execPath, [suite, ...words], { timeout: 60_000 });

/** Returns true if a scenario had at least one check, and each passed. */
async function passes(scenario: string, url: string): Promise<boolean> {
  const words = ['server', '--url', `${url}/mcp`, '--scenario', scenario];
  const { stdout } = await runSuite(...words).catch((error: { stdout?: string }) => ({
    stdout: error.stdout ?? String(error),
  }));
  const isGood = /^Passed: ([1-9]\d*)\/\1, 0 failed, 0 warnings$/m.test(stdout);
  console.log(isGood ? `ok   ${scenario}` : `FAIL ${scenario}\n${stdout}`);
  return isGood;
}

/** Returns true if every scenario of the suite is in one of these lists. */
async function isDecided(): Promise<boolean> {
  const { stdout } = await runSuite('list');
  const [, listed = ''] = stdout.split(/^(?:Server|Client) scenarios.*$/m);
  const names = [...listed.matchAll(/^ {2}- (\S+)/gm)].map((match) => match[1] ?? '');
  const known = new Set([...applied, ...Object.values(leftOut).flat()]);
  const undecided = names.filter((name) => !known.has(name));
  const isGood = names.length > 0 && undecided.length === 0;
  console.log(isGood ? 'ok   every scenario is decided on' : `FAIL undecided: ${undecided}`);
  return isGood;
}

const results: boolean[] = [];
await withWorld(async ({ app }) => {
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  results.push(await isDecided());
  for (const scenario of applied) results.push(await passes(scenario, url));
});
for (const [reason, names] of Object.entries(leftOut)) {
  console.log(`left out, needs ${reason}: ${names.join(', ')}`);
}
const failed = results.filter((isGood) => !isGood).length;
console.log(`${results.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
