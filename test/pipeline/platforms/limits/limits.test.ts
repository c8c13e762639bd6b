import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inPackage } from '../../../../pipeline/base/package-root.ts';
import { hostileFiles } from '../../../server/owners/hostile-files.ts';
import { directoryDuring } from '../../../support/directory.ts';
import type { Measured } from './measure.ts';

// No file takes the import more than 10 processor seconds, or a heap of more than 1 GB.
const most = { seconds: 10, megabytes: 1024 };

const limits = suite('imports of large and hostile files');
const folder = directoryDuring(limits);

/** Imports files in a process that ends if its heap grows beyond the limit. */
async function measure(files: readonly string[]): Promise<Measured[]> {
  const measured: Measured[] = [];
  const running = fork(
    inPackage('dist/test/pipeline/platforms/limits/measure.js'),
    [folder, ...files],
    {
      execArgv: [`--max-old-space-size=${most.megabytes}`],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    },
  );
  let said = '';
  running.stderr?.on('data', (text) => {
    said = `${said}${text}`.slice(-1000);
  });
  running.on('message', (message: Measured) => measured.push(message));
  const [code] = await once(running, 'exit');
  assert.is(code, 0, `after ${measured.at(-1)?.file}: ${said}`);
  assert.is(measured.length, files.length);
  return measured;
}

/** Files that are a hundred times as large as a usual one, and look like an export at first. */
const huge: Readonly<Record<string, () => string>> = {
  'a cell of 64 MiB': () =>
    `Ticket,Open Date,Close Date,Symbol\n1,"${'x'.repeat(64 * 1024 * 1024)}",,\n`,
  'a cell of 64 MiB in a report': () =>
    `<table><tr><td>Deals</td></tr><tr><td>${'x'.repeat(64 * 1024 * 1024)}</td></tr></table>`,
  'a million elements in each other': () => '<div><table><tr><td>'.repeat(1_000_000),
  'a million lists in each other': () => '['.repeat(1_000_000),
  'a million columns': () => `Ticket,${'a,'.repeat(1_000_000)}\n`,
};

limits('are refused in one line where they are hostile', async () => {
  const contents = [
    ...Object.entries(hostileFiles),
    ...Object.entries(huge).map(([name, make]) => [name, make()] as const),
  ];
  const files = contents.map(([name, content]) => {
    const file = join(folder, name.replaceAll(' ', '-'));
    writeFileSync(file, content);
    return file;
  });
  for (const { file, seconds, outcome } of await measure(files)) {
    assert.ok(seconds < most.seconds, `${file} takes ${seconds} s`);
    assert.match(String(outcome), /^[^\n]{10,3000}$/, file);
  }
});

limits('are read where they are the largest real ones', async () => {
  const samples = inPackage('../shared/samples');
  if (!existsSync(samples)) {
    console.log('skipped: no folder of sample exports next to this checkout');
    return;
  }
  const names = ['mt5-eur-658.html', 'mt4-usd-2089.htm', 'mt5-usd-1156.xlsx', 'mt4-usd-636.htm'];
  const files = names.map((name) => join(samples, name));
  for (const { file, seconds, outcome } of await measure(files)) {
    assert.ok(seconds < most.seconds, `${file} takes ${seconds} s`);
    assert.ok(outcome === 0 || outcome === 3, `${file}: ${outcome}`);
  }
});

limits.run();
