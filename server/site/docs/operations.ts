import { isObject, type JsonObject } from '../../openapi/json.ts';

/** Operation of the OpenAPI document. */
export interface DocumentedOperation {
  readonly path: string;
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  readonly needsKey: boolean;
  readonly parameters: readonly JsonObject[];
  readonly answers: readonly (readonly [type: string, content: JsonObject])[];
}

/** Lists the operations of the OpenAPI document. */
export function operationsOf(document: JsonObject): DocumentedOperation[] {
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

/** Returns every error once, since all addresses share them. */
export const errorsIn = (responses: JsonObject) =>
  Object.values(responses).flatMap((response) => {
    if (!isObject(response)) return [];
    const content = partOf(partOf(response, 'content'), 'application/problem+json');
    return Object.values(partOf(content, 'examples')).map((example) => {
      const { status, type, detail } = isObject(example) ? partOf(example, 'value') : {};
      return { status: textOf(status), type: textOf(type), detail: textOf(detail) };
    });
  });

/** Returns a text or number of the document as text. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? `${value}` : '';

const listOf = (value: unknown): JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

/** Returns an object within the document; an empty one if it is missing. */
export function partOf(object: JsonObject, name: string): JsonObject {
  const part = object[name];
  return isObject(part) ? part : {};
}
