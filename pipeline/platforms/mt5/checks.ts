import {
  compareDecimals,
  negateDecimal,
  parseDecimal,
  sumDecimals,
} from '../../read/values/decimals.ts';
import type { Checks } from '../source/checks.ts';
import { type Account, changeOf, netOf } from './account.ts';
import { bookingKind } from './bookings.ts';
import type { Report } from './report.ts';

interface Sum {
  name: string;
  sum: string;
  /** What adds up to it. */
  what: string;
  /** What other builds print instead. */
  orElse?: string;
}

/** Compares what a report prints of its money with what its rows add up to. */
export function checkReport(report: Report, account: Account): Checks {
  const checks: Checks = { facts: [], warnings: [], contradicted: [] };
  checkRunning(report, checks);
  for (const { name, sum, what, orElse } of sumsOf(report, account)) {
    const text = report.figures.get(name) ?? (name === 'Balance' ? lastBalance(report) : undefined);
    if (text === undefined) continue;
    const printed = parseDecimal(text);
    if (printed === null) {
      checks.warnings.push(`${name}: \`${text}\` is no number; ${what} add up to ${sum}`);
    } else if ([sum, orElse ?? sum].some((known) => compareDecimals(known, printed) === 0)) {
      checks.facts.push(`${name} ${text}: ${what} add up to it`);
    } else {
      checks.contradicted.push(name);
      checks.warnings.push(
        `${name}: the report prints ${text}, ${what} add up to ${sum}, ${gapOf(sum, printed)}`,
      );
    }
  }
  if (report.figures.size === 0) {
    checks.warnings.push('no figures are printed below the tables: is the file cut off?');
  } else if (report.header.deposit === null && !report.figures.has('Balance')) {
    checks.warnings.push(
      'no balance and equity are printed below the tables: is a row of them lost?',
    );
  }
  return checks;
}

/** The balance that stands beside each deal is the one before and what the deal changed. */
function checkRunning({ deals }: Report, checks: Checks): void {
  let before: string | undefined;
  let agreeing = 0;
  for (const deal of deals) {
    if (deal.balance === '') continue;
    const after = sumDecimals([before ?? deal.balance, before ? changeOf(deal) : '0']);
    const isKept = bookingKind(deal) === 'credit' && before === deal.balance;
    if (compareDecimals(after, deal.balance) === 0 || isKept) agreeing++;
    else {
      checks.contradicted.push('Balance of deals');
      checks.warnings.push(
        `line ${deal.line}: the balance ${deal.balance} does not follow from ${before} before and the deal, which give ${after}`,
      );
      return;
    }
    before = deal.balance;
  }
  if (agreeing > 0) checks.facts.push(`the balance beside each of ${agreeing} deals agrees`);
}

/** The balance beside the last deal; undefined where none is printed. */
const lastBalance = ({ deals }: Report): string | undefined =>
  deals.findLast(({ balance }) => balance !== '')?.balance;

function sumsOf({ figures, deals, header }: Report, account: Account): Sum[] {
  const { trades, positions, balance } = account;
  const floating = sumDecimals(
    positions.flatMap(({ profit, swap }) => [profit, swap].filter(Boolean)),
  );
  const credit = parseDecimal(figures.get('Credit Facility') ?? '') ?? '0';
  const traded = deals.filter(({ direction }) => direction !== '');
  const net = traded.length > 0 ? sumDecimals(traded.map(changeOf)) : netOf(trades);
  return [
    {
      name: 'Total Net Profit',
      sum: net,
      what: `${trades.length} trades and what opening others cost`,
    },
    { name: 'Balance', sum: balance, what: 'opening balance, bookings and trades' },
    {
      name: 'Floating P/L',
      sum: floating,
      what: `${positions.length} open positions`,
      orElse: sumDecimals(positions.map(({ profit }) => profit)),
    },
    ...(header.deposit === null
      ? [
          {
            name: 'Equity',
            sum: sumDecimals([balance, floating, credit]),
            what: 'balance, open positions and credit',
          },
        ]
      : []),
  ];
}

function gapOf(sum: string, printed: string): string {
  const gap = sumDecimals([sum, negateDecimal(printed)]);
  return gap.startsWith('-') ? `${negateDecimal(gap)} less` : `${gap} more`;
}
