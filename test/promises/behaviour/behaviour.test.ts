import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inPackage } from '../../../pipeline/base/package-root.ts';
import { warningThresholds } from '../../../sql/marts/behaviour.ts';
import { behaviourSection } from '../../oracle/behaviour-section.ts';
import { booksOf } from '../../oracle/compute-world.ts';
import { isObject } from '../../oracle/json.ts';
import { tablesOf } from '../../oracle/read-world.ts';
import { publish } from '../../oracle/rounding.ts';
import type { RegistryEntry, Row, World } from '../../oracle/world.ts';
import { isInFull } from '../../support/in-full.ts';
import { publishTables } from '../../support/published.ts';
import { randomFrom } from '../../support/random.ts';
import { grids, martingales, steady } from './manners.ts';
import { Market } from './market.ts';

const each = isInFull ? 180 : 20;
const decisions = 100;
const asOf = new Date('2026-01-01T00:00:00Z');

/** Warnings of the manner; the others depend on the file and on how young the record is. */
const ofManner = [
  'lots_grow_after_losses',
  'adds_to_losers',
  'holds_losers',
  'one_loss_takes_many_wins',
];
const kinds = { steady, martingales, grids };
type Kind = keyof typeof kinds;

interface Made {
  readonly slug: string;
  readonly kind: Kind;
  readonly manner: string;
  readonly trades: readonly Row[];
}

const made: readonly Made[] = Object.entries(kinds).flatMap(([kind, manners]) =>
  Object.entries(manners).flatMap(([manner, trade], number) =>
    Array.from({ length: each }, (_, at): Made => {
      const slug = `${kind}-${number}-${at}`;
      const market = new Market(`MT5:${slug}@Made`, randomFrom(1 + 7919 * at + 104_729 * number));
      trade(market, decisions);
      return { slug, kind: kind as Kind, manner, trades: market.trades };
    }),
  ),
);

const at = '2023-01-01T00:00:00Z';
const accountRow = ({ slug }: Made): Row => ({
  account_id: `MT5:${slug}@Made`,
  platform: 'MT5',
  currency: 'USD',
  created_at: at,
  updated_at: '2025-12-31T00:00:00Z',
  opening_balance: '10000',
});
const entryOf = ({ slug }: Made): RegistryEntry => ({
  slug,
  type: 'account',
  account_id: `MT5:${slug}@Made`,
  owner: 'desk',
});
const rows: Readonly<Record<string, readonly Row[]>> = {
  accounts: made.map(accountRow),
  trades: made.flatMap(({ trades }) => trades),
};
const world: World = {
  ...tablesOf((name) => rows[name] ?? []),
  registry: { owners: [{ slug: 'desk', name: 'Desk' }], accounts: made.map(entryOf) },
};

const behaviour = suite('behaviour of simulated manners');
const warnedOf = new Map<string, readonly string[]>();

behaviour('is the same as an independent computation tells', async () => {
  const published = await publishTables(world, asOf);
  try {
    for (const book of booksOf(world)) {
      const { behaviour: found } = published.read(book.slug);
      const expected = publish(behaviourSection(book), ['behaviour']);
      assert.equal(found, expected, book.slug);
      const warnings = isObject(found) && Array.isArray(found.warnings) ? found.warnings : [];
      warnedOf.set(
        book.slug,
        warnings.map(({ code }) => String(code)),
      );
    }
  } finally {
    published.remove();
  }
});

/** Returns the share of accounts of a kind without any of these warnings. */
function shareWithout(kind: Kind, codes: readonly string[]): number {
  const accounts = made.filter((account) => account.kind === kind);
  const without = accounts.filter(
    ({ slug }) => !(warnedOf.get(slug) ?? []).some((code) => codes.includes(code)),
  );
  return without.length / accounts.length;
}

behaviour('warns of martingales and grids, and hardly ever of steady accounts', () => {
  console.log(tableOf(made));
  const warned = 1 - shareWithout('steady', ofManner);
  const missed = shareWithout('martingales', ['lots_grow_after_losses', 'adds_to_losers']);
  const missedGrids = shareWithout('grids', ['adds_to_losers']);
  const found = { warned, missed, missedGrids };
  assert.ok(warned <= 0.02 && missed <= 0.03 && missedGrids <= 0.03, JSON.stringify(found));
});

/** Makes the confusion table: how many accounts of each manner have each warning. */
function tableOf(accounts: readonly Made[]): string {
  const manners = [...new Set(accounts.map(({ kind, manner }) => `${kind}: ${manner}`))];
  const lines = manners.map((name) => {
    const some = accounts.filter(({ kind, manner }) => `${kind}: ${manner}` === name);
    const counts = ofManner.map(
      (code) => some.filter(({ slug }) => warnedOf.get(slug)?.includes(code)).length,
    );
    const none = some.filter(
      ({ slug }) => !ofManner.some((code) => warnedOf.get(slug)?.includes(code)),
    ).length;
    return [name, ...[...counts, none].map(String)];
  });
  const head = [`of ${each} accounts with ${decisions} decisions`, ...ofManner, 'none'];
  return [head, ...lines].map((cells) => cells.join(' | ')).join('\n');
}

behaviour('warns from the values that the page of all figures names', () => {
  const sql = readFileSync(inPackage('sql/marts/behaviour.sql'), 'utf8');
  for (const [code, threshold] of Object.entries(warningThresholds)) {
    const [, warning = ''] = sql.split(`behaviour_warning(\n            '${code}',`);
    assert.match(warning.split(/\n {8}\)/)[0] ?? '', new RegExp(`[ =<]${threshold}\\b`), code);
  }
});

behaviour.run();
