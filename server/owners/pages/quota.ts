import { noUse, type Use } from '../../../pipeline/deliveries/quota.ts';
import { planLimits } from '../../../pipeline/registry/plans.ts';
import { type Html, html } from '../../site/html.ts';
import { english, type Language } from '../../site/language/languages.ts';
import type { SignedInRequest } from '../page-request.ts';

const mebibytes = (bytes: number, { format }: Language = english): string =>
  `${format.number(bytes / 1024 / 1024, 1)} MiB`;

/** Says in a line how much data an owner has. */
export const usageLine = ({ rows, bytes, bytesToday }: Use = noUse): string =>
  `${english.format.count(rows)} rows, ${mebibytes(bytes)}, ${mebibytes(bytesToday)} received today`;

/**
 * Compares an owner's usage with the limits of their plan. Data limits are left out if `use` is
 * null.
 */
export function quotaTable(
  { owner, words, context: { language } }: SignedInRequest,
  use: Use | null,
  accounts: number,
): Html {
  const { quota } = words.dashboard;
  const limits = planLimits[owner.plan];
  const { format } = language;
  const size = (bytes: number) => mebibytes(bytes, language);
  const rows = [
    [quota.accounts, format.count(accounts), format.count(limits.accounts)],
    ...(use === null
      ? []
      : [
          [quota.rows, format.count(use.rows), format.count(limits.rows)],
          [quota.size, size(use.bytes), size(limits.bytes)],
          [quota.today, size(use.bytesToday), size(limits.bytes_a_day)],
        ]),
  ];
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${quota.title}"><table>
<thead><tr><th scope="col">${quota.limit}</th><th scope="col" class="num">${quota.used}</th><th scope="col" class="num">${quota.maximum}</th></tr></thead>
<tbody>${rows.map(([label, has, max]) => html`<tr><th scope="row">${label}</th><td class="num">${has}</td><td class="num">${max}</td></tr>`)}</tbody></table></div>`;
}
