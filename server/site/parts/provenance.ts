import { sourceNames } from '../../../sql/raw/source_names.ts';
import type { PageAccount } from '../account.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../language/languages.ts';
import { notShown } from './not-shown.ts';

/** Opacities of the parts of the bar, the best source first. */
const opacities = {
  broker_api: 1,
  terminal: 0.75,
  operator_file: 0.55,
  owner_statement: 0.4,
  owner_api: 0.25,
  feed: 0.15,
} as const;

/** Section that counts trades by source, with a bar of their shares. */
export function provenance(account: PageAccount, language: Language): Html | null {
  const { provenance: counts, hidden } = account;
  const { words, format, counted } = language;
  const { provenance: texts } = words;
  if (hidden.includes('provenance')) return notShown('provenance', texts.title, language);
  if (counts === null) return null;
  const found = sourceNames.filter((source) => counts[source].trades > 0);
  if (found.length === 0) return null;
  const line = found
    .map((source, at) => {
      const { trades } = counts[source];
      const number = at === 0 ? counted(texts.trades, trades) : format.count(trades);
      return `${number} ${texts.sources[source]}`;
    })
    .join(', ');
  const total = found.reduce((sum, source) => sum + counts[source].trades, 0);
  let end = 0;
  const bars = found.map((source) => {
    const start = end;
    end += (100 * counts[source].trades) / total;
    return html`<rect x="${start.toFixed(2)}" width="${(end - start).toFixed(2)}" height="1" fill="currentColor" fill-opacity="${opacities[source]}"/>`;
  });
  return html`<section id="provenance" aria-labelledby="provenance-title">
<h2 id="provenance-title">${texts.title}</h2>
<p>${line}.</p>
<svg viewBox="0 0 100 1" width="100%" height="6" preserveAspectRatio="none" aria-hidden="true">${bars}</svg>
</section>`;
}
