import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { madeExports } from '../../fixtures/statements/exports.ts';
import { dataDirectory } from '../../pipeline/base/data-directory.ts';
import { silentLog } from '../../pipeline/base/log.ts';
import { trackrecord } from '../cli/trackrecord.ts';
import { openServer } from '../server/open-server.ts';
import { withDirectory } from '../support/directory.ts';
import { blocksOf, readDocument, sectionOf } from '../support/documents.ts';

// Runs the commands of the README, like a reader with a statement of their own.
const readme = suite('README');

readme('brings a statement onto a page by the steps of "Your own data"', async () => {
  const steps = sectionOf(readDocument('README.md'), '## Your own data');
  const commands = [...steps.matchAll(/^ *npm run -s trackrecord -- (.*)$/gm)].map((match) =>
    (match[1] ?? '').split(' '),
  );
  assert.equal(
    commands.map(([command]) => command),
    ['import', 'registry', 'run', 'serve'],
  );
  const addresses = [...steps.matchAll(/`http:\/\/127\.0\.0\.1:8080(\/[^`]*)`/g)];
  assert.is(addresses.length, 2);
  await withDirectory(async (folder) => {
    writeFileSync(join(folder, 'statement.htm'), madeExports.mt4?.() ?? '');
    let printed = '';
    for (const command of commands.slice(0, -1)) {
      if (command[0] === 'registry') {
        const [, entry = ''] = /^entry for "accounts" of registry.json: (.*)$/m.exec(printed) ?? [];
        const registry = JSON.parse(blocksOf(steps, 'json')[0] ?? '');
        const { account_id, ...shown } = JSON.parse(entry);
        const { account_id: _, ...inReadme } = registry.accounts[0];
        assert.equal(shown, inReadme, 'the entry that import prints');
        writeFileSync(
          join(folder, 'registry.json'),
          JSON.stringify({ ...registry, accounts: [{ ...shown, account_id }] }),
        );
      }
      const { code, stdout, stderr } = await trackrecord(command, {}, undefined, folder);
      assert.is(code, 0, `${command.join(' ')}\n${stderr}`);
      printed = stdout;
    }
    const dataDir = dataDirectory(join(folder, 'data'));
    const server = await openServer({ dataDir, clock: () => new Date(), log: silentLog });
    try {
      for (const [, path = ''] of addresses) {
        assert.is((await server.app.inject(path)).statusCode, 200, path);
      }
    } finally {
      await server.close();
    }
  });
});

readme.run();
