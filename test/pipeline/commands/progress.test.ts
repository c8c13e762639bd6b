import { createServer } from 'node:http';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { program } from '../../support/program.ts';
import { hasPseudoTerminal, onTerminal } from '../../support/pseudo-terminal.ts';
import { account, asOf, type Desk, preparedDesk, trade, withDesk } from '../desk.ts';

const progress = suite('progress');
const onScreen = hasPseudoTerminal ? progress : () => {};

/** Writes a command of this program for a shell. */
const shellLine = (args: readonly string[]): string =>
  [process.execPath, ...program('trackrecord.ts'), ...args].map((word) => `'${word}'`).join(' ');

const runOf = ({ source }: Desk, ...args: string[]): string =>
  shellLine(['run', '--source', source, '--as-of', asOf.toISOString(), ...args]);

function writeWorld(desk: Desk): void {
  desk.write('accounts.csv', [account('a'), account('b')]);
  desk.write('trades.csv', [trade('a', 1), trade('a', 2), trade('b', 1)]);
}

function matchesAll(lines: readonly string[], patterns: readonly RegExp[]): void {
  const screen = lines.join('\n');
  assert.is(lines.length, patterns.length, screen);
  for (const [at, pattern] of patterns.entries()) assert.match(lines[at] ?? '', pattern, screen);
}

/** Seconds below a tenth are not printed. */
const stagesDone = [
  /^✔ load +5 rows(, \d+\.\d s)?$/,
  /^✔ statistics +2 of 2 accounts, 3 rows(, \d+\.\d s)?$/,
  /^✔ write +2 of 2 accounts, 3 rows(, \d+\.\d s)?$/,
  /^✔ publish( +\d+\.\d s)?$/,
  /^✔ warehouse( +\d+\.\d s)?$/,
];

onScreen('on a terminal is every stage with what it did, above whatever the run has to say', () =>
  withDesk(async (desk) => {
    writeWorld(desk);
    desk.write('equity-bad.csv', [{ account_id: 'x' }]);
    const env = { TRACKRECORD_DATA: desk.dataDir.path };
    const { code, screen, isCursorShown } = await onTerminal(runOf(desk), env);
    assert.equal([code, isCursorShown], [3, true]);
    matchesAll(screen, [
      ...stagesDone,
      /^\S+Z {2}WARN {3}file refused {2}.*equity-bad\.csv/,
      /^version 000001-[0-9a-f]{12}: 2 files loaded, .* 2 accounts computed$/,
      /equity-bad\.csv: lacks the column/,
    ]);
  }),
);

onScreen('on a terminal holds back what is said before anything is drawn', async () => {
  const words = [process.execPath, ...program('test/pipeline/commands/first-line.ts')];
  const { code, screen } = await onTerminal(words.map((word) => `'${word}'`).join(' '), {});
  assert.is(code, 0);
  assert.is(screen.length, 6, screen.join('\n'));
  assert.is(screen.at(-1), 'said at once');
});

onScreen('on a terminal shows at which stage a run failed', () =>
  withDesk(async (desk) => {
    writeWorld(desk);
    desk.write('trades-bad.csv', [trade('b', 2, { side: 'up' })]);
    const env = { TRACKRECORD_DATA: desk.dataDir.path };
    const { code, screen, isCursorShown } = await onTerminal(runOf(desk, '--strict'), env);
    assert.equal([code, isCursorShown], [1, true]);
    matchesAll(screen, [
      /^✖ load +6 rows/,
      /^◼ statistics$/,
      /^◼ write$/,
      /^◼ publish$/,
      /^◼ warehouse$/,
      /^strict: 1 row and 0 files refused/,
    ]);
  }),
);

onScreen('that is broken off leaves the terminal as it should be', () =>
  withDesk(async (desk) => {
    writeWorld(desk);
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const env = {
      TRACKRECORD_DATA: desk.dataDir.path,
      TRACKRECORD_CALENDAR_URL: `http://127.0.0.1:${port}/`,
    };
    let isStopped = false;
    try {
      const { code, screen, isCursorShown } = await onTerminal(runOf(desk), env, (text, type) => {
        if (isStopped || !text.includes('5 rows')) return;
        isStopped = true;
        type('\x03');
      });
      assert.equal([code, isCursorShown], [130, true]);
      assert.match(screen.find((line) => line.includes('load')) ?? '', /✖ load +5 rows/);
    } finally {
      silent.closeAllConnections();
      silent.close();
    }
  }),
);

/** Prepares a desk with nothing left to compute. A run shows the same stages in less time. */
const withPublished = preparedDesk((desk) => {
  writeWorld(desk);
  return desk.run();
});

onScreen('is in the log where output goes elsewhere', () =>
  withPublished(async (desk) => {
    const env = { TRACKRECORD_DATA: desk.dataDir.path };
    const shown = await onTerminal(`${runOf(desk)} > /dev/null`, env);
    assert.is(shown.code, 0);
    assert.not(shown.screen.some((text) => /[✔◼]/.test(text)));
    const lines = shown.screen.filter((text) => text.includes('stage done'));
    assert.equal(
      lines.map((text) => / {2}stage=(\w+)/.exec(text)?.[1]),
      ['load', 'statistics', 'write', 'warehouse', 'publish'],
    );
  }),
);

onScreen('is drawn neither with a closer look, nor with JSON, nor on a dumb terminal', async () => {
  const environments = [{}, { LOG_LEVEL: 'debug' }, { LOG_FORMAT: 'json' }, { TERM: 'dumb' }];
  const terminals = environments.map((env) => ({ TERM: 'xterm', ...env }));
  const words = [...program('test/pipeline/commands/watched.ts'), JSON.stringify(terminals)];
  const line = [process.execPath, ...words].map((word) => `'${word}'`).join(' ');
  const { code, screen } = await onTerminal(line, {});
  assert.equal([code, ...screen], [0, 'true', 'false', 'false', 'false']);
});

if (!hasPseudoTerminal) console.log('skipped: no script (of bsdutils) on the path');
progress.run();
