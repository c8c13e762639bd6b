import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { confirmAlertTarget } from '../../../pipeline/registry/alert-consent.ts';
import { noteCauses } from '../../../pipeline/registry/alert-queue.ts';
import { addAlertTarget } from '../../../pipeline/registry/alert-targets.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { openRegistry } from '../../../pipeline/registry/registry.ts';
import { withDirectory } from '../../support/directory.ts';
import { isInFull } from '../../support/in-full.ts';
import { until } from '../../support/until.ts';
import { whileOpen } from '../../support/while-open.ts';
import { world } from '../registry/world.ts';
import { headerOf, startSmtp } from './smtp-server.ts';

const killed = suite('senders of alerts that are killed');

const kills = isInFull ? 200 : 8;
const messages = 5 * kills;
const start = Date.parse('2026-03-01T12:00:00Z');
const program = fileURLToPath(new URL('./sending-process.js', import.meta.url));

killed('lose no message, and repeat only those under way, with the same id', () =>
  withDirectory((directory) =>
    whileOpen(startSmtp(), async (smtp) => {
      const registry = await openRegistry({
        dataDir: dataDirectory(directory),
        clock: () => new Date(start),
      });
      await applyRegistry(registry, world);
      const email = { kind: 'email', address: 'me@example.com', language: 'en' } as const;
      const { id } = await addAlertTarget(registry, 'north-desk', email);
      await confirmAlertTarget(registry, id);
      const causes = Array.from({ length: messages }, (_, at) => ({
        account: 'north-gold',
        owner: 'north-desk',
        kind: 'stale',
        cause: `${at}`,
        terms: '',
        details: { updated_at: '2026-02-20T00:00:00Z' },
      }));
      await noteCauses(registry, '2026-03-01T11:00:00Z', { causes, ended: [] }, registry.clock());
      const rows = await registry.store.db.selectFrom('alert_messages').select('id').execute();
      await registry.close();

      const run = (round: number): ChildProcess => {
        // Messages that a killed sender had claimed are free again two minutes later.
        const instant = new Date(start + round * 2 * 60_000).toISOString();
        return spawn(process.execPath, [program, directory, `${smtp.port}`, instant]);
      };
      for (let round = 0; round < kills; round += 1) {
        const before = smtp.mails.length;
        const sender = run(round);
        const ended = once(sender, 'close');
        await until(
          async () => smtp.mails.length > before + (round % 3) || sender.exitCode !== null,
        );
        sender.kill('SIGKILL');
        await ended;
      }
      const last = run(kills);
      const [code] = await once(last, 'close');
      assert.is(code, 0);

      const ids = smtp.mails.map((mail) => headerOf(mail, 'Message-ID'));
      const expected = rows.map((row) => `<${row.id}@records.example>`);
      assert.equal([...new Set(ids)].sort(), expected.sort());
      const repeated = ids.length - expected.length;
      // One message at a time is under way for an owner.
      assert.ok(repeated <= kills, `${repeated} repeated`);
    }),
  ),
);

killed.run();
