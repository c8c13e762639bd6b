import { parseArgs } from 'node:util';
import { withPlace } from '../promises/faults/place.ts';
import {
  type Injection,
  injections,
  stageOf,
  sweep,
  syscalls,
  whyNoInjection,
} from '../promises/faults/syscalls.ts';

// node --import tsx test/load/syscalls.ts --step 2 --only fsync,rename --with kill,io --stride 1 --threads main

const { values } = parseArgs({
  options: {
    step: { type: 'string', default: '2' },
    only: { type: 'string', default: syscalls.join() },
    with: { type: 'string', default: Object.keys(injections).join() },
    stride: { type: 'string', default: '1' },
    threads: { type: 'string', default: 'main' },
  },
});
const names = values.only.split(',');
const kinds = values.with.split(',');
const isChosen = (kind: string): kind is Injection => kinds.includes(kind);
let faults = 0;

const reason = whyNoInjection();
if (reason !== null) console.log(`skipped: ${reason}`);
else await withPlace(sweepAll);
process.exitCode = faults === 0 ? 0 : 1;

async function sweepAll({ root }: { root: string }): Promise<void> {
  const stage = await stageOf(root, Number(values.step));
  for (const syscall of syscalls.filter((name) => names.includes(name))) {
    for (const injection of Object.keys(injections).filter(isChosen)) {
      const report = await sweep(stage, syscall, injection, {
        threads: values.threads === 'each' ? 'each' : 'main',
        stride: Number(values.stride),
      });
      const { injected, published } = report;
      console.log(`${syscall} ${injection}: ${injected} injected, ${published} published`);
      for (const fault of report.faults) console.log(`  ${fault}`);
      faults += report.faults.length;
    }
  }
}
