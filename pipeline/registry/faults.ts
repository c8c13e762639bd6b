import type { TSchema } from 'typebox';
import type { TLocalizedValidationError } from 'typebox/error';
import { Settings } from 'typebox/system';
import { Errors, Pointer } from 'typebox/value';
import { quoted } from './names.ts';

// Reports all faults of an entry at once. The default is eight.
Settings.Set({ maxErrors: 1000 });

/** Returns the faults of a value. Each names the key, the value and what is allowed. */
export function faultsOf(schema: TSchema, value: unknown): string[] {
  const all = Errors(schema, value).filter(({ keyword }) => !redundantKeywords.has(keyword));
  const errors = all.filter((error) => !isOfUnmatchedShape(error, all));
  const firsts = errors.filter(
    (error, index) =>
      errors.findIndex((candidate) => pathOf(candidate) === pathOf(error)) === index,
  );
  return firsts.map((error) => {
    const types = errors.filter(
      (candidate) =>
        candidate !== error && pathOf(candidate) === pathOf(error) && candidate.keyword === 'type',
    );
    return [describe(error, value), ...types.map(typeOf)].join(' or ');
  });
}

// Keywords of errors that only follow from other, more precise errors.
const redundantKeywords = new Set(['boolean', 'anyOf']);

const typeOf = (error: TLocalizedValidationError): string =>
  error.keyword === 'type' ? String(error.params.type) : '';

/** Returns true for an error of a shape that the value does not have, if it has another. */
function isOfUnmatchedShape(
  { keyword, instancePath }: TLocalizedValidationError,
  all: readonly TLocalizedValidationError[],
): boolean {
  const isDeeper = (candidate: TLocalizedValidationError) =>
    candidate.instancePath.startsWith(`${instancePath}/`) ||
    (candidate.instancePath === instancePath && candidate.keyword === 'additionalProperties');
  return keyword === 'type' && all.some(isDeeper);
}

// A missing key and an unknown key of one object are separate faults.
const pathOf = ({ keyword, instancePath }: TLocalizedValidationError) =>
  keyword === 'required' || keyword === 'additionalProperties'
    ? `${instancePath} ${keyword}`
    : instancePath;

function describe(error: TLocalizedValidationError, value: unknown): string {
  const path = error.instancePath
    .slice(1)
    .replaceAll(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.');
  const inside = path === '' ? '' : `${path}: `;
  switch (error.keyword) {
    case 'additionalProperties':
      return `${inside}unknown key ${error.params.additionalProperties.map(quoted).join(', ')}`;
    case 'required':
      return `${inside}lacks ${error.params.requiredProperties.map(quoted).join(', ')}`;
    case 'enum':
      return `${valueAt(path, error, value)}must be one of ${error.params.allowedValues.join(', ')}`;
    default:
      return `${valueAt(path, error, value)}${error.message}`;
  }
}

function valueAt(path: string, error: TLocalizedValidationError, value: unknown): string {
  return path === '' ? '' : `${path} ${quoted(Pointer.Get(value, error.instancePath))} `;
}
