import { execFileSync } from 'node:child_process';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inPackage } from '../../pipeline/base/package-root.ts';
import { violationLine, violationsIn } from '../docs/prose.ts';
import { readDocument } from '../support/documents.ts';

// Limits of test/docs/prose.ts hold in every document.
const prose = suite('prose of the documents');

const documents = execFileSync('git', ['ls-files', '-z', '*.md'], {
  cwd: inPackage(''),
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => /^[^/]+\.md$|^docs\/|\/README\.md$/.test(file));

/** Documents that are not rewritten yet. */
const unfinished: readonly string[] = [
  'CHANGELOG.md',
  'clients/README.md',
  'clients/typescript/README.md',
  'docs/api.md',
  'docs/calendar.md',
  'docs/data-in.md',
  'docs/internals.md',
  'docs/machines.md',
  'docs/mcp.md',
  'docs/notebook.md',
  'docs/numbers.md',
  'docs/owners.md',
  'docs/pages.md',
  'docs/researchers.md',
  'fixtures/scenarios/adjustments-and-months/note.md',
  'fixtures/scenarios/ahpr-ghpr/note.md',
  'fixtures/scenarios/bitcoin-account/note.md',
  'fixtures/scenarios/charts/note.md',
  'fixtures/scenarios/deposit-between-trades/note.md',
  'fixtures/scenarios/deviation-and-sharpe/note.md',
  'fixtures/scenarios/drawdowns-by-day/note.md',
  'fixtures/scenarios/equity-reports/note.md',
  'fixtures/scenarios/first-trade-loses/note.md',
  'fixtures/scenarios/histograms/note.md',
  'fixtures/scenarios/history-cut/note.md',
  'fixtures/scenarios/interest-and-credit/note.md',
  'fixtures/scenarios/internal-transfer/note.md',
  'fixtures/scenarios/magic-numbers/note.md',
  'fixtures/scenarios/mixed-currencies/note.md',
  'fixtures/scenarios/never-funded-at-first/note.md',
  'fixtures/scenarios/newest-positions/note.md',
  'fixtures/scenarios/news/note.md',
  'fixtures/scenarios/no-capital-known/note.md',
  'fixtures/scenarios/no-losses/note.md',
  'fixtures/scenarios/no-trades-yet/note.md',
  'fixtures/scenarios/open-at-once/note.md',
  'fixtures/scenarios/opening-balance/note.md',
  'fixtures/scenarios/ordinary-account/note.md',
  'fixtures/scenarios/partial-close/note.md',
  'fixtures/scenarios/period-returns/note.md',
  'fixtures/scenarios/pips/note.md',
  'fixtures/scenarios/portfolio-cut-member-joins/note.md',
  'fixtures/scenarios/portfolio-cut-member-unknown/note.md',
  'fixtures/scenarios/portfolio-joins-at-a-rate/note.md',
  'fixtures/scenarios/portfolio-member-joins-later/note.md',
  'fixtures/scenarios/portfolio-platforms-and-cuts/note.md',
  'fixtures/scenarios/printed-figures/note.md',
  'fixtures/scenarios/recent-fifty/note.md',
  'fixtures/scenarios/reconciled/note.md',
  'fixtures/scenarios/records-and-streaks/note.md',
  'fixtures/scenarios/registered-without-data/note.md',
  'fixtures/scenarios/returns-of-empyrical/note.md',
  'fixtures/scenarios/rolling-windows/note.md',
  'fixtures/scenarios/same-instant/note.md',
  'fixtures/scenarios/server-clock/note.md',
  'fixtures/scenarios/several-files/note.md',
  'fixtures/scenarios/sharpe-annualized/note.md',
  'fixtures/scenarios/signs-of-a-record/note.md',
  'fixtures/scenarios/strange-symbols/note.md',
  'fixtures/scenarios/wipe-out/note.md',
  'fixtures/scenarios/withdrawal-is-no-drawdown/note.md',
  'fixtures/scenarios/z-score/note.md',
  'fixtures/scenarios/zero-result/note.md',
  'fixtures/statements/README.md',
  'pipeline/README.md',
  'pipeline/calendar/README.md',
  'pipeline/connect/README.md',
  'pipeline/deliveries/README.md',
  'pipeline/deliveries/deals/README.md',
  'pipeline/load/README.md',
  'pipeline/machines/README.md',
  'pipeline/platforms/README.md',
  'pipeline/publish/README.md',
  'pipeline/read/README.md',
  'pipeline/registry/README.md',
  'pipeline/statements/README.md',
  'server/README.md',
  'server/calendar/README.md',
  'server/deploy/README.md',
  'server/mcp/README.md',
  'server/owners/README.md',
  'server/site/README.md',
  'sql/README.md',
  'test/README.md',
  'test/bench/README.md',
  'test/load/README.md',
  'test/oracle/README.md',
  'test/outside/README.md',
];

/** Text that may be longer, by how it begins, with the reason. */
const exceptions: readonly { file: string; begins: string; reason: string }[] = [];

prose('is easy to read: short lines, paragraphs, sentences and cells', () => {
  assert.ok(documents.length > 30);
  const violations = documents
    .filter((file) => !unfinished.includes(file))
    .flatMap((file) => violationsIn(file, readDocument(file)))
    .filter(
      ({ file, text }) =>
        !exceptions.some((except) => except.file === file && text.startsWith(except.begins)),
    );
  assert.is(violations.map(violationLine).join('\n'), '');
});

prose('has no exception that is not needed', () => {
  const needless = exceptions.filter(
    ({ file, begins }) =>
      !violationsIn(file, readDocument(file)).some(({ text }) => text.startsWith(begins)),
  );
  assert.equal(needless, []);
});

prose.run();
