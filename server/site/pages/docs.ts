import type { Moment } from '../../accounts/moment.ts';
import { describeApi } from '../../openapi/document.ts';
import { isObject, type JsonObject } from '../../openapi/json.ts';
import { cachedPage } from '../cached-page.ts';
import type { Context } from '../context.ts';
import { withCode } from '../definitions.ts';
import {
  type DocumentedOperation,
  errorsIn,
  operationsOf,
  partOf,
  textOf,
} from '../docs/operations.ts';
import { sampleQueries, samples } from '../docs/samples.ts';
import { allowedIn, fieldsOf, referredIn } from '../docs/schemas.ts';
import { type Html, html } from '../html.ts';
import { english } from '../language/languages.ts';
import { layout } from '../layout.ts';
import type { PageCache } from '../page-cache.ts';
import type { PageResources } from '../page-resources.ts';
import type { PageAnswer } from '../respond.ts';
import type { PublicPageRequest, SiteServices } from '../site-services.ts';
import { readList, searchAsStranger, takeMoment } from '../views.ts';

const title = 'API';
/** Sections after the calls. */
const reference = [
  ['errors', 'Errors'],
  ['headers', 'Response headers'],
  ['schemas', 'Fields'],
] as const;
/** Published account that the examples use. */
interface DocsExample {
  readonly slug: string;
  readonly twr_percent: number | null;
}

/** Examples of a server without published accounts. */
const noExample: DocsExample = { slug: 'SLUG', twr_percent: null };

/** Builds the API reference from the OpenAPI document, with examples in three languages. */
function docsPage(document: JsonObject, published: DocsExample | null, context: Context): Html {
  const { site } = context;
  const example = published ?? noExample;
  const operations = operationsOf(document);
  const about = partOf(document, 'info');
  const components = partOf(document, 'components');
  const lead = textOf(about.summary);
  const main = html`<article class="account docs">
<header class="identity"><h1>${title}</h1></header>
<p>${lead} Programs can read this description as <a href="/api/v1/openapi.json">OpenAPI 3.1</a>. Language models start at <a href="/llms.txt">llms.txt</a> and can use MCP at <code>/mcp</code>. To learn what a figure means, see <a href="/numbers">/numbers</a>. To read the same data as pages, see the <a href="/">published accounts</a>.</p>
<div class="with-nav"><nav class="docs-nav" aria-label="Sections"><ul>${[['first', 'Your first call'] as const, ['all', 'All calls'] as const, ...operations.map(({ id, summary }) => [id, summary] as const), ...reference].map(([id, name]) => html`<li><a href="#${id}">${name}</a></li>`)}</ul></nav>
<div>
${firstCall(published, site.baseUrl)}
<section id="all" aria-labelledby="all-title">
<h2 id="all-title">All calls</h2>
${paragraphs(textOf(about.description))}
<p>Clients for TypeScript and Python are in the folder <code>clients/</code> of the installation.</p>
</section>
${operations.map((operation) => operationSection(operation, site.baseUrl, example.slug))}
${errors(partOf(components, 'responses'))}
${headersOf(partOf(components, 'headers'))}
${schemas(partOf(components, 'schemas'))}
</div></div>
</article>`;
  return layout(
    {
      title: `${title} · ${site.name}`,
      description: lead,
      path: null,
      section: '/docs',
      main,
    },
    context,
  );
}

/** Call that works as it is copied, and the same with a key. */
function firstCall(published: DocsExample | null, baseUrl: string): Html {
  const path = published === null ? '/search/accounts' : `/accounts/${published.slug}`;
  const result = published?.twr_percent ?? null;
  return html`<section id="first" aria-labelledby="first-title">
<h2 id="first-title">Your first call</h2>
<p>Copy this line into a terminal. It needs no key:</p>
${code(`curl '${baseUrl}/api/v1${path}'`, 'Your first call')}
${
  published === null
    ? html`<p>You get a list as JSON. It is empty until an account is published.</p>`
    : html`<p>You get the figures of <a href="/account/${published.slug}">this account</a> as JSON.${result !== null && html` Its return in percent, <code>performance.twr_percent</code>, is <code>${result}</code>.`}</p>`
}
<p>With a key you also read your own accounts, their trades and positions. Create a key at <a href="/me">/me</a>, put it in the first line, and send it with each call:</p>
${code(`export TRACKRECORD_KEY=tr_live_YOUR_KEY\ncurl '${baseUrl}/api/v1/accounts' -H "Authorization: Bearer $TRACKRECORD_KEY"`, 'A call with a key')}
</section>`;
}

function operationSection(
  operation: DocumentedOperation,
  baseUrl: string,
  exampleSlug: string,
): Html {
  const { path, id, summary, description, parameters, answers, needsKey } = operation;
  const query = new Map<string, Readonly<Record<string, string>>>(Object.entries(sampleQueries));
  const chosen = new URLSearchParams(query.get(id));
  const address = `${baseUrl}${path.replace('{slug}', exampleSlug)}`;
  const url = chosen.size > 0 ? `${address}?${decodeURIComponent(`${chosen}`)}` : address;
  const isJson = answers.some(([type]) => type === 'application/json');
  return html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${summary}</h2>
<p><code>GET ${path}</code></p>
<p>${withCode(description)}</p>
${
  parameters.length > 0 &&
  table(
    `Parameters: ${summary}`,
    ['Parameter', 'Allowed', 'Meaning'],
    parameters.map((parameter) => [
      html`<code>${textOf(parameter.name)}</code>`,
      withCode(allowedIn(partOf(parameter, 'schema'))),
      withCode(textOf(parameter.description)),
    ]),
  )
}
${samples.map(([name, write]) => html`<h3>${name}</h3>\n${code(write({ url, needsKey, isJson }), `${summary}, ${name}`)}`)}
${answers.map(([type, content]) => responseExample(type, content, summary))}
</section>
`;
}

function responseExample(type: string, content: JsonObject, summary: string): Html {
  const [first] = Object.values(partOf(content, 'examples'));
  const example = isObject(first) ? first.value : content.example;
  const name = referredIn(content.schema);
  const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2);
  return html`<details class="more"><summary>Response, <code>${type}</code></summary>
${name !== null && html`<p>Fields: <a href="#schema-${name}">${name}</a></p>`}
${code(text ?? '', `${summary}, ${type}`)}</details>`;
}

function errors(responses: JsonObject): Html {
  const rows = errorsIn(responses).map(({ status, type, detail }) => [
    html`${status}`,
    html`<code>${type}</code>`,
    detail,
  ]);
  return html`<section id="errors" aria-labelledby="errors-title">
<h2 id="errors-title">Errors</h2>
<p>Errors are problem details (RFC 9457) of type <code>application/problem+json</code>. They have the fields <code>type</code>, <code>title</code>, <code>status</code> and <code>detail</code>. <code>errors</code> names every parameter with a wrong value, and its <code>allowed</code> values if there is a list. Errors are the same for every call.</p>
${table('All errors', ['Status', 'Type', 'Detail'], rows)}
</section>`;
}

const headersOf = (headers: JsonObject): Html =>
  html`<section id="headers" aria-labelledby="headers-title">
<h2 id="headers-title">Response headers</h2>
${table(
  'All headers',
  ['Header', 'Meaning'],
  Object.entries(headers).map(([name, header]) => [
    html`<code>${name}</code>`,
    isObject(header) ? withCode(textOf(header.description)) : '',
  ]),
)}
</section>`;

const schemas = (all: JsonObject): Html =>
  html`<section id="schemas" aria-labelledby="schemas-title">
<h2 id="schemas-title">Fields</h2>
${Object.entries(all).map(([name, schema]) => {
  const fields = fieldsOf(schema);
  return html`<details class="more" id="schema-${name}"><summary>${name}</summary>
${isObject(schema) && html`<p>${withCode(textOf(schema.description))}</p>`}
${
  fields.length > 0 &&
  table(
    `Fields of ${name}`,
    ['Field', 'Type', 'Meaning'],
    fields.map(({ path, type, description, refers }) => [
      html`<code>${path}</code>`,
      refers === null ? type : html`<a href="#schema-${refers}">${type}</a>`,
      withCode(description),
    ]),
  )
}</details>
`;
})}
</section>`;

function table(
  label: string,
  heads: readonly string[],
  rows: readonly (readonly (Html | string)[])[],
): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map(
    ([first, ...rest]) =>
      html`<tr><th scope="row">${first}</th>${rest.map((cell) => html`<td>${cell}</td>`)}</tr>
`,
  )}</tbody></table></div>`;
}

const code = (text: string, label: string): Html =>
  html`<pre tabindex="0" role="region" aria-label="${label}"><code>${text}</code></pre>`;

/** Writes paragraphs and lists of a description. */
function paragraphs(text: string): Html {
  return html`${text.split(/\n\n/).map((part) =>
    part.startsWith('- ')
      ? html`<ul class="links">${part
          .split(/\n?^- /m)
          .filter(Boolean)
          .map((item) => html`<li>${withBold(item)}</li>`)}</ul>\n`
      : html`<p>${withBold(part)}</p>\n`,
  )}`;
}

const withBold = (text: string): Html =>
  html`${text.split('**').map((part, at) => (at % 2 === 1 ? html`<strong>${withCode(part)}</strong>` : withCode(part)))}`;

/** Answers with the API description as a page, in English only. */
export async function docsAnswer(
  _request: PublicPageRequest,
  services: SiteServices,
  { assets }: PageResources,
  { bodies }: PageCache,
): Promise<PageAnswer> {
  const site = services.site();
  using moment = await takeMoment(services);
  const example = await exampleIn(moment, services);
  const context = { site, assets, language: english };
  return cachedPage(bodies, ['docs', example], context, () =>
    docsPage(describeApi(site), example, context),
  );
}

/** Returns the published account that a search lists first; null if nothing is published. */
async function exampleIn(moment: Moment, services: SiteServices): Promise<DocsExample | null> {
  const found = await searchAsStranger({ type: 'account', limit: '1' }, moment, services);
  const [first] = readList(found).data;
  return first ? { slug: first.slug, twr_percent: first.performance.twr_percent } : null;
}
