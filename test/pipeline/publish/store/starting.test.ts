import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataDirectory } from '../../../../pipeline/base/data-directory.ts';
import { openDeliveries } from '../../../../pipeline/deliveries/open.ts';
import { openPointer } from '../../../../pipeline/publish/store/pointer.ts';
import { openRegistry } from '../../../../pipeline/registry/registry.ts';
import { withDirectory } from '../../../support/directory.ts';
import { type TestDatabase, withPostgres } from '../../registry/postgres-server.ts';

const starting = suite('machines that start');

await withPostgres(starting, declare);

const machines = 8;

function declare({ url: databaseUrl }: TestDatabase): void {
  starting('all at once make every table of an empty PostgreSQL once, and none fails', () =>
    withDirectory(async (directory) => {
      const each = <Opened>(open: (number: number) => Promise<Opened>): Promise<Opened[]> =>
        Promise.all(Array.from({ length: machines }, (_, number) => open(number)));
      const clock = () => new Date();
      const [registries, pointers, sendings] = await Promise.all([
        each((number) =>
          openRegistry({
            dataDir: dataDirectory(join(directory, `${number}`)),
            databaseUrl,
            clock,
          }),
        ),
        each(() => openPointer(databaseUrl)),
        each(() => openDeliveries({ databaseUrl })),
      ]);
      try {
        const [registry] = registries;
        assert.equal(await registry?.accounts(), []);
        const serials = await Promise.all(pointers.map((pointer) => pointer.read()));
        assert.equal([...new Set(serials.map(({ serial }) => serial))], [0]);
        const counts = await Promise.all(
          sendings.map(({ read }) =>
            read((db) => db.selectFrom('deliveries').select('number').execute()),
          ),
        );
        assert.equal(counts, Array(machines).fill([]));
      } finally {
        const all = [...registries, ...pointers, ...sendings];
        await Promise.all(all.map((item) => item.close()));
      }
    }),
  );
}

starting.run();
