import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { collectSent } from '../../../pipeline/inbox/collect.ts';
import { receiveHere } from '../../../pipeline/inbox/receive.ts';
import { change } from '../../../pipeline/inbox/store.ts';
import { withDirectory } from '../../support/directory.ts';
import { randomFrom } from '../../support/random.ts';

const compacting = suite('rows that later ones replace');

const trade = (ticket: number, profit: number) => ({
  ...{ ticket: `${ticket}`, symbol: 'EURUSD', side: 'buy', volume: 0.1, open_price: 1.1 },
  ...{ close_price: 1.2, opened_at: '2024-03-01T08:00:00Z', closed_at: '2024-03-01T09:00:00Z' },
  profit,
});

/** Lends an inbox whose clock goes on a day with each `nextDay`. */
const inInbox = (
  work: (inbox: {
    send(body: object): Promise<void>;
    nextDay(): void;
    collect(isFull?: boolean): void;
    /** Rows of the table by file, in the order in which they are loaded. */
    files(table: string): Record<string, unknown>[][];
    use(): Promise<{ rows: number; bytes: number } | undefined>;
    diskBytes(): number;
  }) => Promise<void>,
) =>
  withDirectory(async (directory) => {
    const { inbox } = dataDirectory(directory);
    let day = Date.parse('2024-03-04T12:00:00Z');
    const receiving = receiveHere(inbox.database, () => new Date(day));
    const folderOf = (table: string) => join(inbox.facts, table, 'a');
    try {
      await work({
        async send(body) {
          const outcome = await receiving.receive({
            ...{ bytes: Buffer.from(JSON.stringify(body)), type: 'application/json' },
            ...{ isGzip: false, keyId: 'a', accountId: 'a', owner: 'north', plan: 'free' },
            idempotencyKey: null,
          });
          assert.ok('receipt' in outcome, JSON.stringify(outcome));
        },
        nextDay() {
          day += 24 * 3600 * 1000;
        },
        collect(isFull = false) {
          if (isFull) change(inbox.database, (db) => void db.exec('update kept set is_full = 1'));
          collectSent(inbox, silentLog);
        },
        files: (table) =>
          readdirSync(folderOf(table))
            .sort()
            .map((name) =>
              readFileSync(join(folderOf(table), name), 'utf8')
                .trimEnd()
                .split('\n')
                .map((line) => JSON.parse(line)),
            ),
        use: async () => (await receiving.uses(['north'])).get('north'),
        diskBytes: () =>
          readdirSync(inbox.facts, { recursive: true, withFileTypes: true })
            .filter((file) => file.isFile())
            .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0),
      });
    } finally {
      await receiving.close();
    }
  });

compacting('go, of every day, and the rest says the same', () =>
  inInbox(async ({ send, nextDay, collect, files, use, diskBytes }) => {
    const random = randomFrom(7);
    const last = new Map<string, number>();
    let sent = 0;
    for (let day = 0; day < 5; day += 1) {
      const trades = Array.from({ length: 40 }, () => {
        sent += 1;
        const ticket = Math.floor(random() * 30);
        last.set(`${ticket}`, sent);
        return trade(ticket, sent);
      });
      await send({ trades, equity: [{ at: '2024-03-01T09:00:00Z', balance: day + 1, equity: 1 }] });
      collect();
      nextDay();
    }
    assert.is((await use())?.rows, 205);
    assert.is(files('trades').flat().length, 200, 'not before it is worth it');
    collect(true);
    const rows = files('trades').flat();
    assert.equal(
      rows.map(({ ticket, profit }) => [ticket, profit]).sort(),
      [...last].sort(),
      'each ticket once, as it was sent last',
    );
    assert.equal(
      files('equity')
        .flat()
        .map(({ balance }) => balance),
      [5],
    );
    assert.equal(await use().then((one) => one && [one.rows, one.bytes]), [
      last.size + 1,
      diskBytes(),
    ]);
  }),
);

compacting('go once an account has grown to twice its size', () =>
  inInbox(async ({ send, collect, files, use }) => {
    const comment = 'x'.repeat(400);
    for (let round = 1; round <= 3; round += 1) {
      // 600 kB each.
      const trades = Array.from({ length: 1_000 }, (_, at) => ({ ...trade(at, round), comment }));
      await send({ trades });
      collect();
      const expected = round === 2 ? 1_000 : 1_000 * round;
      if (round < 3) assert.is(files('trades').flat().length, expected, `round ${round}`);
    }
    assert.is((await use())?.rows, 2_000, 'a third of the same is not twice as much');
  }),
);

compacting('stay where their keys are written otherwise, or missing', () =>
  inInbox(async ({ send, collect, files }) => {
    await send({ trades: [trade(1, 1)] });
    await send({ trades: [{ ...trade(1, 2), ticket: 1 }] });
    collect(true);
    assert.equal(
      files('trades')
        .flat()
        .map(({ profit }) => profit),
      [1, 2],
    );
  }),
);

compacting.run();
