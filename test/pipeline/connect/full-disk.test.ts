import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { receiveLocally } from '../../../pipeline/connect/receive.ts';
import { keyedBody } from '../../support/keyed-body.ts';

const fullDisk = suite('inbox on a full disk');

/** Text of 440 characters that no compression shortens much. */
const unlike = (seed: string): string =>
  Array.from({ length: 5 }, (_, at) =>
    createHash('sha512').update(`${seed} ${at}`).digest('base64'),
  ).join('');

const bodyOf = (name: string, rows: number): Buffer => {
  const trades = Array.from({ length: rows }, (_, at) => ({
    ticket: `${name}-${at}`,
    symbol: 'EURUSD',
    side: 'buy',
    volume: 1,
    open_price: 1,
    comment: unlike(`${name} ${at}`),
    opened_at: '2026-01-01T00:00:00Z',
    closed_at: '2026-01-01T01:00:00Z',
    close_price: 1,
    profit: 1,
  }));
  return Buffer.from(JSON.stringify({ trades }));
};

fullDisk(
  'refuses deliveries while the disk is full, says so, and accepts them afterwards',
  async () => {
    const disk = mkdtempSync(join(tmpdir(), 'trackrecord-disk-'));
    const mount = ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk];
    if (spawnSync('mount', mount, { stdio: 'ignore' }).status !== 0) {
      console.log('skipped: no small disk can be mounted');
      rmSync(disk, { recursive: true, force: true });
      return;
    }
    const receiving = await receiveLocally(join(disk, 'inbox', 'inbox.db'));
    const send = (name: string, rows: number) =>
      receiving.receive(keyedBody('MT5:1@X', bodyOf(name, rows), { keyId: 'key' }));
    try {
      const first = await send('first', 1);
      assert.ok('receipt' in first);
      const ballast = join(disk, 'ballast');
      const { bavail, bsize } = statfsSync(disk);
      writeFileSync(ballast, Buffer.alloc(Math.max(bavail * bsize - 300_000, 0)));
      const full = await send('large', 2000);
      assert.equal('status' in full && [full.status, full.detail], [
        507,
        'The server’s disk is full, so nothing was accepted.',
      ]);
      assert.equal(await send('first', 1), first, 'what was taken is there');
      rmSync(ballast);
      const again = await send('large', 2000);
      assert.is('receipt' in again && again.receipt.accepted, 2000);
    } finally {
      await receiving.close();
      execFileSync('umount', ['--lazy', disk]);
      rmSync(disk, { recursive: true, force: true });
    }
  },
);

fullDisk.run();
