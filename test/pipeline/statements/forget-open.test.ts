import { hash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { deliveriesObject, fileObject } from '../../../pipeline/deliveries/contents.ts';
import { openSqlite } from '../../../pipeline/deliveries/sqlite.ts';
import { forgetOpenStatements } from '../../../pipeline/statements/forget-open.ts';
import { withDirectory } from '../../support/directory.ts';

const forgetting = suite('unconfirmed statements of deleted accounts');

const at = '2026-03-01T12:00:00Z';

forgetting('go with their files, unless they came later or are of another account', () =>
  withDirectory(async (directory) => {
    const database = await openSqlite(join(directory, 'inbox.db'), () => new Date(at));
    const drop = async (id: string, owner: string, account: string, dropped_at: string) => {
      const contentOf = (text: string) => ({
        ...{
          bytes: Buffer.from(text),
          object: { sha256: hash('sha256', text), bytes: text.length },
        },
      });
      const [file, rows] = [contentOf(`file ${id}`), contentOf(`rows ${id}`)];
      await database.objects.put(fileObject(id, file.object), file.object, file.bytes);
      await database.objects.put(deliveriesObject(rows.object), rows.object, rows.bytes);
      const reading = JSON.stringify({ found: { accounts: [{ id: account }] } });
      await database.write((db) =>
        db
          .insertInto('statements')
          .values({
            ...{ id, owner, name: 'S.htm', options: '{}', dropped_at, sha256: file.object.sha256 },
            ...{ file: JSON.stringify(file.object), read_since: dropped_at },
          })
          .execute(),
      );
      await database.write((db) =>
        db
          .updateTable('statements')
          .set({ reading, rows: JSON.stringify(rows.object) })
          .where('id', '=', id)
          .execute(),
      );
    };
    await drop('gone', 'ann', 'MT4:1@A', '2026-03-01T11:59:59.500Z');
    await drop('later', 'ann', 'MT4:1@A', '2026-03-01T12:00:01.000Z');
    await drop('second', 'ann', 'MT4:2@A', '2026-03-01T11:00:00.000Z');
    await drop('foreign', 'bob', 'MT4:1@A', '2026-03-01T11:00:00.000Z');
    await forgetOpenStatements(database, 'MT4:1@A of ann', at);
    const rest = await database.read((db) =>
      db.selectFrom('statements').select('id').orderBy('id').execute(),
    );
    assert.equal(
      rest.map(({ id }) => id),
      ['foreign', 'later', 'second'],
    );
    assert.is(readdirSync(join(directory, 'statements')).length, 3);
    assert.is(readdirSync(join(directory, 'deliveries')).length, 3);
    await database.close();
  }),
);

forgetting.run();
