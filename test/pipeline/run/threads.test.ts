import { suite } from 'uvu';
import { is } from 'uvu/assert';
import { openDatabase } from '../../../pipeline/duckdb/database.ts';
import { isMuchToLoad, isSmall, useThreads } from '../../../pipeline/run/threads.ts';

const threads = suite('threads of a run');

threads('are one for a small run, and as many as allowed for a large one', async () => {
  const database = await openDatabase(':memory:', { threads: 1 });
  const number = async () => {
    const [row] = await database.rows("select current_setting('threads') as number");
    return Number(row?.number);
  };
  try {
    await useThreads(database, 'all', { threads: 3 });
    is(await number(), 3);
    await useThreads(database, 'one', { threads: 3 });
    is(await number(), 1);
    await useThreads(database, 'all', { threads: 1 });
    is(await number(), 1);
  } finally {
    database.close();
  }
});

threads('depend on bytes to load, and on trades and subjects to compute', () => {
  is(isMuchToLoad(100_000), false);
  is(isMuchToLoad(100_000_000), true);
  is(isSmall({ subjects: 1, trades: 10 }), true);
  is(isSmall({ subjects: 1, trades: 1_000_000 }), false);
  is(isSmall({ subjects: 1000, trades: 10 }), false);
});

threads.run();
