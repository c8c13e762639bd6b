import { type Html, html } from '../../site/html.ts';
import type { SignedInRequest } from '../page-request.ts';

type Sent = Pick<SignedInRequest, 'form' | 'query'>;

/**
 * Returns the name that the owner typed for an account, in this form or in one before; empty
 * without one.
 */
export const typedName = ({ form, query }: Sent, field: string): string =>
  form.text(field) || String(query[field] ?? '');

/** Returns the names that were typed so far as a query, so that the next page has them again. */
export const namesQuery = (sent: Sent): string =>
  new URLSearchParams(
    [...new Set([...Object.keys(sent.query), ...sent.form.names()])]
      .filter((name) => /^name\d+$/.test(name))
      .map((name): [string, string] => [name, typedName(sent, name)]),
  ).toString();

/** Hidden fields with the names that were typed so far, for a form that does not ask for them. */
export const keptNames = (sent: Sent): Html =>
  html`${[...new URLSearchParams(namesQuery(sent))].map(
    ([name, value]) =>
      html`<input type="hidden" name="${name}" value="${value}">
`,
  )}`;
