import { noUse, type Use } from '../../../pipeline/deliveries/quota.ts';
import { planLimits } from '../../../pipeline/registry/plans.ts';
import type { Plan } from '../../../pipeline/registry/words.ts';
import { type Html, html } from '../../site/html.ts';
import { fillText } from '../../site/language/format.ts';
import type { Language } from '../../site/language/languages.ts';
import type { PageWords } from '../page-request.ts';

const mebibytes = (bytes: number, { format }: Language): string =>
  `${format.number(bytes / 1024 / 1024, 1)} MiB`;

/** Says in a line how much data an owner has. */
export function usageLine(
  { words, context: { language } }: PageWords,
  { rows, bytes, bytesToday }: Use = noUse,
): string {
  return fillText(language.counted(words.operator.usage, rows), {
    size: mebibytes(bytes, language),
    today: mebibytes(bytesToday, language),
  });
}

interface QuotaHeads {
  readonly title: string;
  readonly used: string;
}

/**
 * Compares an owner's usage with the limits of their plan. Data limits are left out if `use` is
 * null.
 */
export function quotaTable(
  { words, context: { language } }: PageWords,
  plan: Plan,
  use: Use | null,
  accounts: number,
  { title, used }: QuotaHeads = words.dashboard.quota,
): Html {
  const { quota } = words.dashboard;
  const limits = planLimits[plan];
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
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${title}"><table>
<thead><tr><th scope="col">${quota.limit}</th><th scope="col" class="num">${used}</th><th scope="col" class="num">${quota.maximum}</th></tr></thead>
<tbody>${rows.map(([label, has, max]) => html`<tr><th scope="row">${label}</th><td class="num">${has}</td><td class="num">${max}</td></tr>`)}</tbody></table></div>`;
}
