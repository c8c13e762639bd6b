import { createInterface } from 'node:readline';
import { openDatabase } from '../../pipeline/duckdb/database.ts';

// A researcher's process. `open` opens the database read-only and prints its number of trades,
// `count` counts again, and `close` closes it.

const [path = ''] = process.argv.slice(2);

async function openReadOnly() {
  const database = await openDatabase(':memory:', { threads: 1 });
  await database.run(`attach '${path}' as warehouse (read_only)`);
  return database;
}

let database: Awaited<ReturnType<typeof openReadOnly>> | undefined;

for await (const word of createInterface({ input: process.stdin })) {
  if (word === 'open') database = await openReadOnly();
  if (word === 'close') {
    database?.close();
    console.log('closed');
    continue;
  }
  const [row] = (await database?.rows('select count(*) as trades from warehouse.trades')) ?? [];
  console.log(String(row?.trades));
}
