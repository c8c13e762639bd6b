import { parseArgs } from 'node:util';
import { fillSmallDisk } from '../promises/faults/full-disk.ts';
import { withPlace } from '../promises/faults/place.ts';

// Checks that a run on a full disk does no harm, with more and more room (in KB):
//
//     node dist/test/load/full-disk.js --from 0 --to 30000 --by 500

const { values } = parseArgs({
  options: {
    from: { type: 'string', default: '0' },
    to: { type: 'string', default: '30000' },
    by: { type: 'string', default: '500' },
  },
});

function* rooms(): Generator<number> {
  const by = Number(values.by);
  for (let room = Number(values.from); room <= Number(values.to); room += by) yield room;
}

await withPlace(async ({ root }) => {
  const report = await fillSmallDisk(root, rooms());
  if (report === null) return;
  const { failed, inService, published, faults } = report;
  console.log(
    `${failed} failed for want of room, ${inService} of them with the version in service, ${published} published`,
  );
  for (const fault of faults) console.log(fault);
  process.exitCode = faults.length === 0 && published > 0 ? 0 : 1;
});
