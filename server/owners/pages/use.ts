import { noUse, type Use } from '../../../pipeline/deliveries/quota.ts';
import { planLimits } from '../../../pipeline/registry/plans.ts';
import type { Plan } from '../../../pipeline/registry/words.ts';
import * as format from '../../site/format.ts';
import { type Html, html } from '../../site/html.ts';

const mebibytes = (bytes: number): string => `${format.number(bytes / 1024 / 1024, 1)} MiB`;

/** Says in a line what an owner's data takes. */
export const useLine = ({ rows, bytes, bytesToday }: Use = noUse): string =>
  `${format.count(rows)} rows, ${mebibytes(bytes)}, ${mebibytes(bytesToday)} of it received today`;

/** What an owner has of what their plan allows; null while that is out of reach. */
export function useTable(plan: Plan, use: Use | null, accounts: number): Html {
  const limits = planLimits[plan];
  const rows = [
    ['Accounts', format.count(accounts), format.count(limits.accounts)],
    ...(use === null
      ? []
      : [
          ['Rows of data', format.count(use.rows), format.count(limits.rows)],
          ['Their size', mebibytes(use.bytes), mebibytes(limits.bytes)],
          ['Received today, UTC', mebibytes(use.bytesToday), mebibytes(limits.bytes_a_day)],
        ]),
  ];
  return html`<section><h2>What your plan allows</h2>
<div class="scroll" tabindex="0" role="region" aria-label="What your plan allows"><table>
<thead><tr><th scope="col">Limit</th><th scope="col" class="num">You have</th><th scope="col" class="num">At most</th></tr></thead>
<tbody>${rows.map(([label, has, max]) => html`<tr><th scope="row">${label}</th><td class="num">${has}</td><td class="num">${max}</td></tr>`)}</tbody></table></div>
</section>`;
}
