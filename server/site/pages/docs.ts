import { isObject, type JsonObject } from '../../openapi/json.ts';
import type { Context } from '../context.ts';
import { withCode } from '../definitions.ts';
import { sampleQueries, samples } from '../docs/samples.ts';
import { allowedIn, fieldsOf, referredIn } from '../docs/schemas.ts';
import { type Html, html } from '../html.ts';
import { layout } from '../layout.ts';

/** Operation of the OpenAPI document. */
interface Operation {
  readonly path: string;
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  readonly needsKey: boolean;
  readonly parameters: readonly JsonObject[];
  readonly answers: readonly (readonly [type: string, content: JsonObject])[];
}

const title = 'API';
/** Sections after the calls. */
const reference = [
  ['errors', 'Errors'],
  ['headers', 'Response headers'],
  ['schemas', 'Fields'],
] as const;
const exampleSlug = 'north-eurusd';

/** Builds the API reference from the OpenAPI document, with examples in three languages. */
export function docsPage(document: JsonObject, context: Context): Html {
  const { site } = context;
  const operations = operationsOf(document);
  const about = partOf(document, 'info');
  const components = partOf(document, 'components');
  const lead = textOf(about.summary);
  const main = html`<article class="account docs">
<header class="identity"><h1>${title}</h1></header>
<p>${lead} Programs can read this description as <a href="/api/v1/openapi.json">OpenAPI 3.1</a>. Language models start at <a href="/llms.txt">llms.txt</a> and can use MCP at <code>/mcp</code>. To learn what a figure means, see <a href="/numbers">/numbers</a>. To read the same data as pages, see the <a href="/">published accounts</a>.</p>
<div class="with-side"><nav class="side" aria-label="Sections"><ul>${[['all', 'All calls'] as const, ...operations.map(({ id, summary }) => [id, summary] as const), ...reference].map(([id, name]) => html`<li><a href="#${id}">${name}</a></li>`)}</ul></nav>
<div>
<section id="all" aria-labelledby="all-title">
<h2 id="all-title">All calls</h2>
${paragraphs(textOf(about.description))}
<p>Send your key as <code>Authorization: Bearer KEY</code>. If you own an account, create a key at <a href="/me">/me</a>. Clients for TypeScript and Python are in the folder <code>clients/</code> of the installation.</p>
</section>
${operations.map((operation) => operationSection(operation, site.baseUrl))}
${errors(partOf(components, 'responses'))}
${headersOf(partOf(components, 'headers'))}
${schemas(partOf(components, 'schemas'))}
</div></div>
</article>`;
  return layout(
    {
      title: `${title} · ${site.host}`,
      description: lead,
      path: null,
      section: '/docs',
      main,
    },
    context,
  );
}

function operationsOf(document: JsonObject): Operation[] {
  return Object.entries(partOf(document, 'paths')).flatMap(([path, methods]) => {
    const get = isObject(methods) ? partOf(methods, 'get') : {};
    const { parameters, security } = get;
    const answer = partOf(partOf(get, 'responses'), '200');
    return [
      {
        path,
        id: textOf(get.operationId),
        summary: textOf(get.summary),
        description: textOf(get.description),
        needsKey: Array.isArray(security) && security.length === 1,
        parameters: listOf(parameters).filter((parameter) => parameter.$ref === undefined),
        answers: Object.entries(partOf(answer, 'content')).filter(
          (entry): entry is [string, JsonObject] => isObject(entry[1]),
        ),
      },
    ];
  });
}

function operationSection(operation: Operation, baseUrl: string): Html {
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

/** Lists every error once, since all addresses share them. */
function errors(responses: JsonObject): Html {
  const rows = Object.values(responses).flatMap((response) => {
    if (!isObject(response)) return [];
    const content = partOf(partOf(response, 'content'), 'application/problem+json');
    return Object.values(partOf(content, 'examples')).flatMap((example) => {
      const { status, type, detail } = isObject(example) ? partOf(example, 'value') : {};
      return [[html`${textOf(status)}`, html`<code>${textOf(type)}</code>`, textOf(detail)]];
    });
  });
  return html`<section id="errors" aria-labelledby="errors-title">
<h2 id="errors-title">Errors</h2>
<p>Errors are problem details (RFC 9457) of type <code>application/problem+json</code>. They have the fields <code>type</code>, <code>title</code>, <code>status</code> and <code>detail</code>. If only certain values are accepted, <code>allowed</code> lists them. Errors are the same for every call.</p>
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

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? `${value}` : '';

const listOf = (value: unknown): JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

function partOf(object: JsonObject, name: string): JsonObject {
  const part = object[name];
  return isObject(part) ? part : {};
}
