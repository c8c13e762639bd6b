import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataDirectory, type InboxDirectory } from '../../../pipeline/base/data-directory.ts';
import { quotedReason } from '../../../pipeline/base/reasons/reason.ts';
import { readContents } from '../../../pipeline/deliveries/contents.ts';
import { deliveriesAt } from '../../../pipeline/deliveries/open.ts';
import type { SourcePart } from '../../../pipeline/platforms/source/source-files.ts';
import { contentOf, privateId, writeRows } from '../../../pipeline/statements/delivery-content.ts';
import type { ReadInChild } from '../../../pipeline/statements/read-in-child.ts';
import {
  describeAccount,
  maskId,
  type Statement,
  statementFiles,
} from '../../../pipeline/statements/statement.ts';
import type { Statements } from '../../../pipeline/statements/statements.ts';
import { maxOpen, TooMany } from '../../../pipeline/statements/transitions.ts';
import { withDirectory } from '../../support/directory.ts';
import { isInFull } from '../../support/in-full.ts';
import { openStatements } from '../../support/statements.ts';

// In the end, the owners' last confirmation of each file counts, and no confirmed statement has its
// file any more. Reading these files takes no time.
const life = suite('statements, whatever their owners do');

const numRuns = Number(process.env.SEQUENCES ?? (isInFull ? 300 : 12));
const owners = [
  { slug: 'ann', plan: 'free' },
  { slug: 'bob', plan: 'free' },
] as const;

/** Files by their text: an account, and a number of trades. */
const files = ['7 1', '7 2', '8 3', '9 0'] as const;

type Step =
  | { readonly do: 'upload'; readonly owner: number; readonly file: number }
  | {
      readonly do: 'correct';
      readonly which: number;
      readonly clock: string;
      readonly number: string;
    }
  | {
      readonly do: 'confirm' | 'confirm twice' | 'confirm what is read anew';
      readonly which: number;
    }
  | { readonly do: 'end the server'; readonly which: number }
  | { readonly do: 'move clock'; readonly hours: number };

/** Reads a file of this test like the child process, with the answers of its owner. */
const readAtOnce: ReadInChild = async ({ id, folder, owner, options }) => {
  const text = readFileSync(join(folder, statementFiles.statement), 'utf8');
  const [number = '', trades = '0'] = text.split(' ');
  if (trades === '0') return { problem: quotedReason(`${id} has no trade`) };
  const account_id = `MT4:${options.number || number}`;
  const part: SourcePart = {
    id: account_id,
    tables: {
      accounts: [{ account_id, platform: 'MT4', currency: 'USD' } as never],
      trades: Array.from(
        { length: Number(trades) },
        (_, at) => ({ account_id, ticket: `${number}-${at}`, closed_at: options.clock }) as never,
      ),
    },
  };
  const content = contentOf(part, owner);
  writeRows(join(folder, statementFiles.contents), [content]);
  const refused = { count: 0, lines: [] };
  const account = { ...describeAccount(part, content, refused), compared: [], known: 0 };
  return {
    found: {
      format: quotedReason('text'),
      clock: options.clock,
      guess: null,
      accounts: [account],
      texts: [],
      findings: [],
      notes: [],
      warnings: [],
    },
  };
};

/** Statement in the model, which consists of plain variables. */
interface Expected {
  readonly id: string;
  readonly owner: string;
  readonly file: string;
  readonly at: number;
  clock: string;
  number: string;
  isConfirmed: boolean;
}

const hours48 = 48 * 3_600_000;

async function goThrough(inbox: InboxDirectory, steps: readonly Step[]): Promise<void> {
  let at = Date.UTC(2024, 2, 4, 10);
  const clock = () => new Date(at);
  const begin = () => openStatements(inbox, clock, readAtOnce);
  let statements: Statements = begin();
  let known: Expected[] = [];
  /** Trades and clock of each account that count, by confirmed file. */
  const counting = new Map<string, string>();
  let newestAt = 0;
  const deliveries = deliveriesAt({ path: inbox.database }, clock);

  const chosen = (which: number): Expected | undefined => known[which % Math.max(1, known.length)];
  const find = async (expected: Expected): Promise<Statement> => {
    await statements.idle();
    const found = await statements.find(expected.owner, expected.id);
    if (found === null) throw new Error(`${expected.id} is gone`);
    return found;
  };
  const canConfirm = ({ isConfirmed, file }: Expected) => !isConfirmed && !file.endsWith(' 0');
  const noteConfirmed = (expected: Expected): void => {
    const { owner, file, number, clock: ofTimes } = expected;
    const [printed = '', trades] = file.split(' ');
    const account = privateId(`MT4:${number || printed}`, owner);
    counting.set(`${account} ${file}`, `${account}: ${trades} at ${ofTimes || 'no clock'}`);
    expected.isConfirmed = true;
    newestAt = Math.max(newestAt, at);
  };

  const take: { [Do in Step['do']]: (step: Step & { do: Do }) => Promise<void> } = {
    async upload({ owner: ownerAt, file: fileAt }) {
      const owner = owners[ownerAt % owners.length] ?? owners[0];
      const file = files[fileAt % files.length] ?? files[0];
      const now = Math.max(at, newestAt);
      known = known.filter(
        (each) => each.at >= now - (each.isConfirmed ? 90 * 24 * 3_600_000 : hours48),
      );
      const { id } = await statements.receive(owner, 'a.htm', Readable.from([file]));
      known.push({
        id,
        owner: owner.slug,
        file,
        at: now,
        clock: '',
        number: '',
        isConfirmed: false,
      });
    },
    async correct({ which, clock: ofTimes, number }) {
      const expected = chosen(which);
      if (expected === undefined) return;
      const statement = await find(expected);
      await statements.readAgain(statement, { ...statement.options, clock: ofTimes, number });
      if (!expected.isConfirmed) Object.assign(expected, { clock: ofTimes, number });
    },
    async confirm({ which }) {
      const expected = chosen(which);
      if (expected === undefined) return;
      const statement = await find(expected);
      const isDone = await statements.confirm(statement, { slugs: ['mine'], plan: 'free' });
      assert.is(isDone, canConfirm(expected));
      if (isDone) noteConfirmed(expected);
    },
    async 'confirm twice'({ which }) {
      const expected = chosen(which);
      if (expected === undefined) return;
      const statement = await find(expected);
      const done = await Promise.all(
        [1, 2, 3].map(() => statements.confirm(statement, { slugs: ['mine'], plan: 'free' })),
      );
      assert.is(done.filter(Boolean).length, canConfirm(expected) ? 1 : 0);
      if (canConfirm(expected)) noteConfirmed(expected);
    },
    async 'confirm what is read anew'({ which }) {
      const expected = chosen(which);
      if (expected === undefined) return;
      const seen = await find(expected);
      const changed = { clock: `${expected.clock}+`, number: '5' };
      await statements.readAgain(seen, { ...seen.options, ...changed });
      await statements.idle();
      const isProblem = expected.file.endsWith(' 0');
      const isDone = await statements.confirm(seen, { slugs: ['mine'], plan: 'free' });
      assert.is(isDone, false, 'its owner has seen other accounts and times');
      if (!expected.isConfirmed) Object.assign(expected, changed);
      assert.is(
        (await find(expected)).state,
        expected.isConfirmed && !isProblem ? 'confirmed' : 'open',
      );
    },
    async 'end the server'({ which }) {
      const expected = chosen(which);
      if (expected !== undefined) {
        const statement = await find(expected);
        await statements.readAgain(statement, statement.options);
      }
      await statements.close();
      statements = begin();
    },
    async 'move clock'({ hours }) {
      at += hours * 3_600_000;
    },
  };

  const assertStatements = async (): Promise<void> => {
    for (const expected of known) {
      await statements.find(expected.owner, expected.id);
      const { state, options, reading } = await find(expected);
      const { clock: ofTimes, number } = options;
      assert.is(state, expected.isConfirmed ? 'confirmed' : 'open');
      assert.equal([ofTimes, number], [expected.clock, expected.number]);
      const trades = reading && 'found' in reading ? reading.found.accounts[0]?.trades : 0;
      assert.is(`${trades}`, expected.file.split(' ')[1]);
      const stranger = expected.owner === 'ann' ? 'bob' : 'ann';
      assert.is(await statements.find(stranger, expected.id), null);
    }
    for (const { slug } of owners) {
      const open = (await statements.open(slug)).map(({ id }) => id);
      const ids = known.filter(({ owner, isConfirmed }) => owner === slug && !isConfirmed);
      assert.equal(open.toSorted(), ids.map(({ id }) => id).sort());
    }
    for (const id of ['', '../statements', `${known[0]?.id ?? ''}0`, "' or '1' = '1", '%']) {
      assert.is(await statements.find('ann', id), null);
    }
  };

  const assertCounting = async (): Promise<void> => {
    const { read } = await deliveries.open();
    const rows = await read((db) =>
      db.selectFrom('deliveries').selectAll().where('has_content', '=', 1).execute(),
    );
    const numbers = rows.map(({ number }) => number);
    const found = await read((db) => readContents(db, numbers));
    const stated = rows.map(({ number, account_id }) => {
      const trades = (found.get(number)?.lines.trades ?? []).map((line) => JSON.parse(line));
      return `${account_id}: ${trades.length} at ${trades[0]?.closed_at ?? 'no clock'}`;
    });
    assert.equal(stated.sort(), [...counting.values()].sort());
    const stored = await read((db) =>
      db.selectFrom('statements').select(['id', 'file', 'rows']).execute(),
    );
    for (const { id, isConfirmed, file } of known) {
      const found = stored.find((row) => row.id === id);
      const has = [found?.file, found?.rows].map((bytes) => bytes != null);
      const isOpen = !isConfirmed;
      assert.equal(has, [isOpen, isOpen && !file.endsWith(' 0')], 'its file and its rows');
    }
  };

  try {
    for (const step of steps) {
      await (take[step.do] as (step: Step) => Promise<void>)(step);
      await assertStatements();
      await assertCounting();
    }
  } finally {
    await statements.close();
    await deliveries.close();
  }
}

const which = fc.nat(10);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('upload' as const),
      owner: fc.nat(1),
      file: fc.nat(3),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('correct' as const),
      which,
      clock: fc.constantFrom('UTC', '+02:00'),
      number: fc.constantFrom('', '7', '7 of bob'),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom(...(['confirm', 'confirm twice', 'confirm what is read anew'] as const)),
      which,
    }),
  },
  fc.record({ do: fc.constant('end the server' as const), which }),
  fc.record({ do: fc.constant('move clock' as const), hours: fc.constantFrom(-5, 1, 49, 2300) }),
);

const go = (steps: readonly Step[]): Promise<void> =>
  withDirectory((directory) => goThrough(dataDirectory(directory).inbox, steps));

life('the same file confirmed again replaces its rows, and nothing of it stays', () =>
  go([
    { do: 'upload', owner: 0, file: 1 },
    { do: 'confirm', which: 0 },
    { do: 'upload', owner: 0, file: 1 },
    { do: 'correct', which: 1, clock: '+02:00', number: '' },
    { do: 'confirm', which: 1 },
    { do: 'upload', owner: 1, file: 1 },
    { do: 'confirm', which: 2 },
  ]),
);

life("a statement that another tab read again can't be confirmed from the old page", () =>
  go([
    { do: 'upload', owner: 0, file: 1 },
    { do: 'confirm what is read anew', which: 0 },
    { do: 'confirm', which: 0 },
  ]),
);

life(`what was confirmed counts after each of ${numRuns} sequences of steps`, () =>
  fc.assert(fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12, size: 'max' }), go), {
    numRuns,
    seed: Number(process.env.FC_SEED ?? 1),
  }),
);

life('of too many files at the same time, exactly those that fit are accepted', () =>
  withDirectory(async (directory) => {
    const { inbox } = dataDirectory(directory);
    const statements = openStatements(inbox, () => new Date('2024-03-04T10:00:00Z'), readAtOnce);
    const upload = (at: number) =>
      statements.receive(owners[0], `${at}.htm`, Readable.from([`7 ${1 + at}`])).then(
        () => 'taken',
        (error: unknown) => (error instanceof TooMany ? 'too many' : String(error)),
      );
    try {
      for (let at = 0; at < maxOpen - 2; at++) assert.is(await upload(at), 'taken');
      const answers = await Promise.all([30, 31, 32, 33, 34].map(upload));
      assert.equal(answers.sort(), ['taken', 'taken', 'too many', 'too many', 'too many']);
      await statements.idle();
      assert.is((await statements.open('ann')).length, maxOpen);
      const bobs = await statements.receive(owners[1], 'a.htm', Readable.from(['7 1']));
      assert.is(bobs.owner, 'bob', 'another owner has room');
    } finally {
      await statements.close();
    }
  }),
);

life('accounts of two owners never have one id, whatever number they give', () => {
  const slug = fc.stringMatching(/^[a-z][a-z0-9-]{0,12}$/);
  const number = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.tuple(fc.nat(99), slug).map(([no, name]) => `${no} of ${name}`),
  );
  fc.assert(
    fc.property(number, slug, number, slug, (anns, ann, bobs, bob) => {
      fc.pre(ann !== bob);
      assert.is.not(privateId(`MT4:${anns}`, ann), privateId(`MT4:${bobs}`, bob));
    }),
  );
});

life('ids are shown with three characters of their number at most', () => {
  for (const [id, shown] of [
    ['MT4:1234567', 'MT4:…567'],
    ['MT5:1234567@Broker-Live', 'MT5:…567@Broker-Live'],
    ['1234567', '…567'],
    ['MT4:123', 'MT4:…'],
    ['MT4:', 'MT4:…'],
    ['', '…'],
  ] as const) {
    assert.is(maskId(id), shown);
  }
  fc.assert(
    fc.property(fc.stringMatching(/^\d{4,20}$/), fc.constantFrom('', 'MT4:'), (number, prefix) => {
      const shown = maskId(`${prefix}${number}`);
      assert.is(shown, `${prefix}…${number.slice(-3)}`);
    }),
  );
});

life.run();
