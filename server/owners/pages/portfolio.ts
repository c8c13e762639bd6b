import type { NewPortfolio } from '../../../pipeline/registry/owner-decisions.ts';
import type { RegistryAccount } from '../../../pipeline/registry/schema.ts';
import { type Html, html } from '../../site/html.ts';
import type { SignedInRequest } from '../page-request.ts';
import { memberFields } from './account.ts';
import { fault, form, line } from './fields.ts';
import { ownersPage } from './frame.ts';

/** Returns the form that creates a portfolio, filled in as it was sent. */
export const portfolioPage = (
  request: SignedInRequest,
  accounts: readonly RegistryAccount[],
  filled: NewPortfolio,
  problem: string | null,
): Html =>
  ownersPage(
    request,
    'Create a portfolio',
    '/me',
    html`<h1>Create a portfolio</h1>
<p class="lead">A portfolio shows several accounts as one. It stays private until you publish it.</p>
${fault(problem)}
${form('/me/portfolios', 'Create portfolio', html`${line('Name', 'name', filled.name)}${memberFields(filled, accounts)}`)}`,
  );
