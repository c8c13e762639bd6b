import type { Context } from '../context.ts';
import { type Html, html } from '../html.ts';
import { fillText } from '../language/format.ts';
import { layout } from '../layout.ts';
import { type AccountLine, list } from '../parts/list.ts';

/** Builds the page with all published accounts of an owner. */
export function ownerPage(slug: string, found: readonly AccountLine[], context: Context): Html {
  const { language } = context;
  const { owner: texts, search } = language.words;
  const name = found[0]?.account.owner.name ?? slug;
  const main = html`<h1><bdi>${name}</bdi></h1>
<p class="lead">${texts.lead}</p>
<p class="found">${language.counted(search.found, found.length)}</p>
${list(found, language)}`;
  return layout(
    {
      title: `${name} · ${context.site.host}`,
      description: fillText(texts.description, { name }),
      path: `/owner/${slug}`,
      isIndexed: true,
      section: '/',
      main,
    },
    context,
  );
}
