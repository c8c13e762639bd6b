import { suite } from 'uvu';
import { is } from 'uvu/assert';
import { openDatabase } from '../../../pipeline/duckdb/database.ts';
import {
  isMuchToLoad,
  isSmall,
  mostChunksAtOnce,
  usePlans,
  useThreads,
} from '../../../pipeline/run/threads.ts';
import { whileOpen } from '../../support/while-open.ts';

const threads = suite('threads of a run');

threads('are set to one, or to all that are allowed, less one for each other statement', () =>
  whileOpen(openDatabase(':memory:', { threads: 1 }), async (database) => {
    const number = async () => {
      const [row] = await database.rows("select current_setting('threads') as number");
      return Number(row?.number);
    };
    await useThreads(database, 'all', { threads: 3 });
    is(await number(), 3);
    await useThreads(database, 'one', { threads: 3 });
    is(await number(), 1);
    await useThreads(database, 'all', { threads: 3 }, 2);
    is(await number(), 2, 'each of two statements has one more');
    await useThreads(database, 'one', { threads: 3 });
    await useThreads(database, 'all', { threads: 1 });
    is(await number(), 1);
  }),
);

threads('give way to the server if they are several', () =>
  whileOpen(openDatabase(':memory:', { threads: 1 }), async (database) => {
    let count = 0;
    const giveWay = () => {
      count += 1;
    };
    await useThreads(database, 'one', { threads: 3, giveWay });
    is(count, 0);
    await useThreads(database, 'all', { threads: 1, giveWay });
    is(count, 1, 'also if the run may use one only');
  }),
);

threads('depend on bytes to load, and on trades and subjects to compute', () => {
  is(isMuchToLoad(100_000), false);
  is(isMuchToLoad(100_000_000), true);
  is(isSmall({ subjects: 1, trades: 10 }), true);
  is(isSmall({ subjects: 1, trades: 1_000_000 }), false);
  is(isSmall({ subjects: 1000, trades: 10 }), false);
});

threads('compute as many chunks at once, and no more than Node.js waits for', () => {
  is(mostChunksAtOnce({ threads: 3 }, 4), 3);
  is(mostChunksAtOnce({ threads: 1 }, 4), 1);
  is(mostChunksAtOnce({ threads: 16 }, 4), 4);
  is(mostChunksAtOnce({ threads: 16 }, 20), 16);
});

threads('plan a run over many trades with every optimizer', () =>
  whileOpen(openDatabase(':memory:', { threads: 1 }), async (database) => {
    const leftOut = async () => {
      const [row] = await database.rows("select current_setting('disabled_optimizers') as names");
      return row?.names;
    };
    await usePlans(database, { subjects: 1, trades: 10 });
    is(await leftOut(), 'common_subexpressions,common_subplan');
    await usePlans(database, { subjects: 1, trades: 10_000 });
    is(await leftOut(), '');
  }),
);

threads.run();
