import Schema from 'typebox/schema';
import { siteAt } from '../../server/accounts/attribution.ts';
import { describeApi } from '../../server/openapi/document.ts';
import { isObject, type JsonObject } from '../../server/openapi/json.ts';

/** Answer of the API, with its body as text. */
export interface Answer {
  readonly method: string;
  /** Route that answered; undefined if no route did. */
  readonly route: string | undefined;
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

const document = strict(describeApi(siteAt('https://records.example')));
const problem = { $ref: '#/components/schemas/Problem' };
type Validator = ReturnType<typeof Schema.Compile>;
const validators = new Map<unknown, Validator>();

/** Lists differences between an answer and the API's description, down to each key and header. */
export function answerFaults(answer: Answer): string[] {
  const { method, route = '', status } = answer;
  const path = member(document, 'paths', route.replaceAll(/:(\w+)/g, '{$1}'));
  const isRead = method === 'GET' || method === 'HEAD';
  const response = isRead && path ? describedResponse(path, status) : undefined;
  const faults = response ? faultsOf(response, answer) : undescribedFaults(answer, isObject(path));
  return faults.map((fault) => `${method} ${route} ${status}: ${fault}`);
}

/** Only problems, and addresses outside the versioned API, need no description. */
function undescribedFaults(answer: Answer, isPath: boolean): string[] {
  const { method, route = '', status } = answer;
  const type = String(answer.headers['content-type']);
  if (isPath && (method === 'GET' || method === 'HEAD')) return ['this status is not described'];
  if (status < 400 && route.startsWith('/api/v1')) return ['this address is not described'];
  if (!type.startsWith('application/problem+json')) return [];
  // Sent data has its own description, and a problem that names rows.
  if (route.startsWith('/connect/') && status === 422) return [];
  return bodyFaults(problem, answer);
}

function describedResponse(path: unknown, status: number): JsonObject | undefined {
  const response = member(path, 'get', 'responses', String(status));
  return isObject(response) ? resolved(response) : undefined;
}

function faultsOf(response: JsonObject, answer: Answer): string[] {
  return [...headerFaults(response, answer), ...contentFaults(response, answer)];
}

function headerFaults({ headers }: JsonObject, answer: Answer): string[] {
  const described = Object.entries(Object(headers));
  const known = Object.keys(Object(member(document, 'components', 'headers')));
  const untold = known.filter(
    (name) =>
      answer.headers[name.toLowerCase()] !== undefined && !Object.hasOwn(Object(headers), name),
  );
  const wrong = described.flatMap(([name, header]) => {
    const value = answer.headers[name.toLowerCase()];
    const whole = isObject(header) ? resolved(header) : header;
    if (value === undefined) return member(whole, 'required') === false ? [] : [`no ${name}`];
    const schema = member(whole, 'schema');
    const isWhole = member(schema, 'type') === 'integer';
    if (isWhole && !/^\d+$/.test(String(value))) return [`${name} is ${value}`];
    return validator(schema).Check(isWhole ? Number(value) : value) ? [] : [`${name} is ${value}`];
  });
  return [...wrong, ...untold.map((name) => `${name} is not described`)];
}

function contentFaults({ content }: JsonObject, answer: Answer): string[] {
  if (content === undefined) return answer.body === '' ? [] : ['has a body'];
  const type = String(answer.headers['content-type']).replace(/;.*/, '');
  const described = member(content, type);
  if (!isObject(described)) return [`${type} is not described`];
  return type.endsWith('json') ? bodyFaults(described.schema, answer) : [];
}

function bodyFaults(schema: unknown, { body }: Answer): string[] {
  const value: unknown = JSON.parse(body);
  const compiled = validator(schema);
  if (compiled.Check(value)) return pageFaults(value);
  const [, errors] = compiled.Errors(value);
  return errors.map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** Lists what a page of a list says of itself that its rows contradict. */
function pageFaults(value: unknown): string[] {
  const rows = member(value, 'data');
  const names = ['page', 'limit', 'total'] as const;
  const [page, limit, total] = names.map((name) => Number(member(value, 'pagination', name)));
  if (!Array.isArray(rows) || !page || !limit || total === undefined) return [];
  const left = Math.max(0, total - (page - 1) * limit);
  const hasMore = member(value, 'pagination', 'has_more');
  return [
    ...(rows.length === Math.min(limit, left) ? [] : [`${rows.length} rows of ${left}`]),
    ...(hasMore === left > limit ? [] : [`has_more is ${hasMore} with ${left} rows left`]),
  ];
}

function validator(schema: unknown): Validator {
  const known = validators.get(schema);
  if (known) return known;
  const root = isObject(schema) ? { ...schema, components: document.components } : {};
  const made = Schema.Compile(root);
  validators.set(schema, made);
  return made;
}

function resolved(value: JsonObject): JsonObject {
  if (typeof value.$ref !== 'string') return value;
  const target = member(document, ...value.$ref.replace('#/', '').split('/'));
  if (!isObject(target)) throw new Error(`nothing is at ${value.$ref}`);
  return target;
}

function member(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce((found, name) => (isObject(found) ? found[name] : undefined), value);
}

/** Forbids members that the description does not name. Clients must accept them; tests must not. */
function strict(schema: JsonObject): JsonObject {
  const members = Object.entries(schema).map(([name, value]): [string, unknown] => [
    name,
    Array.isArray(value)
      ? value.map((item) => (isObject(item) ? strict(item) : item))
      : isObject(value)
        ? strict(value)
        : value,
  ]);
  const isClosed = isObject(schema.properties) && schema.type === 'object';
  return { ...Object.fromEntries(members), ...(isClosed && { additionalProperties: false }) };
}
