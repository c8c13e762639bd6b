import { sharePath } from '../../pipeline/registry/shares.ts';
import type { Context } from '../site/context.ts';
import { type Html, html } from '../site/html.ts';
import { layout } from '../site/layout.ts';

/** Builds the page that asks for the password of a share link. It doesn't name the account. */
export function passwordPage(secret: string, problem: string | null, context: Context): Html {
  const { language, site } = context;
  const { share: texts } = language.words;
  const path = `${sharePath}${secret}`;
  const main = html`<article class="problem">
<h1>${texts.title}</h1>
<p>${texts.lead}</p>
${problem !== null && html`<p class="notice gap" role="alert">${problem}</p>`}
<form class="decide" method="post" action="${language.to(path)}">
<label>${texts.password} <input name="password" type="password" autocomplete="off" maxlength="200" required></label>
<button>${texts.open}</button>
</form>
</article>`;
  return layout(
    {
      title: `${texts.title} · ${site.name}`,
      description: texts.title,
      path,
      section: null,
      main,
    },
    context,
  );
}
