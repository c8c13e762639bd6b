import { join } from 'node:path';
import { suite } from 'uvu';
import { openStore } from '../../../../pipeline/publish/store/open.ts';
import { withDirectory } from '../../../support/directory.ts';
import { promises } from './promises.ts';

const inDirectory = suite('store in a directory');

for (const [name, promise] of Object.entries(promises)) {
  inDirectory(name, () =>
    withDirectory(async (directory) => {
      const address = join(directory, 'store');
      await promise(await openStore({ address, endpoint: null, region: '' }), directory);
    }),
  );
}

inDirectory.run();
