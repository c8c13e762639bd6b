import type { PageAccount } from '../account.ts';
import type { Context } from '../context.ts';
import * as format from '../format.ts';
import { type Html, html } from '../html.ts';
import { layout } from '../layout.ts';
import { breakdowns } from '../parts/breakdown.ts';
import { curve } from '../parts/curve.ts';
import { data, how } from '../parts/foot.ts';
import { headline } from '../parts/headline.ts';
import { identity } from '../parts/identity.ts';
import { months } from '../parts/months.ts';
import { rhythm } from '../parts/rhythm.ts';
import { statistics } from '../parts/statistics.ts';

/** Everything a stranger may see of an account, on one page; a notice is for its owner alone. */
export function accountPage(account: PageAccount, context: Context, notice?: Html): Html {
  const { slug, name, performance } = account;
  const description = `Return ${format.signedPercent(performance.twr_percent)}, max drawdown ${format.percent(performance.max_drawdown_percent)}.`;
  const main = html`<article class="account">
${notice}
${identity(account)}
${headline(account)}
${account.isWaiting && html`<p class="notice">The drawing and the tables of instruments come with the next update of the figures.</p>`}
${curve(account)}
${months(account)}
${breakdowns(account)}
${rhythm(account)}
${statistics(account)}
${how(account)}
${data(account)}
</article>`;
  return layout(
    {
      title: `${name} · ${context.site.host}`,
      description,
      section: '/',
      main,
      script: 'account.ts',
      head: preview(`${context.site.baseUrl}/account/${slug}`, name, description, slug, context),
    },
    context,
  );
}

/** What other sites show where somebody links to the page. */
function preview(
  url: string,
  name: string,
  description: string,
  slug: string,
  { site }: Context,
): Html {
  return html`<link rel="canonical" href="${url}">
<meta property="og:type" content="website">
<meta property="og:title" content="${name}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${url}">
<meta property="og:image" content="${site.baseUrl}/widget/${slug}.png?size=preview">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta name="twitter:card" content="summary_large_image">
`;
}
