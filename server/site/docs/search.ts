import { isObject, type JsonObject } from '../../openapi/json.ts';
import { type DocumentedOperation, errorsIn, partOf, textOf } from './operations.ts';
import { fieldsOf } from './schemas.ts';

/** Entry of the API reference that a search can find. */
export interface DocsEntry {
  /** Kind of the entry, such as `Parameter`. */
  readonly kind: string;
  readonly name: string;
  /** Text that explains the entry. */
  readonly meaning: string;
  /** Fragment of the page that has the entry. */
  readonly id: string;
}

/** Most entries that a search shows. */
export const maxFound = 50;

/** Longest text that is searched for. */
export const maxLength = 100;

/**
 * Finds entries that have all words of a text, in any case. Entries whose name has them come
 * first. Returns `[]` for a text without words.
 */
export function searchDocs(entries: readonly DocsEntry[], text: string): DocsEntry[] {
  const words = text.slice(0, maxLength).toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const hasAll = (content: string) => {
    const lower = content.toLowerCase();
    return words.every((word) => lower.includes(word));
  };
  const [named, explained] = [
    entries.filter(({ name }) => hasAll(name)),
    entries.filter(({ name, meaning }) => !hasAll(name) && hasAll(`${name} ${meaning}`)),
  ];
  return [...named, ...explained];
}

/** Lists what a search can find: calls, their parameters, fields, errors and headers. */
export function entriesOf(
  operations: readonly DocumentedOperation[],
  components: JsonObject,
): DocsEntry[] {
  const ofCalls = operations.flatMap(({ id, path, summary, description, parameters }) => [
    { kind: 'Call', name: `${summary} (GET ${path})`, meaning: description, id },
    ...parameters.map((parameter) => ({
      kind: `Parameter of ${path}`,
      name: textOf(parameter.name),
      meaning: textOf(parameter.description),
      id,
    })),
  ]);
  const ofFields = Object.entries(partOf(components, 'schemas')).flatMap(([name, schema]) =>
    fieldsOf(schema).map(({ path, description }) => ({
      kind: `Field of ${name}`,
      name: path,
      meaning: description,
      id: `schema-${name}`,
    })),
  );
  const ofErrors = errorsIn(partOf(components, 'responses')).map(({ status, type, detail }) => ({
    kind: `Error ${status}`,
    name: type,
    meaning: detail,
    id: 'errors',
  }));
  const ofHeaders = Object.entries(partOf(components, 'headers')).map(([name, header]) => ({
    kind: 'Header',
    name,
    meaning: isObject(header) ? textOf(header.description) : '',
    id: 'headers',
  }));
  return [...ofCalls, ...ofFields, ...ofErrors, ...ofHeaders];
}
