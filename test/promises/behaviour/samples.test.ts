import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inPackage } from '../../../pipeline/base/package-root.ts';
import { importToSource } from '../../../pipeline/commands/import.ts';
import { isObject } from '../../oracle/json.ts';
import { withDirectory } from '../../support/directory.ts';
import { publishWorlds } from '../../support/published.ts';

const samples = inPackage('../shared/samples');

/** Real statements with the warnings that they get, and what can't be warnedOf of them. */
const warnedOf: Readonly<Record<string, readonly [warnings: string, notAssessed: string]>> = {
  'ctrader-usd-16.csv': [
    'few_decisions',
    'lots_grow_after_losses (too_few), no_stops (unknown), holds_losers (too_few), one_loss_takes_many_wins (too_few)',
  ],
  'mt4-usd-1-no-deposit.htm': [
    'no_stops, few_decisions',
    'lots_grow_after_losses (too_few), holds_losers (too_few), one_loss_takes_many_wins (too_few)',
  ],
  'mt4-usd-2089.htm': ['', ''],
  'mt4-usd-320-comments.htm': ['no_stops', ''],
  'mt4-usd-42-plain-statement.htm': ['no_stops', ''],
  'mt4-usd-46.htm': ['lots_grow_after_losses, holds_losers', ''],
  'mt4-usd-636.htm': ['adds_to_losers, no_stops', ''],
  'mt5-eur-658.html': ['adds_to_losers, no_stops, one_loss_takes_many_wins', ''],
  'mt5-usd-1156.xlsx': ['adds_to_losers, no_stops', ''],
  'mt5-usd-8-netting-2016.html': [
    'few_decisions',
    'lots_grow_after_losses (too_few), no_stops (unknown), holds_losers (too_few), one_loss_takes_many_wins (too_few)',
  ],
};

const behaviour = suite('behaviour of real statements');

(existsSync(samples) ? behaviour : behaviour.skip)('is the accepted one', async () => {
  return withDirectory(async (directory) => {
    const slugs = new Map(Object.keys(warnedOf).map((file, at) => [file, `sample-${at}`]));
    for (const [file, slug] of slugs) {
      const out = join(directory, slug, 'source');
      mkdirSync(out, { recursive: true });
      const tz = file.startsWith('ctrader') ? undefined : 'UTC';
      const currency = file.startsWith('ctrader') ? 'USD' : undefined;
      const options = { format: 'auto', accountId: `MT5:${slug}`, out, tz, currency };
      await importToSource({ ...options, file: join(samples, file) });
      writeFileSync(join(directory, slug, 'registry.json'), registryOf(slug));
    }
    const directories = [...slugs.values()].map((slug) => join(directory, slug));
    const published = await publishWorlds(directories, new Date('2026-01-01T00:00:00Z'));
    const found = [...slugs].map(([file, slug]) => {
      const { behaviour: section } = published.read(slug);
      return [
        file,
        isObject(section) ? [codes(section.warnings), codes(section.not_assessed)] : [],
      ];
    });
    published.remove();
    assert.equal(Object.fromEntries(found), warnedOf);
  });
});

const codes = (entries: unknown): string =>
  Array.isArray(entries)
    ? entries.map(({ code, reason }) => (reason ? `${code} (${reason})` : code)).join(', ')
    : '';

const registryOf = (slug: string): string =>
  JSON.stringify({
    owners: [{ slug: 'desk', name: 'Desk', plan: 'free', plan_until: null }],
    accounts: [
      {
        slug,
        type: 'account',
        account_id: `MT5:${slug}`,
        owner: 'desk',
        name: slug,
        published: true,
        hide: [],
      },
    ],
  });

behaviour.run();
