import { noUse, type Use } from '../../../pipeline/deliveries/quota.ts';
import { planLimits } from '../../../pipeline/registry/plans.ts';
import type { Plan } from '../../../pipeline/registry/words.ts';
import * as format from '../../site/english-format.ts';
import { type Html, html } from '../../site/html.ts';

const mebibytes = (bytes: number): string => `${format.number(bytes / 1024 / 1024, 1)} MiB`;

/** Says in a line how much data an owner has. */
export const usageLine = ({ rows, bytes, bytesToday }: Use = noUse): string =>
  `${format.count(rows)} rows, ${mebibytes(bytes)}, ${mebibytes(bytesToday)} received today`;

/**
 * Compares an owner's usage with the limits of their plan. Data limits are left out if `use` is
 * null.
 */
export function quotaTable(plan: Plan, use: Use | null, accounts: number): Html {
  const limits = planLimits[plan];
  const rows = [
    ['Accounts', format.count(accounts), format.count(limits.accounts)],
    ...(use === null
      ? []
      : [
          ['Rows of data', format.count(use.rows), format.count(limits.rows)],
          ['Size of data', mebibytes(use.bytes), mebibytes(limits.bytes)],
          ['Received today (UTC)', mebibytes(use.bytesToday), mebibytes(limits.bytes_a_day)],
        ]),
  ];
  return html`<section><h2>Your plan’s limits</h2>
<div class="scroll" tabindex="0" role="region" aria-label="Your plan’s limits"><table>
<thead><tr><th scope="col">Limit</th><th scope="col" class="num">You use</th><th scope="col" class="num">Maximum</th></tr></thead>
<tbody>${rows.map(([label, has, max]) => html`<tr><th scope="row">${label}</th><td class="num">${has}</td><td class="num">${max}</td></tr>`)}</tbody></table></div>
</section>`;
}
