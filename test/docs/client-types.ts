import { siteAt } from '../../server/accounts/attribution.ts';
import { describeApi } from '../../server/openapi/document.ts';

// Writes the types of clients/typescript from the description of the API: an interface for each
// schema, and for the query of each address.

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema;
  readonly required?: readonly string[];
  readonly description?: string;
}

interface Parameter {
  readonly name?: string;
  readonly in?: string;
  readonly schema: Schema;
  readonly description?: string;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
}

interface Description {
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Path of the types in the project. */
export const clientTypesFile = 'clients/typescript/src/types.ts';

/** Writes all of them as a module. */
export function clientTypes(): string {
  const api: Description = JSON.parse(
    JSON.stringify(describeApi(siteAt('https://records.example'))),
  );
  const schemas = Object.entries(api.components.schemas).map(([name, schema]) =>
    declared(name, schema),
  );
  const queries = Object.values(api.paths).flatMap(({ get }) => queryOf(get));
  return ['// Printed by `npm run docs` from the description of the API.', ...schemas, ...queries]
    .join('\n\n')
    .concat('\n');
}

function declared(name: string, schema: Schema): string {
  const type = typeOf(schema, '');
  const words = comment(schema.description, '');
  return type.startsWith('{')
    ? `${words}export interface ${name} ${type}`
    : `${words}export type ${name} = ${type};`;
}

function queryOf({ operationId, parameters = [] }: Operation): string[] {
  const query = parameters.filter((parameter) => parameter.in === 'query');
  if (query.length === 0) return [];
  const members = query.map(({ name, schema, description }) =>
    member(`${name}?`, typeOf(schema, '  '), description, '  '),
  );
  const title = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Query`;
  return [`export interface ${title} {\n${members.join('\n')}\n}`];
}

function typeOf(schema: Schema, indent: string): string {
  const { $ref, anyOf, items, additionalProperties, properties, required = [] } = schema;
  if ($ref !== undefined) return $ref.slice($ref.lastIndexOf('/') + 1);
  if (anyOf) return [...new Set(anyOf.map((schema) => typeOf(schema, indent)))].join(' | ');
  if (schema.enum) return schema.enum.map((word) => `'${word}'`).join(' | ');
  if (properties) {
    const deeper = `${indent}  `;
    const members = Object.entries(properties).map(([name, part]) =>
      member(
        required.includes(name) ? name : `${name}?`,
        typeOf(part, deeper),
        part.description,
        deeper,
      ),
    );
    return `{\n${members.join('\n')}\n${indent}}`;
  }
  if (additionalProperties) return `Record<string, ${typeOf(additionalProperties, indent)}>`;
  if (items) {
    const item = typeOf(items, indent);
    return item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`;
  }
  const types = [schema.type ?? 'unknown'].flat();
  // The client gives numbers that JavaScript would round as texts.
  if (schema.format === 'int64') types.push('string');
  return types.map((type) => plain[type] ?? type).join(' | ');
}

const plain: Readonly<Record<string, string>> = {
  integer: 'number',
  object: 'Record<string, unknown>',
};

const member = (name: string, type: string, description: string | undefined, indent: string) =>
  `${comment(description, indent)}${indent}${name}: ${type};`;

const comment = (description: string | undefined, indent: string): string =>
  description === undefined ? '' : `${indent}/** ${description.replaceAll('*/', '* /')}. */\n`;
