import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { applyRegistry, dumpRegistry } from '../../../pipeline/registry/apply.ts';
import { createKey } from '../../../pipeline/registry/keys.ts';
import { hidables, plans, scopes } from '../../../pipeline/registry/words.ts';
import { fieldOf } from '../../support/fields.ts';
import { now, withRegistry, world } from './world.ts';

const dump = suite('registry dump');

dump('is sorted by slug, in the shape that apply takes', () =>
  withRegistry(async (registry) => {
    await applyRegistry(registry, world);
    const { owners, accounts } = await dumpRegistry(registry);
    assert.equal(fieldOf(owners, 'slug'), ['north-desk', 'solo']);
    assert.equal(accounts[0], {
      slug: 'north-all',
      type: 'portfolio',
      owner: 'north-desk',
      name: 'Everything',
      published: false,
      verified: { identity: false, track_record: false },
      benchmark: null,
      currency: 'EUR',
      members: ['north-gold', 'north-eurusd'],
      hide: [],
      created_at: '2026-03-01T12:00:00Z',
      shares: [],
    });
    const options = { by: 'operator', at: '2026-03-01T12:00:00Z', how: null };
    assert.equal(accounts[1], {
      ...world.accounts[0],
      benchmark: null,
      owner_data: false,
      show_trades_on_page: false,
      timezone: null,
      statement_currency: null,
      statement_type: null,
      statement_broker: null,
      verified: { identity: options, track_record: options },
      created_at: '2026-03-01T12:00:00Z',
      shares: [],
    });
  }),
);

dump('has what was confirmed with statements, and forgets it as a file says', () =>
  withRegistry(async (registry) => {
    await applyRegistry(registry, world);
    const slug = 'north-eurusd';
    const confirmed = async () => {
      const account = (await dumpRegistry(registry)).accounts.find(
        (account) => account.slug === slug,
      );
      return account && 'timezone' in account
        ? [
            ...[account.timezone, account.statement_currency, account.statement_type],
            account.statement_broker,
          ]
        : [];
    };
    const statements = {
      timezone: 'NY+7',
      statement_currency: 'USDT',
      statement_type: 'demo',
      statement_broker: 'Aurum',
    };
    await applyRegistry(registry, { accounts: [{ slug, ...statements }] });
    assert.equal(await confirmed(), Object.values(statements));
    await applyRegistry(registry, { accounts: [{ slug, published: true }] });
    assert.equal(await confirmed(), Object.values(statements));
    const forgotten = Object.fromEntries(Object.keys(statements).map((field) => [field, null]));
    await applyRegistry(registry, { accounts: [{ slug, ...forgotten }] });
    assert.equal(await confirmed(), [null, null, null, null]);
  }),
);

dump('never contains a key', () =>
  withRegistry(async (registry) => {
    await applyRegistry(registry, world);
    const { key, id } = await createKey(registry, { owner: 'solo', name: 'secret-name', scopes });
    const text = JSON.stringify(await dumpRegistry(registry));
    for (const trace of [key, id, 'secret-name', 'tr_live']) assert.not.match(text, trace);
  }),
);

const slug = fc.stringMatching(/^[a-z0-9-]{1,12}$/);
const line = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .filter((text) => text.trim() !== '' && !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text));
const past = fc
  .date({ min: new Date('1990-01-01'), max: now, noInvalidDate: true })
  .map((date) => date.toISOString());
const instant = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const mark = fc.oneof(
  fc.boolean(),
  fc.record({ by: line, at: fc.option(past), how: fc.option(line) }, { requiredKeys: [] }),
);
const shared = {
  name: line,
  published: fc.boolean(),
  verified: fc.record({ identity: mark, track_record: mark }),
  hide: fc.subarray([...hidables]),
};

const registries = fc
  .record({
    owners: fc.uniqueArray(
      fc.record({
        slug,
        name: fc.option(line),
        plan: fc.constantFrom(...plans),
        plan_until: fc.option(instant),
        about: fc.option(fc.constantFrom('Swing trades.', 'Two\nlines')),
        link: fc.option(fc.constantFrom('https://desk.example', 'https://a.example/ä?b=1')),
      }),
      { minLength: 1, maxLength: 4, selector: (owner) => owner.slug },
    ),
    slugs: fc.uniqueArray(slug, { maxLength: 12 }),
    drafts: fc.array(
      fc.record({
        ...shared,
        day: fc.option(instant),
        at: fc.nat(),
        many: fc.nat(3),
        created_at: fc.option(instant),
      }),
      { minLength: 12, maxLength: 12 },
    ),
  })
  .map(({ owners, slugs, drafts }) => ({
    owners,
    accounts: slugs.flatMap((slug, place): object[] => {
      const draft = drafts[place];
      const owner = owners[(draft?.at ?? 0) % owners.length]?.slug;
      if (draft === undefined || owner === undefined) return [];
      const { day, at, many, created_at, ...said } = draft;
      const entry = { slug, owner, ...said, ...(created_at === null ? {} : { created_at }) };
      const siblings = slugs
        .slice(0, place)
        .filter(
          (_, rank) =>
            rank % 3 !== 2 && owners[(drafts[rank]?.at ?? 0) % owners.length]?.slug === owner,
        );
      return place % 3 === 2 && siblings.length > 0
        ? [{ ...entry, type: 'portfolio', currency: 'USD', members: siblings.slice(0, many + 1) }]
        : place % 3 === 2
          ? []
          : [
              {
                ...entry,
                type: 'account',
                account_id: `id ${place}`,
                history_cut_at: day?.slice(0, 10) ?? null,
              },
            ];
    }),
  }));

dump('applied again changes nothing, and applied elsewhere gives the same registry', () =>
  fc.assert(
    fc.asyncProperty(registries, (file) =>
      withRegistry(async (registry) => {
        await applyRegistry(registry, file);
        const first = await dumpRegistry(registry);
        assert.is(first.accounts.length, file.accounts.length);
        await applyRegistry(registry, first, { clock: () => new Date('2030-01-01') });
        assert.equal(await dumpRegistry(registry), first);
        await withRegistry(async (target) => {
          await applyRegistry(target, JSON.parse(JSON.stringify(first)));
          assert.equal(await dumpRegistry(target), first);
        });
      }),
    ),
    { numRuns: 30 },
  ),
);

dump.run();
