import type { NewPortfolio } from '../../../pipeline/registry/own.ts';
import type { RegistryAccount } from '../../../pipeline/registry/schema.ts';
import { type Html, html } from '../../site/html.ts';
import type { OwnersVisit } from '../visit.ts';
import { memberFields } from './account.ts';
import { fault, form, line } from './fields.ts';
import { ownersPage } from './frame.ts';

/** Where a portfolio is made. */
export const portfolioPage = (
  visit: OwnersVisit,
  accounts: readonly RegistryAccount[],
  filled: NewPortfolio,
  problem: string | null,
): Html =>
  ownersPage(
    visit,
    'Make a portfolio',
    '/me',
    html`<h1>Make a portfolio</h1>
<p class="lead">Several accounts, shown and counted as one. It is private until you publish it.</p>
${fault(problem)}
${form('/me/portfolios', 'Make it', html`${line('Name', 'name', filled.name)}${memberFields(filled, accounts)}`)}`,
  );
