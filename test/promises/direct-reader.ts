import { createInterface } from 'node:readline';
import { DuckDBInstance } from '@duckdb/node-api';

// A researcher's process, which opens the file directly like `duckdb -readonly`. `open` starts a
// query with a long answer and reads one chunk; `rest` reads the rest and closes the file.

const [path = ''] = process.argv.slice(2);

async function begin() {
  const instance = await DuckDBInstance.create(path, { access_mode: 'READ_ONLY', threads: '1' });
  const connection = await instance.connect();
  const result = await connection.stream('select ticket from trades cross join range(100000)');
  const rows = (await result.fetchChunk())?.rowCount ?? 0;
  return {
    rows,
    async rest() {
      let total = rows;
      for (let chunk = await result.fetchChunk(); chunk?.rowCount; ) {
        total += chunk.rowCount;
        chunk = await result.fetchChunk();
      }
      connection.closeSync();
      instance.closeSync();
      return total;
    },
  };
}

let query: Awaited<ReturnType<typeof begin>> | undefined;

for await (const word of createInterface({ input: process.stdin })) {
  if (word === 'open') query = await begin();
  console.log(String(word === 'open' ? (query?.rows ?? 0) > 0 : await query?.rest()));
}
