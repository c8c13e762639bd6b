import { sourceNames } from '../../../sql/raw/source_names.ts';
import type { PageAccount } from '../account.ts';
import { cell } from '../cells.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../language/languages.ts';

/** Opacities of the parts of the bar, the best source first. */
const opacities = {
  broker_api: 1,
  terminal: 0.75,
  operator_file: 0.55,
  owner_statement: 0.4,
  owner_api: 0.25,
  feed: 0.15,
} as const;

/** Counts the trades of each source, the best first, in one phrase; null without trades. */
export function sourcesOf(
  counts: NonNullable<PageAccount['provenance']>,
  { words, format, counted }: Language,
): string | null {
  const { provenance: texts } = words;
  const phrases = sourceNames
    .filter((source) => counts[source].trades > 0)
    .map((source, at) => {
      const { trades } = counts[source];
      const number = at === 0 ? counted(texts.trades, trades) : format.count(trades);
      return `${number} ${texts.sources[source]}`;
    });
  return phrases.length === 0 ? null : phrases.join(', ');
}

/**
 * Section that counts trades and deposits by source, with a bar of the shares of trades. It says
 * how many of them a better source confirms.
 */
export function provenance({ provenance: counts }: PageAccount, language: Language): Html | null {
  const { words, format } = language;
  const { provenance: texts, verification: of } = words;
  if (counts === null) return null;
  const sources = sourceNames.filter((source) =>
    Object.values(counts[source]).some((count) => count > 0),
  );
  const found = sources.filter((source) => counts[source].trades > 0);
  const line = sourcesOf(counts, language);
  if (line === null) return null;
  const total = found.reduce((sum, source) => sum + counts[source].trades, 0);
  let end = 0;
  const bars = found.map((source) => {
    const start = end;
    end += (100 * counts[source].trades) / total;
    return html`<rect x="${start.toFixed(2)}" width="${(end - start).toFixed(2)}" height="1" fill="currentColor" fill-opacity="${opacities[source]}"/>`;
  });
  return html`<p>${line}.</p>
<svg viewBox="0 0 100 1" width="100%" height="6" preserveAspectRatio="none" aria-hidden="true">${bars}</svg>
<div class="scroll" data-scrolls="${words.layout.scrolls}" tabindex="0" role="region" aria-label="${texts.title}: ${of.trades}"><table>
<thead><tr><th scope="col">${of.source}</th><th scope="col" class="num">${of.trades}</th><th scope="col" class="num">${of.flows}</th><th scope="col" class="num">${of.compared}</th><th scope="col" class="num">${of.differing}</th></tr></thead>
<tbody>${sources.map((source) => {
    const { trades, flows, compared, differing } = counts[source];
    return html`<tr><th scope="row">${texts.names[source]}</th>${[trades, flows, compared, differing].map((count) => cell(format.count(count)))}</tr>
`;
  })}</tbody></table></div>
<p>${of.comparedMeans} ${of.notCounted}</p>`;
}
