import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { createKey } from '../../../pipeline/registry/keys.ts';
import { openRegistry } from '../../../pipeline/registry/registry.ts';
import { scopes } from '../../../pipeline/registry/words.ts';

// Separate process for tests: opens the registry, waits for a line, then creates a key.
const [, , dataDir = '', databaseUrl = ''] = process.argv;
const registry = await openRegistry({
  dataDir: dataDirectory(dataDir),
  databaseUrl,
  clock: () => new Date(),
});
process.stdout.write('open\n');
process.stdin.once('data', async () => {
  process.stdin.destroy();
  const outcome = await createKey(registry, { owner: 'solo', name: 'race', scopes }).then(
    () => 'made',
    (error: unknown) => `refused: ${error instanceof Error ? error.message : error}`,
  );
  process.stdout.write(`${outcome}\n`);
  await registry.close();
});
