import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { differences, howToAccept } from './accepted.ts';
import { readPages } from './pages.ts';
import { valuesOf } from './values.ts';
import { openPagesWorld, type PagesWorld } from './world.ts';

const golden = suite('what pages say');

let world: PagesWorld;
golden.before(async () => {
  world = await openPagesWorld();
});
golden.after(() => world.remove());

golden('is what their accepted texts say, in every language', async () => {
  const found = differences(await readPages(world));
  const most = 200;
  const shown = found.slice(0, most).join('\n');
  const rest = found.length > most ? `\n… and ${found.length - most} more lines` : '';
  assert.ok(found.length === 0, `${shown}${rest}\n\n${howToAccept}`);
});

/** Pages on which a value in the place of another has to be seen. */
const dense = [
  '/account/lane-swing',
  '/account/lane-all',
  '/account/lane-swing/verification',
  '/compare?slug=lane-swing,lane-grid,lane-all',
  '/owner/harbour-lane',
];

/** Figures that stand at two places of a page under two names. */
const twice: readonly (readonly string[])[] = [
  ['Return of the account', 'twr_equity_percent'],
  ['Return of the portfolio', 'twr_equity_percent'],
  ['Closed trades', 'total_trades'],
];

golden(
  'have no two values that are equal, so that each shows when it is in a wrong place',
  async () => {
    const equal: string[] = [];
    for (const url of dense) {
      const names = new Map<string, Set<string>>();
      for (const { name, text } of valuesOf((await world.app.inject(url)).body)) {
        names.set(text, (names.get(text) ?? new Set()).add(name));
      }
      for (const [text, all] of names) {
        const isMeant =
          all.size === 1 || twice.some((known) => `${known}` === `${[...all].sort()}`);
        if (!isMeant) equal.push(`${url}: ${text} is ${[...all].join(' and ')}`);
      }
    }
    assert.equal(equal, []);
  },
);

golden.run();
