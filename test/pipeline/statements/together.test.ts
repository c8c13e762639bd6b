import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  dropStatement,
  madeStatement,
  openStatements,
  readHere,
  whenRead,
} from '../../support/statements.ts';
import { Stories } from '../../support/stories.ts';
import { asOf, type Desk, openDesk, withDesk } from '../desk.ts';

const together = suite('statements of one account');

const ann = { slug: 'ann', plan: 'free' } as const;
const idOf = (number: string): string => `MT4:${number} of ann`;

/** Confirms a statement as one of the account with this number. */
async function confirm(
  { dataDir }: Desk,
  name: string,
  { clock = 'UTC', number }: { readonly clock?: string; readonly number: string },
): Promise<void> {
  const statements = openStatements(dataDir.inbox, () => asOf);
  try {
    const read = await dropStatement(statements, ann, madeStatement(name), { number, clock });
    const mine = { slugs: [`mine-${number}`], plan: 'free' } as const;
    assert.is(await statements.confirm(read, mine), true);
    assert.is((await statements.find('ann', read.id))?.state, 'confirmed');
  } finally {
    await statements.close();
  }
}

/**
 * Reads an account's data in the warehouse, and the number of printed figures of each statement.
 */
async function figuresOf(desk: Desk, number: string): Promise<unknown[]> {
  const of = `where account_id = '${idOf(number)}'`;
  return [
    await desk.warehouse(`select * exclude (account_id) from accounts ${of} order by all`),
    await desk.warehouse(`select ticket, closed_at, profit from trades ${of} order by all`),
    await desk.warehouse(`select statement, count(*) as figures from printed_figures
      ${of} group by statement order by statement`),
  ];
}

/** Accounts by number: the order of their statements, and whether a run comes between them. */
const orders = [
  ['7', ['eventful', 'one trade'], false],
  ['8', ['eventful', 'one trade'], true],
  ['9', ['one trade', 'eventful'], false],
  ['10', ['one trade', 'eventful'], true],
] as const;

let runs = 0;

/** Both stories have their accounts in one world. Its third run is a rebuild. */
const stories = new Stories(together, openDesk, async (desk) => {
  runs += 1;
  const { load } = await desk.run(runs < 3 ? {} : { rebuild: true, sources: [desk.source] });
  assert.is(load.rowsRejected, 0);
});

stories.add('come to the same in one run or in two, in any order', async (desk, nextRun) => {
  for (const [number, [name], isApart] of orders) {
    if (isApart) await confirm(desk, name, { number });
  }
  await nextRun();
  for (const [number, [name, later], isApart] of orders) {
    if (!isApart) await confirm(desk, name, { number });
    await confirm(desk, later, { number });
  }
  await nextRun();
  const allFigures = () => Promise.all(orders.map(([number]) => figuresOf(desk, number)));
  const all = await allFigures();
  const [first, ...others] = all;
  const rowsOf = (at: number) => first?.[at] as unknown[] | undefined;
  assert.is(rowsOf(0)?.length, 1);
  assert.is(rowsOf(2)?.length, 2, 'both statements are compared');
  for (const figures of others) assert.equal(figures, first);
  await nextRun();
  assert.equal(await allFigures(), all, 'and the same after a rebuild');
});

stories.add(
  'that are the same file have the times of the last clock after a rebuild',
  async (desk, nextRun) => {
    const number = '11';
    await confirm(desk, 'one trade', { number });
    await nextRun();
    await nextRun();
    const [, before] = await figuresOf(desk, number);
    await confirm(desk, 'one trade', { number, clock: '+02:00' });
    await nextRun();
    const [, after] = await figuresOf(desk, number);
    const hours = (rows: unknown) =>
      (rows as { closed_at: string }[]).map(({ closed_at }) => Date.parse(`${closed_at}Z`) / 36e5);
    assert.equal(
      hours(after),
      hours(before).map((hour) => hour - 2),
    );
  },
);

together('that are read again meanwhile are not confirmed, and lose nothing', () =>
  withDesk(async ({ dataDir }) => {
    const statements = openStatements(dataDir.inbox, () => asOf);
    let goOn = () => {};
    const looked = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const slow = openStatements(
      dataDir.inbox,
      () => asOf,
      (request, signal) => looked.then(() => readHere(request, signal)),
    );
    try {
      const read = await dropStatement(statements, ann, madeStatement('eventful'));
      await slow.readAgain(read, { ...read.options, clock: '+01:00' });
      await statements.confirm(read, { slugs: ['mine'], plan: 'free' });
      goOn();
      const again = await whenRead(slow, ann, read.id);
      assert.equal([again.state, again.slugs], ['open', []]);
      assert.ok(again.reading && 'found' in again.reading, 'its file was there to be read');
      await slow.confirm(again, { slugs: ['mine'], plan: 'free' });
      assert.is((await slow.find('ann', read.id))?.state, 'confirmed');
    } finally {
      await slow.close();
      await statements.close();
    }
  }),
);

together.run();
