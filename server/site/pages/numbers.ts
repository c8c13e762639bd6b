import { warningCodes, warningThresholds } from '../../../sql/marts/behaviour.ts';
import { summary } from '../../../sql/marts/summary.ts';
import { freshPage } from '../cached-page.ts';
import type { Context } from '../context.ts';
import { alwaysDefined, definitionText, withCode } from '../definitions.ts';
import { type ConventionDifference, differences, type ExampleBooking } from '../differences.ts';
import { rowsOf } from '../figures.ts';
import { type Html, html } from '../html.ts';
import { fill } from '../language/fill.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';
import { layout } from '../layout.ts';
import type { PageResources } from '../page-resources.ts';
import { statisticNames } from '../parts/statistics.ts';
import type { PageAnswer } from '../respond.ts';
import type { PublicPageRequest, SiteServices } from '../site-services.ts';

const definedFigures = new Set([
  ...alwaysDefined,
  'monthly_percent',
  ...rowsOf(summary).map(({ name, field }) => (name === 'performance' ? field : name)),
  ...statisticNames,
]);

/** Builds the page with all rules, differences from other programs, and definitions. */
function numbersPage(context: Context): Html {
  const { language, site } = context;
  const { numbers: texts } = language.words;
  const docs = html`<a href="/docs">${texts.docs}</a>`;
  const main = html`<article class="account">
<header class="identity"><h1>${texts.title}</h1></header>
<p>${texts.lead}</p>
${contents(language)}
<section id="conventions" aria-labelledby="conventions-title">
<h2 id="conventions-title">${texts.conventionsTitle}</h2>
<dl class="how">${Object.values(texts.conventions).map(
    ({ title, text }) => html`<div><dt>${title}</dt><dd>${withCode(text)}</dd></div>
`,
  )}</dl>
</section>
<section id="differences" aria-labelledby="differences-title">
<h2 id="differences-title">${texts.differencesTitle}</h2>
<p>${texts.differencesLead}</p>
<dl class="how">${differences.map((difference) => differenceItem(difference, language))}</dl>
</section>
${manner(language)}
<section id="how" aria-labelledby="how-title">
<h2 id="how-title">${texts.figuresTitle}</h2>
<p>${fill(texts.figuresLead, { docs })}</p>
<dl class="how">${[...definedFigures].map(
    (
      name,
    ) => html`<div id="how-${name}"><dt><code>${name}</code></dt><dd>${definitionText(name, language)}</dd></div>
`,
  )}</dl>
</section>
</article>`;
  return layout(
    {
      title: `${texts.title} · ${site.name}`,
      description: texts.lead,
      path: '/numbers',
      isIndexed: true,
      section: '/numbers',
      main,
    },
    context,
  );
}

/** Bar that leads to the sections of the page. */
function contents({ words }: Language): Html {
  const { numbers: texts, behaviour } = words;
  const sections = [
    ['conventions', texts.conventionsTitle],
    ['differences', texts.differencesTitle],
    ['badge', behaviour.badge],
    ['how-it-trades', behaviour.title],
    ['how', texts.figuresTitle],
  ] as const;
  return html`<nav class="contents" aria-label="${texts.title}"><ul>${sections.map(([id, title]) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>`;
}

/** Says what a badge does not say, and what each warning about how an account trades means. */
function manner({ words }: Language): Html {
  const { behaviour: texts } = words;
  return html`<section id="badge" aria-labelledby="badge-title">
<h2 id="badge-title">${texts.badge}</h2>
<p>${texts.badgeMeans}</p>
</section>
<section id="how-it-trades" aria-labelledby="how-it-trades-title">
<h2 id="how-it-trades-title">${texts.title}</h2>
<p>${texts.lead} ${texts.unseen}</p>
<dl class="how">${warningCodes.map((code) => {
    const threshold = warningThresholds[code];
    return html`<div><dt><code>${code}</code></dt><dd>${texts.means[code]} ${fillText(texts.thresholds[code], { threshold })}</dd></div>
`;
  })}</dl>
</section>`;
}

function differenceItem(
  { name, figure, bookings, here, elsewhere }: ConventionDifference,
  language: Language,
): Html {
  const { numbers: texts } = language.words;
  const elsewhereTexts = Object.entries(elsewhere).map(([program, value]) => {
    const label = program === 'otherwise' ? texts.otherwise : program;
    return html`; ${label} <strong class="num">${valueText(value, language)}</strong>`;
  });
  return html`<div><dt><a class="term" href="#how-${figure.split('.')[0]}"><code>${figure}</code></a></dt>
<dd>${withCode(texts.differences[name])} <span class="source">${bookingsText(bookings, language)}</span></dd>
<dd>${texts.here} <strong class="num">${valueText(here, language)}</strong>${elsewhereTexts}</dd></div>
`;
}

/** Writes the bookings of an example as a sentence. */
export function bookingsText(bookings: readonly ExampleBooking[], language: Language): string {
  return `${bookings.map((booking) => bookingText(booking, language)).join('; ')}.`;
}

function bookingText(booking: ExampleBooking, { words, format }: Language): string {
  const [kind, ...values] = booking;
  const text = words.numbers.booked[kind];
  if (booking[0] === 'weekdays') {
    const [, returns, times] = booking;
    const listed = returns.map((value) => format.plain(value)).join(', ');
    return fillText(text, { count: format.count(returns.length * times), returns: listed });
  }
  const [amount = '', commission = '', swap = ''] = values.map((value) =>
    typeof value === 'number' ? format.plain(value) : '',
  );
  return fillText(text, { amount, commission, swap });
}

/** Writes a figure with all of its digits. */
export function valueText(value: number | null, { words, format }: Language): string {
  if (value === null) return words.numbers.none;
  return value === Infinity ? words.numbers.infinite : format.plain(value);
}

/** Answers with the page that explains how figures are computed. */
export async function numbersAnswer(
  { language }: PublicPageRequest,
  { site }: SiteServices,
  { assets }: PageResources,
): Promise<PageAnswer> {
  const page = numbersPage({ site: site(), assets, language });
  return freshPage(page);
}
