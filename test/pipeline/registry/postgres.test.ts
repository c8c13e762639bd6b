import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { hashKey } from '../../../pipeline/base/key-format.ts';
import { applyRegistry, checkRegistry, dumpRegistry } from '../../../pipeline/registry/apply.ts';
import { readAudit, readOwnAudit } from '../../../pipeline/registry/audit.ts';
import { createKey, listKeys, revokeKey } from '../../../pipeline/registry/keys.ts';
import { listOwners } from '../../../pipeline/registry/overview.ts';
import { openRegistry, type Registry } from '../../../pipeline/registry/registry.ts';
import { noteUses } from '../../../pipeline/registry/secrets.ts';
import {
  createShare,
  findShare,
  revokeShare,
  sharesOf,
} from '../../../pipeline/registry/shares.ts';
import { scopes } from '../../../pipeline/registry/words.ts';
import { fieldsOf } from '../../support/fields.ts';
import { withPostgres } from './postgres-server.ts';
import { raceForKeys } from './race.ts';
import { signInStory } from './sign-in-story.ts';
import { eurusd, gold, now, refusal, withRegistry, world } from './world.ts';

const postgres = suite('registry in PostgreSQL');

await withPostgres(postgres, (database) => {
  const open = () =>
    openRegistry({
      dataDir: dataDirectory('/nowhere'),
      databaseUrl: database.url,
      clock: () => now,
    });
  let registry: Registry;

  postgres.before(async () => {
    const [first, ...rest] = await Promise.all([open(), open(), open()]);
    for (const opened of rest) await opened.close();
    registry = first;
  });
  postgres.after(() => registry.close());

  postgres('gives the same registry as the embedded store', async () => {
    await applyRegistry(registry, world);
    const dumped = await dumpRegistry(registry);
    await applyRegistry(registry, dumped);
    assert.equal(await dumpRegistry(registry), dumped);
    await withRegistry(async (embedded) => {
      await applyRegistry(embedded, world);
      assert.equal(await dumpRegistry(embedded), dumped);
      assert.equal(await registry.accounts(), await embedded.accounts());
      assert.equal(await registry.publishedAccounts(), await embedded.publishedAccounts());
      assert.equal(
        await registry.findAccount('north-all'),
        await embedded.findAccount('north-all'),
      );
      assert.equal(await registry.findOwner('north-desk'), await embedded.findOwner('north-desk'));
      assert.equal(await readAudit(registry), await readAudit(embedded));
      const bytes = new Map([['solo', 5]]);
      const part = { part: 'o', after: null, count: 9, bytes };
      const listed = await listOwners(registry, part);
      assert.equal(listed, await listOwners(embedded, part));
      const slugs = listed.map(({ slug }) => slug);
      const [first = '', ...rest] = slugs;
      assert.equal([first, rest], ['solo', rest.toSorted()]);
      const after = { slug: first, bytes: 5 };
      assert.equal(await listOwners(registry, { ...part, after, count: 1 }), listed.slice(1, 2));
    });
  });

  postgres('changes, foresees, audits and remembers cuts as the embedded store does', async () => {
    await withRegistry(async (embedded) => {
      await applyRegistry(embedded, world);
      const cut = { slug: 'north-gold', history_cut_at: '2024-01-01', published: true };
      const file = { accounts: [cut] };
      const applied = await applyRegistry(embedded, file, { actor: 'ann' });
      assert.equal(await checkRegistry(registry, file), applied);
      assert.equal(await applyRegistry(registry, file, { actor: 'ann' }), applied);
      const back = { accounts: [{ ...cut, history_cut_at: null }] };
      assert.match((await refusal(applyRegistry(registry, back))).message, /permanently removed/);
      const [one, other] = await Promise.all([readAudit(registry), readAudit(embedded)]);
      assert.equal(one, other);
      const page = { before: 9, count: 4 };
      assert.equal(
        await readOwnAudit(registry, 'north-desk', page),
        await readOwnAudit(embedded, 'north-desk', page),
      );
      assert.equal(
        await readAudit(registry, 'north-gold'),
        await readAudit(embedded, 'north-gold'),
      );
    });
  });

  postgres('applies nothing of a file with a refused entry', async () => {
    const before = await dumpRegistry(registry);
    const file = {
      accounts: [
        { ...eurusd, name: 'x' },
        { ...gold, account_id: 'other' },
      ],
    };
    await registry.noteAccountsWithData([gold.account_id]);
    assert.match((await refusal(applyRegistry(registry, file))).message, /can't be used again/);
    assert.equal(await dumpRegistry(registry), before);
  });

  postgres('ends a key at once for every open handle', async () => {
    const server = await open();
    const { key, id } = await createKey(registry, { owner: 'north-desk', name: 'x', scopes });
    const before = await registry.store.revision();
    await noteUses(registry, new Map([[id, 3]]));
    assert.is(await registry.store.revision(), before);
    assert.is((await server.findKeyByHash(hashKey(key)))?.terms.plan, 'pro');
    assert.is(await revokeKey(registry, id), true);
    assert.is(await server.findKeyByHash(hashKey(key)), null);
    assert.is(await revokeKey(server, id), false);
    assert.equal(fieldsOf(await listKeys(server, 'north-desk'), 'last_used_at', 'requests'), [
      ['2026-03-01T12:00:00Z', 3],
    ]);
    await server.close();
  });

  postgres('signs owners in as the embedded store does', async () => {
    let instant = now;
    const signing = await openRegistry({
      dataDir: dataDirectory('/nowhere'),
      databaseUrl: database.url,
      clock: () => instant,
    });
    await signInStory(signing, (hours) => {
      instant = new Date(instant.getTime() + hours * 3_600_000);
    });
    await signing.close();
  });

  postgres('keeps processes that make keys at once within the limit', async () => {
    const outcomes = await raceForKeys(3, dataDirectory('/nowhere'), database.url);
    assert.is(outcomes.filter((outcome) => outcome === 'made').length, 1, outcomes.join());
    assert.is((await listKeys(registry, 'solo')).length, 1);
  });

  postgres('says in one line that it cannot be reached, without the password', async () => {
    const databaseUrl = 'postgres://user:hunter2@127.0.0.1:1/x';
    const { message, exitCode } = await refusal(
      openRegistry({ dataDir: dataDirectory('/nowhere'), databaseUrl, clock: () => now }),
    );
    assert.is(
      message,
      'registry: cannot open DATABASE_URL: nothing listens at 127.0.0.1:1; see that PostgreSQL runs there and that the address is right',
    );
    assert.is(exitCode, 1);
  });

  postgres('finds share links by their secret until they are revoked', async () => {
    const wanted = { account: 'north-gold', name: 'x', passwordHash: null, expires_at: null };
    const secret = await createShare(registry, 'north-desk', wanted);
    assert.is((await findShare(registry, secret))?.account, 'north-gold');
    const [share] = await sharesOf(registry, 'north-desk', 'north-gold');
    await revokeShare(registry, 'north-desk', 'north-gold', share?.id ?? '');
    assert.is(await findShare(registry, secret), null);
    await applyRegistry(registry, { accounts: [{ slug: 'north-gold', shares: [] }] });
    assert.equal(await sharesOf(registry, 'north-desk', 'north-gold'), []);
  });
});

postgres.run();
