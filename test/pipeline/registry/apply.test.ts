import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { applyRegistry, dumpRegistry } from '../../../pipeline/registry/apply.ts';
import { within } from '../../support/within.ts';
import { eurusd, everything, gold, northDesk, now, refusal, withRegistry, world } from './world.ts';

const apply = suite('registry apply');
const inRegistry = within(apply, withRegistry);

inRegistry(
  'puts owners, accounts and portfolios in force, with what is unsaid closed or unset',
  async (registry) => {
    const { owners, accounts } = await applyRegistry(registry, world);
    assert.equal([owners, accounts], [2, 3]);
    assert.equal(await registry.findAccount('north-gold'), {
      slug: 'north-gold',
      type: 'account',
      account_id: 'MT4:7@Broker-Demo',
      owner: 'north-desk',
      name: 'Gold',
      currency: null,
      benchmark: null,
      members: [],
      owner_data: false,
      show_trades_on_page: false,
      timezone: null,
      statement_currency: null,
      statement_type: null,
      statement_broker: null,
      history_cut_at: null,
      published: false,
      verified: { identity: false, track_record: false },
      confirmed: { identity: null, track_record: null },
      mark_version: null,
      settlements: [],
      covered_until: null,
      lapsed_at: null,
      broker_since: null,
      publication: null,
      hide: [],
      created_at: '2026-03-01T12:00:00Z',
    });
    const portfolio = await registry.findAccount('north-all');
    assert.equal(portfolio?.members, ['north-gold', 'north-eurusd']);
    assert.is(portfolio?.currency, 'EUR');
    assert.is(portfolio?.account_id, null);
  },
);

inRegistry('keeps the fields that an entry leaves out', async (registry) => {
  await applyRegistry(registry, world);
  const cut = { slug: 'north-eurusd', history_cut_at: '2024-01-01' };
  await applyRegistry(registry, { accounts: [cut] });
  const before = await registry.findAccount('north-eurusd');
  assert.equal([before?.hide, before?.published], [['volume', 'comment'], true]);
  const later = { clock: () => new Date('2026-04-01T00:00:00Z') };

  const { changes } = await applyRegistry(registry, { accounts: [{ slug: cut.slug }] }, later);
  assert.equal(changes, []);
  assert.equal(await registry.findAccount('north-eurusd'), before);
  await applyRegistry(registry, { accounts: [{ slug: cut.slug, published: false }] }, later);
  assert.equal(await registry.findAccount('north-eurusd'), { ...before, published: false });
  const { hide: _, verified: _verified, history_cut_at: _cut, ...said } = eurusd;
  await applyRegistry(registry, { accounts: [said] }, later);
  assert.equal(await registry.findAccount('north-eurusd'), before);

  const portfolio = await registry.findAccount('north-all');
  await applyRegistry(registry, { accounts: [{ slug: 'north-all', name: 'All' }] });
  assert.equal(await registry.findAccount('north-all'), { ...portfolio, name: 'All' });
  await applyRegistry(registry, {
    accounts: [{ slug: 'north-all', members: ['north-eurusd'], currency: 'USD' }],
  });
  const { members, currency, name } = (await registry.findAccount('north-all')) ?? {};
  assert.equal([members, currency, name], [['north-eurusd'], 'USD', 'All']);
  assert.is((await registry.accounts()).length, 3);
});

inRegistry('keeps the fields of an owner that an entry leaves out', async (registry) => {
  await applyRegistry(registry, world);
  await applyRegistry(registry, { owners: [{ slug: 'north-desk' }] });
  const [stands] = (await dumpRegistry(registry)).owners;
  assert.equal(stands, { ...northDesk, role: 'owner', about: null, link: null });
  await applyRegistry(registry, { owners: [{ slug: 'north-desk', plan: 'ultra' }] });
  await applyRegistry(registry, { owners: [{ slug: 'north-desk', name: null }] });
  await applyRegistry(registry, { owners: [{ slug: 'north-desk', plan_until: null }] });
  await applyRegistry(registry, {
    owners: [{ slug: 'north-desk', link: 'https://Desk.example' }],
  });
  const [said] = (await dumpRegistry(registry)).owners;
  assert.equal(said, {
    slug: 'north-desk',
    name: null,
    plan: 'ultra',
    plan_until: null,
    role: 'owner',
    about: null,
    link: 'https://desk.example/',
  });
});

inRegistry('gives a new owner the least for fields that it leaves out', async (registry) => {
  await applyRegistry(registry, { owners: [{ slug: 'new' }] });
  const { owners } = await dumpRegistry(registry);
  assert.equal(owners, [
    {
      slug: 'new',
      name: null,
      plan: 'free',
      plan_until: null,
      role: 'owner',
      about: null,
      link: null,
    },
  ]);
});

inRegistry('treats [], false and null as given values', async (registry) => {
  await applyRegistry(registry, world);
  const { slug } = eurusd;
  await applyRegistry(registry, { accounts: [{ slug, verified: { identity: false } }] });
  const half = await registry.findAccount(slug);
  assert.equal(half?.verified, { identity: false, track_record: true });
  await applyRegistry(registry, { accounts: [{ slug, hide: [], published: false }] });
  const open = await registry.findAccount(slug);
  assert.equal([open?.hide, open?.published], [[], false]);
});

inRegistry('asks a new entry for all that it must say, in one line', async (registry) => {
  await applyRegistry(registry, world);
  const typo = { slug: 'north-eurusdd', published: false };
  assert.is(
    (await refusal(applyRegistry(registry, { accounts: [typo] }))).message,
    'refused, nothing applied: accounts[0] "north-eurusdd": lacks "type", "owner", "name", "account_id", which a new entry needs',
  );
  const bare = { slug: 'x', type: 'portfolio', owner: 'north-desk', name: 'X' };
  const { message } = await refusal(applyRegistry(registry, { accounts: [bare] }));
  assert.match(message, /lacks "currency", "members", which a new entry needs$/);
});

inRegistry('checks a change by the type of its account', async (registry) => {
  await applyRegistry(registry, world);
  const file = { accounts: [{ slug: 'north-all', account_id: 'x' }] };
  assert.match((await refusal(applyRegistry(registry, file))).message, /unknown key "account_id"/);
  const members = { accounts: [{ slug: 'north-gold', members: ['north-eurusd'] }] };
  assert.match((await refusal(applyRegistry(registry, members))).message, /unknown key "members"/);
});

inRegistry('takes created_at from the file, in UTC', async (registry) => {
  const created_at = '2020-02-29T23:30:00.125-01:00';
  await applyRegistry(registry, { owners: [northDesk], accounts: [{ ...gold, created_at }] });
  assert.is((await registry.findAccount('north-gold'))?.created_at, '2020-03-01T00:30:00.125Z');
});

inRegistry('takes members and owners from the registry and from the file', async (registry) => {
  await applyRegistry(registry, { accounts: [everything, gold, eurusd], owners: [northDesk] });
  await applyRegistry(registry, { accounts: [{ ...everything, slug: 'second' }] });
  assert.is((await registry.accounts()).length, 4);
});

inRegistry('takes an empty file', async (registry) => {
  assert.equal(await applyRegistry(registry, {}), {
    owners: 0,
    accounts: 0,
    changes: [],
    warnings: [],
  });
});

type Case = readonly [what: string, file: unknown, ...reasons: RegExp[]];

const owner = (change: object) => ({ owners: [{ ...northDesk, ...change }] });
const account = (change: object) => ({ owners: [northDesk], accounts: [{ ...gold, ...change }] });
const portfolio = (change: object) => ({
  owners: [northDesk],
  accounts: [eurusd, gold, { ...everything, ...change }],
});
const without = (entry: object, key: string) =>
  Object.fromEntries(Object.entries(entry).filter(([name]) => name !== key));
const only = (entry: object) => ({ owners: [northDesk], accounts: [entry] });

const cases: readonly Case[] = [
  ['a list', [], /the file: must be object/],
  ['null', null, /the file: /],
  ['an unknown key at the top', { owner: [] }, /the file: unknown key "owner"/],
  ['owners that are no list', { owners: {} }, /the file: owners \{\} must be array/],
  ['an owner that is not an object', { owners: [7] }, /owners\[0\]: must be object/],
  [
    'an unknown plan',
    owner({ plan: 'gold' }),
    /owners\[0\] "north-desk": plan "gold" must be one of free, pro, ultra$/,
  ],
  ['a link that is no https', owner({ link: 'http://a.example' }), /link .* must be an address/],
  ['an about that hides letters', owner({ about: 'a\u200bb' }), /about .* must be at most 600/],
  [
    'a plan_until without a zone',
    owner({ plan_until: '2027-01-01T00:00:00' }),
    /plan_until "2027-01-01T00:00:00" must be an instant .* or null$/,
  ],
  ['a plan_until that does not exist', owner({ plan_until: '2027-02-30T00:00:00Z' }), /plan_until/],
  ['a plan_until that is a day', owner({ plan_until: '2027-01-01' }), /plan_until/],
  ['a plan_until at 24:00', owner({ plan_until: '2027-01-01T24:00:00Z' }), /plan_until/],
  ['a plan_until that is a number', owner({ plan_until: 1798761600 }), /plan_until 1798761600/],
  ['an owner without slug', { owners: [{ name: 'x' }] }, /owners\[0\]: lacks "slug"/],
  ['an owner with a key that is not known', owner({ paln: 'pro' }), /unknown key "paln"/],
  [
    'the key __proto__',
    JSON.parse('{"owners":[{"slug":"x","__proto__":1}]}'),
    /unknown key "__proto__"/,
  ],
  [
    'an owner twice',
    { owners: [northDesk, northDesk] },
    /owners\[1\] "north-desk": owners\[0\] "north-desk" has the same slug/,
  ],
  [
    'capital letters in a slug',
    account({ slug: 'North' }),
    /accounts\[0\] "North": slug "North" must be 1 to 64 of a-z 0-9 -/,
  ],
  ['an empty slug', account({ slug: '' }), /accounts\[0\] "": slug ""/],
  ['a slug of 65', account({ slug: 'a'.repeat(65) }), /slug/],
  [
    'a slug that ends in a line break',
    account({ slug: 'a\n' }),
    /accounts\[0\] "a\\n": slug "a\\n"/,
  ],
  ['a slug that is a number', account({ slug: 7 }), /accounts\[0\]: slug 7 must be string/],
  ['an unknown type', account({ type: 'fund' }), /type "fund" must be account or portfolio/],
  ['no type', only(without(gold, 'type')), /lacks "type"/],
  ['no account_id', only(without(gold, 'account_id')), /lacks "account_id"/],
  ['an empty account_id', account({ account_id: '' }), /account_id ""/],
  [
    'an account_id like that of a portfolio',
    account({ account_id: 'portfolio:north-all' }),
    /account_id "portfolio:north-all" must be .*, and not begin with portfolio:$/,
  ],
  ['no owner', only(without(gold, 'owner')), /lacks "owner"/],
  [
    'an owner nobody knows',
    account({ owner: 'nobody' }),
    /owner "nobody" is not in the registry or the file/,
  ],
  ['no name', only(without(gold, 'name')), /lacks "name"/],
  ['an empty name', account({ name: '' }), /name ""/],
  ['a blank name', account({ name: '  ' }), /name " {2}"/],
  ['a name of 201', account({ name: 'x'.repeat(201) }), /name "x/],
  [
    'a name with a line break',
    account({ name: 'a\nb' }),
    /name "a\\nb" must be 1 to 200 characters/,
  ],
  ['a name with a control character', account({ name: 'a\u0085b' }), /name/],
  ['a name with half a character', account({ name: 'a\ud800' }), /name/],
  ['a name that is null', account({ name: null }), /name null must be string/],
  ['a typing error in a key', account({ hidee: ['volume'] }), /unknown key "hidee"/],
  [
    'a typing error in hide',
    account({ hide: ['volumes'] }),
    /hide\[0\] "volumes" must be one of equity_curve, .*, trades$/,
  ],
  [
    'hide twice the same',
    account({ hide: ['twr', 'twr'] }),
    /hide \["twr","twr"\] must not have duplicate items/,
  ],
  ['hide that is text', account({ hide: 'twr' }), /hide "twr" must be array/],
  ['published that is text', account({ published: 'false' }), /published "false" must be boolean/],
  ['published that is null', account({ published: null }), /published null/],
  ['verified that is one flag', account({ verified: true }), /verified true must be object/],
  [
    'an unknown verification',
    account({ verified: { identiy: true } }),
    /verified: unknown key "identiy"/,
  ],
  [
    'a verification that is a number',
    account({ verified: { identity: 1 } }),
    /verified.identity 1 must be boolean or object$/,
  ],
  [
    'a verification by nobody',
    account({ verified: { identity: { by: ' ' } } }),
    /"north-gold": verified.identity.by " " must be 1 to 200 characters, without control characters$/,
  ],
  [
    'a verification by a name of 201',
    account({ verified: { track_record: { by: 'x'.repeat(201) } } }),
    /verified.track_record.by "x+… must be 1 to 200 characters/,
  ],
  [
    'a verification at a day',
    account({ verified: { identity: { by: 'A', at: '2026-01-01' } } }),
    /verified.identity.at "2026-01-01" must be an instant .* or null$/,
  ],
  [
    'a verification of tomorrow',
    account({ verified: { identity: { by: 'A', at: '2026-03-02T12:00:00Z' } } }),
    /verified: at "2026-03-02T12:00:00Z" is in the future/,
  ],
  [
    'a verification with a key that is not known',
    account({ verified: { identity: { who: 'A' } } }),
    /"north-gold": verified.identity: unknown key "who"$/,
  ],
  [
    'a cut that does not exist',
    account({ history_cut_at: '2024-02-30' }),
    /history_cut_at "2024-02-30" must be a day .* or null$/,
  ],
  [
    'a cut that is an instant',
    account({ history_cut_at: '2024-02-01T00:00:00Z' }),
    /history_cut_at/,
  ],
  ['members of an account', account({ members: [] }), /unknown key "members"/],
  ['a currency of an account', account({ currency: 'EUR' }), /unknown key "currency"/],
  [
    'a created_at that is a day',
    account({ created_at: '2024-01-01' }),
    /created_at "2024-01-01" must be an instant/,
  ],
  [
    'an account_id twice',
    { owners: [northDesk], accounts: [gold, { ...gold, slug: 'other' }] },
    /accounts\[1\] "other": account_id "MT4:7@Broker-Demo" has the slug "north-gold" already/,
  ],
  [
    'a slug twice',
    { owners: [northDesk], accounts: [gold, { ...eurusd, slug: 'north-gold' }] },
    /accounts\[1\] "north-gold": accounts\[0\] "north-gold" has the same slug/,
  ],
  [
    'a portfolio without members',
    portfolio({ members: [] }),
    /accounts\[2\] "north-all": members \[\] must not have fewer than 1 items/,
  ],
  ['a portfolio with members unsaid', only(without(everything, 'members')), /lacks "members"/],
  ['a member twice', portfolio({ members: ['north-gold', 'north-gold'] }), /duplicate/],
  [
    'a member nobody knows',
    portfolio({ members: ['north-gold', 'nope'] }),
    /member "nope" is not in the registry or the file/,
  ],
  [
    'a portfolio in itself',
    portfolio({ members: ['north-all'] }),
    /member "north-all" is a portfolio/,
  ],
  [
    'a member of another owner',
    {
      owners: [northDesk, { slug: 'b' }],
      accounts: [
        { ...gold, owner: 'b' },
        { ...everything, members: ['north-gold'] },
      ],
    },
    /accounts\[1\] "north-all": member "north-gold" belongs to "b"/,
  ],
  ['a portfolio without currency', only(without(everything, 'currency')), /lacks "currency"/],
  [
    'a currency in small letters',
    portfolio({ currency: 'eur' }),
    /currency "eur" must be three capital letters/,
  ],
  ['a currency of two letters', portfolio({ currency: 'EU' }), /currency/],
  ['an account_id of a portfolio', portfolio({ account_id: 'x' }), /unknown key "account_id"/],
  [
    'a cut of a portfolio',
    portfolio({ history_cut_at: '2024-01-01' }),
    /history_cut_at "2024-01-01" must be null/,
  ],
];

for (const [what, file, ...reasons] of cases) {
  inRegistry(`refuses ${what}`, async (registry) => {
    const { message, exitCode } = await refusal(applyRegistry(registry, file));
    assert.is(exitCode, 1);
    assert.is(message.split('\n').length, 1, message);
    for (const reason of reasons) assert.match(message, reason);
    assert.equal(await dumpRegistry(registry), { owners: [], accounts: [] });
  });
}

inRegistry(
  'names every refused entry on a line of its own, and applies none of the file',
  async (registry) => {
    await applyRegistry(registry, world);
    const before = await dumpRegistry(registry);
    const file = {
      owners: [
        { ...northDesk, name: 'Renamed' },
        { slug: 'bad', plan: 'x' },
      ],
      accounts: [
        { ...gold, name: 'Renamed' },
        { ...eurusd, hide: ['all'], publishd: true },
        { ...gold, slug: 'fresh', account_id: 'new', owner: 'nobody' },
      ],
    };
    const { message } = await refusal(applyRegistry(registry, file));
    const lines = message.split('\n');
    assert.is(lines.length, 3);
    assert.match(lines[0] ?? '', /^refused, nothing applied: owners\[1\] "bad": plan "x"/);
    assert.match(lines[1] ?? '', /accounts\[1\] "north-eurusd": unknown key "publishd"; hide\[0\]/);
    assert.match(lines[2] ?? '', /accounts\[2\] "fresh": owner "nobody"/);
    assert.equal(await dumpRegistry(registry), before);
  },
);

inRegistry('names all mistakes of an entry at once', async (registry) => {
  await applyRegistry(registry, world);
  const message = async (file: object) => (await refusal(applyRegistry(registry, file))).message;
  const { account_id } = eurusd;
  const wrong = { ...gold, slug: 'new', account_id, owner: 'nobody', published: 'yes', foo: 1 };
  assert.is(
    await message({ extra: 1, accounts: [wrong] }),
    [
      'refused, nothing applied: the file: unknown key "extra"',
      'refused, nothing applied: accounts[0] "new": unknown key "foo"; published "yes" must be boolean; owner "nobody" is not in the registry or the file; account_id "MT5:100234@Broker-Live" has the slug "north-eurusd" already',
    ].join('\n'),
  );
  const statements = { timezone: 'Mars', statement_currency: 'euro', statement_type: 'live' };
  const { message: refused } = await refusal(
    applyRegistry(registry, { accounts: [{ ...gold, ...statements }] }),
  );
  for (const [name, value] of Object.entries(statements)) {
    assert.match(refused, `${name} "${value}" must be `);
  }
  const portfolio = { ...everything, type: 'fund', currency: 'euro', members: ['gone'] };
  assert.is(
    await message({ accounts: [portfolio] }),
    'refused, nothing applied: accounts[0] "north-all": type "fund" must be account or portfolio; currency "euro" must be three capital letters, such as EUR, or the code of a coin, such as USDT; member "gone" is not in the registry or the file',
  );
});

inRegistry('names more mistakes of an entry than fit a line', async (registry) => {
  const hide = Array.from({ length: 12 }, (_, at) => `wrong${at}`);
  const file = { accounts: [{ ...gold, hide }] };
  const { message } = await refusal(applyRegistry(registry, file));
  for (const name of hide) assert.match(message, name);
});

inRegistry('does not blame an entry for another one that is refused', async (registry) => {
  const { message } = await refusal(
    applyRegistry(registry, {
      owners: [{ ...northDesk, plan: 'x' }],
      accounts: [{ ...gold, name: '' }, eurusd, everything],
    }),
  );
  assert.is(message.split('\n').length, 2, message);
});

inRegistry(
  'takes another account_id for a slug while no data of the first one was loaded',
  async (registry) => {
    const marked = { ...gold, verified: { identity: true, track_record: true } };
    const cut = { ...marked, published: true, history_cut_at: '2024-02-01' };
    await applyRegistry(registry, { ...world, accounts: [cut, eurusd, everything] });
    const entry = async (name: string) =>
      (await registry.accounts()).find(({ slug }) => slug === name);
    const correct = (slug: string, account_id: string, more = {}) =>
      applyRegistry(registry, {
        accounts: [{ slug, type: 'account', account_id, owner: 'north-desk', name: 'X', ...more }],
      });
    const { changes } = await correct('north-gold', 'MT4:8@Broker-Demo');
    assert.equal(
      changes.map(({ field, shows }) => [field, shows]).filter(([field]) => field !== 'name'),
      [
        ['account_id', 'shows the data of MT4:8@Broker-Demo now'],
        ['verified.identity', null],
        ['verified.track_record', null],
      ],
    );
    assert.is((await entry('north-gold'))?.history_cut_at, '2024-02-01', 'what was cut stays cut');
    // The first id is free again, without a cut, and two entries can swap theirs.
    await correct('north-new', gold.account_id);
    assert.is((await entry('north-new'))?.history_cut_at, null);
    await applyRegistry(registry, {
      accounts: [
        { ...gold, slug: 'north-new', account_id: 'MT4:8@Broker-Demo' },
        { ...gold, slug: 'north-gold' },
      ],
    });
    assert.equal(
      [(await entry('north-gold'))?.account_id, (await entry('north-new'))?.account_id],
      [gold.account_id, 'MT4:8@Broker-Demo'],
    );

    await registry.noteOperatorAccounts([gold.account_id]);
    await registry.noteAccountsWithData(['MT4:8@Broker-Demo']);
    for (const slug of ['north-gold', 'north-new']) {
      assert.match((await refusal(correct(slug, 'x'))).message, "can't be used again");
    }
  },
);

inRegistry('never gives a slug to another account or type', async (registry) => {
  await applyRegistry(registry, world);
  await registry.noteAccountsWithData([gold.account_id]);
  const otherRefusal = await refusal(
    applyRegistry(registry, { accounts: [{ ...gold, account_id: 'x' }] }),
  );
  assert.match(
    otherRefusal.message,
    /the slug belongs to account_id "MT4:7@Broker-Demo" and can't be used again/,
  );
  const asPortfolio = { ...everything, slug: 'north-gold', members: ['north-eurusd'] };
  assert.match(
    (await refusal(applyRegistry(registry, { accounts: [asPortfolio] }))).message,
    /can't be used again/,
  );
  const asAccount = { ...gold, slug: 'north-all', account_id: 'x' };
  assert.match(
    (await refusal(applyRegistry(registry, { accounts: [asAccount] }))).message,
    /belongs to a portfolio/,
  );
});

inRegistry('remembers a slug even when its account has been removed by hand', async (registry) => {
  await applyRegistry(registry, { owners: [northDesk], accounts: [gold] });
  await registry.noteAccountsWithData([gold.account_id]);
  await registry.store.write((db) => db.deleteFrom('accounts').execute());
  await refusal(applyRegistry(registry, { accounts: [{ ...gold, account_id: 'x' }] }));
  await applyRegistry(registry, { accounts: [gold] });
});

inRegistry('moves a cut forward only', async (registry) => {
  await applyRegistry(registry, world);
  const cut = (history_cut_at: string | null) =>
    applyRegistry(registry, {
      owners: [{ slug: 'north-desk', name: 'Renamed' }],
      accounts: [{ slug: 'north-gold', published: true, history_cut_at }],
    });
  await cut('2024-02-01');
  await applyRegistry(registry, {
    owners: [northDesk],
    accounts: [{ ...gold, published: false }],
  });
  const before = await dumpRegistry(registry);
  for (const day of [null, '2024-01-31', '1999-12-31']) {
    assert.match(
      (await refusal(cut(day))).message,
      /"north-gold": history_cut_at .* would bring back history before 2024-02-01, which was permanently removed; choose a later day$/,
    );
    assert.equal(await dumpRegistry(registry), before);
  }
  await cut('2024-02-01');
  await cut('2024-02-02');
  assert.is((await registry.findAccount('north-gold'))?.history_cut_at, '2024-02-02');
});

inRegistry(
  'keeps a cut of an account whose entry was removed by hand, under whatever slug',
  async (registry) => {
    await applyRegistry(registry, {
      owners: [northDesk],
      accounts: [{ ...gold, history_cut_at: '2024-02-01' }],
    });
    await registry.store.write((db) => db.deleteFrom('accounts').execute());
    const sameAccount = { ...gold, slug: 'gold-again' };
    for (const day of [null, '2024-01-31']) {
      const file = { accounts: [{ ...sameAccount, history_cut_at: day }] };
      assert.match((await refusal(applyRegistry(registry, file))).message, /permanently removed/);
    }
    await applyRegistry(registry, { accounts: [sameAccount] });
    assert.is((await registry.findAccount('gold-again'))?.history_cut_at, '2024-02-01');
  },
);

inRegistry('takes who confirmed a mark, when and how', async (registry) => {
  const confirmed = async (identity: unknown, clock = () => now) => {
    const accounts = [{ ...gold, verified: { identity } }];
    await applyRegistry(registry, { owners: [northDesk], accounts }, { clock });
    return (await registry.findAccount('north-gold'))?.confirmed.identity;
  };
  const later = () => new Date('2027-01-01T00:00:00Z');
  const first = { by: 'operator', at: '2026-03-01T12:00:00Z', how: null };
  assert.equal(await confirmed(true), first);
  assert.equal(await confirmed(true, later), first, 'a mark that stands keeps who gave it');
  const auditor = { by: 'Auditor & Co', at: '2026-02-01T09:30:00Z', how: 'video call' };
  assert.equal(await confirmed({ ...auditor, at: '2026-02-01T10:30:00+01:00' }), auditor);
  assert.equal(await confirmed(true, later), auditor);
  assert.equal(await confirmed({}, later), auditor);
  assert.equal(await confirmed({ how: null }, later), { ...auditor, how: null });
  assert.equal(
    await confirmed({ by: 'Somebody' }, later),
    { by: 'Somebody', at: '2027-01-01T00:00:00Z', how: null },
    'another confirmation takes nothing over',
  );
  assert.is(await confirmed(false), null);
  assert.equal(await confirmed({ at: null }), { by: 'operator', at: null, how: null });
  const account = await registry.findAccount('north-gold');
  assert.equal(account?.verified, { identity: true, track_record: false });
});

inRegistry('never gives an account_id a second slug', async (registry) => {
  await applyRegistry(registry, world);
  const { message } = await refusal(
    applyRegistry(registry, { accounts: [{ ...gold, slug: 'gold-2' }] }),
  );
  assert.match(message, /has the slug "north-gold" already/);
});

inRegistry('keeps a member with the owner of its portfolios', async (registry) => {
  await applyRegistry(registry, world);
  const moved = { ...gold, owner: 'solo' };
  const { message } = await refusal(applyRegistry(registry, { accounts: [moved] }));
  assert.match(message, /portfolio "north-all" of "north-desk" has it as a member/);
  await applyRegistry(registry, {
    accounts: [moved, { ...everything, members: ['north-eurusd'] }],
  });
  assert.is((await registry.findAccount('north-gold'))?.owner, 'solo');
});

inRegistry('warns of what stays derivable, for the entries of the file alone', async (registry) => {
  const { warnings } = await applyRegistry(registry, world);
  assert.is(warnings.length, 1);
  assert.match(
    warnings[0] ?? '',
    /^accounts\[0\] "north-eurusd": volume is hidden, but trades tells lots of a trade, from its profit and prices;/,
  );
  assert.equal((await applyRegistry(registry, { accounts: [gold] })).warnings, []);
});

inRegistry('uses the given clock for timestamps', async (registry) => {
  await applyRegistry(registry, world, { clock: () => new Date(now.getTime() + 86_400_000) });
  assert.is((await registry.findAccount('north-gold'))?.created_at, '2026-03-02T12:00:00Z');
});

inRegistry('takes ten thousand accounts at once', async (registry) => {
  const accounts = Array.from({ length: 10_000 }, (_, at) => ({
    ...gold,
    slug: `a-${at}`,
    account_id: `id-${at}`,
  }));
  await applyRegistry(registry, { owners: [northDesk], accounts });
  assert.is((await registry.accounts()).length, 10_000);
});

apply.run();
