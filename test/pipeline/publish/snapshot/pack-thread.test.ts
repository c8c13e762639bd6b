import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataDirectory } from '../../../../pipeline/base/data-directory.ts';
import { verifySnapshot } from '../../../../pipeline/run/verify.ts';
import { generateBench } from '../../../bench/generate.ts';
import { registerAll, runsOf } from '../../../bench/measured-run.ts';
import { withDirectory } from '../../../support/directory.ts';

const packing = suite('packing next to the statistics');

// Enough for a separate thread. The first account has one trade in a hundred.
const trades = 100_000;
const accounts = 20;

packing('a run that packs in a thread publishes every trade, and a snapshot without a fault', () =>
  withDirectory(async (directory) => {
    const dataDir = dataDirectory(join(directory, 'data'));
    const made = await generateBench({ out: directory, trades, accounts, memoryLimit: '1GB' });
    await registerAll({ dataDir, registryFile: made.registryFile });
    const { full } = await runsOf({ ...made, dataDir, accounts, memoryLimit: '1GB' });
    assert.equal([full.costs.write.rows, full.costs.write.accounts], [trades, accounts]);
    const verified = await verifySnapshot(dataDir, { memoryLimit: '1GB' });
    assert.equal([verified.trades, verified.faults, verified.heldBack], [trades, [], []]);
  }),
);

packing.run();
