import type { ApiError } from '../../http/errors.ts';
import { PROBLEMS } from '../../http/errors.ts';
import type { Context } from '../context.ts';
import { type Html, html } from '../html.ts';
import { layout } from '../layout.ts';

/** A page in place of one that cannot be shown; the same bytes for the same problem. */
export function problemPage(problem: ApiError, context: Context): Html {
  const { title } = PROBLEMS[problem.problem];
  const { allowed } = problem.options;
  const main = html`<article class="problem">
<p class="status">${problem.status}</p>
<h1>${title}</h1>
<p>${problem.message}</p>
${allowed !== undefined && html`<p>Allowed: ${allowed.join(', ')}.</p>`}
<p><a href="/">To the published accounts</a></p>
</article>`;
  return layout({ title, description: problem.message, section: null, main }, context);
}
