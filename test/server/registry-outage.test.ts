import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { within } from '../support/within.ts';
import { bearer, type World, withWorld } from './world.ts';

const outage = suite('a registry out of reach');
const inWorld = within(outage, withWorld);

const published = '/api/v1/accounts/north-eurusd';
const ownAccount = '/api/v1/accounts/north-secret';

async function statuses({ app }: World, key: string): Promise<Record<string, number>> {
  const ask = async (url: string, of?: string) => {
    const response = await app.inject({ url, headers: bearer(of) });
    if (response.statusCode === 503)
      assert.match(String(response.headers['retry-after']), /^[1-9]\d*$/);
    assert.not.match(response.body, /canary/i);
    return response.statusCode;
  };
  // Requests in one turn of the event loop share one read of the registry.
  await new Promise((resolve) => setImmediate(resolve));
  return {
    keyed: await ask(published, key),
    keyedList: await ask('/api/v1/accounts?page=9', key),
    anonymous: await ask(published),
    private: await ask(ownAccount),
    search: await ask('/api/v1/search/accounts'),
  };
}

const unavailable = { keyed: 503, keyedList: 503, anonymous: 503, private: 503, search: 503 };
const asEver = { keyed: 200, keyedList: 200, anonymous: 200, private: 404, search: 200 };

inWorld('answers while another process holds the write lock', async (world) => {
  const { key } = await world.keyOf('north-desk');
  const path = join(world.dataDir.path, 'registry.db');
  const script = `
      const Database = require('libsql');
      const database = new Database(${JSON.stringify(path)});
      database.exec('begin exclusive');
      database.exec("update owners set name = 'changed'");
      console.log('locked');
      process.stdin.on('end', () => process.exit()).resume();`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  try {
    await once(child.stdout, 'data');
    assert.equal(await statuses(world, key), asEver);
  } finally {
    child.stdin.end();
    await once(child, 'close');
  }
  assert.equal(await statuses(world, key), asEver);
});

inWorld('accepts no key if the registry was removed or replaced', async (world) => {
  const { key } = await world.keyOf('north-desk');
  assert.equal(await statuses(world, key), asEver);
  const path = join(world.dataDir.path, 'registry.db');
  renameSync(path, `${path}.away`);
  assert.equal(await statuses(world, key), unavailable);
  writeFileSync(path, '');
  assert.equal(await statuses(world, key), unavailable);
  renameSync(`${path}.away`, path);
  assert.equal(await statuses(world, key), asEver);
});

inWorld("accepts no key if the registry can't be read", async (world) => {
  const { key } = await world.keyOf('north-desk');
  const path = join(world.dataDir.path, 'registry.db');
  for (const file of [path, `${path}-wal`]) {
    writeFileSync(file, Buffer.alloc(statSync(file).size, 'x'), { flag: 'r+' });
  }
  writeFileSync(`${path}-shm`, Buffer.alloc(statSync(`${path}-shm`).size, 'x'), { flag: 'r+' });
  const found = await statuses(world, key);
  for (const [name, status] of Object.entries(found)) assert.is(status, 503, name);
});

outage.run();
