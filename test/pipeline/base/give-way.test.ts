import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inPackage } from '../../../pipeline/base/package-root.ts';
import { trackrecord } from '../../cli/trackrecord.ts';
import { withDirectory } from '../../support/directory.ts';
import { within } from '../../support/within.ts';

const givingWay = suite('giving way to the server');
const inDirectory = within(givingWay, withDirectory);

const lower = Math.max(getPriority(), 10);

/** Lists the priorities of the threads of a process. */
const listPriorities = `[...new Set(readdirSync('/proc/self/task').map(Number).map(getPriority))]`;
const imports = `import { readdirSync } from 'node:fs'; import { getPriority } from 'node:os';`;
const addressOf = (file: string): string => pathToFileURL(inPackage(`dist/${file}`)).href;

/** Runs a command to its end, and returns the priorities that its threads have then. */
async function prioritiesOf(
  command: string | readonly string[],
  dataDir: string,
): Promise<number[]> {
  const atExit = `process.on('exit', () => console.error('priorities ' + ${listPriorities}))`;
  const { stderr } = await trackrecord([command].flat(), {
    TRACKRECORD_DATA: dataDir,
    NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(imports + atExit)}"`,
  });
  return (/priorities (.*)/.exec(stderr)?.[1] ?? '').split(',').map(Number);
}

inDirectory('is not what commands do that compute little', async (directory) => {
  for (const command of ['run', 'status']) {
    assert.equal(await prioritiesOf(command, directory), [getPriority()], command);
  }
});

inDirectory('is what a run does that has many accounts to compute', async (directory) => {
  const source = join(directory, 'source');
  mkdirSync(source);
  const write = (count: number) => {
    const accounts = Array.from(
      { length: count },
      (_, at) => `MT5:${at}@Broker-Live,MT5,EUR,2026-01-01T00:00:00Z,2026-01-02T00:00:00Z`,
    );
    const head = 'account_id,platform,currency,created_at,updated_at';
    writeFileSync(join(source, 'accounts.csv'), [head, ...accounts, ''].join('\n'));
  };
  const data = join(directory, 'data');
  const run = ['run', '--source', source];
  write(110);
  assert.equal(await prioritiesOf(run, data), [lower], '110 accounts');
  write(120);
  assert.equal(await prioritiesOf(run, data), [getPriority()], '10 more');
});

givingWay('concerns the threads that DuckDB starts, and child processes', () => {
  const script = `${imports}
    import { execFileSync } from 'node:child_process';
    import { giveWay } from ${JSON.stringify(addressOf('pipeline/base/give-way.js'))};
    import { openDatabase } from ${JSON.stringify(addressOf('pipeline/duckdb/database.js'))};
    giveWay();
    const before = readdirSync('/proc/self/task').length;
    const database = await openDatabase(':memory:', { threads: 3 });
    await database.run('select sum(range) from range(1000000)');
    const started = readdirSync('/proc/self/task').length - before;
    const child = Number(execFileSync('nice').toString());
    console.log(JSON.stringify({ priorities: ${listPriorities}, isAnyStarted: started > 0, child }));
    await database.close();`;
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', script]);
  const expected = { priorities: [lower], isAnyStarted: true, child: lower };
  assert.equal(JSON.parse(printed.toString()), expected);
});

givingWay.run();
