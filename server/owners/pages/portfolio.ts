import type { NewPortfolio } from '../../../pipeline/registry/owner-decisions.ts';
import type { RegistryAccount } from '../../../pipeline/registry/schema.ts';
import { type Html, type HtmlContent, html } from '../../site/html.ts';
import type { SignedInRequest } from '../page-request.ts';
import { memberFields } from './account.ts';
import { fault, form, line } from './fields.ts';
import { ownersPage } from './frame.ts';

/** Returns the form that creates a portfolio, filled in as it was sent. */
export function portfolioPage(
  request: SignedInRequest,
  accounts: readonly RegistryAccount[],
  filled: NewPortfolio,
  problem: HtmlContent,
): Html {
  const { account, dashboard } = request.words;
  const { newPortfolio: words } = account;
  return ownersPage(
    request,
    dashboard.createPortfolio,
    '/me',
    html`<h1>${dashboard.createPortfolio}</h1>
<p class="lead">${words.lead}</p>
${fault(problem)}
${form('/me/portfolios', words.button, html`${line(words.name, 'name', filled.name)}${memberFields(request, filled, accounts)}`)}`,
  );
}
