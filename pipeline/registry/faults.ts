import type { TSchema } from 'typebox';
import type { TLocalizedValidationError } from 'typebox/error';
import { Settings } from 'typebox/system';
import { Errors, Pointer } from 'typebox/value';
import { shown } from './names.ts';

// All mistakes of an entry are told at once; eight when unset.
Settings.Set({ maxErrors: 1000 });

/** Returns the faults of a value. Each names the key, the value and what is allowed. */
export function faultsOf(schema: TSchema, value: unknown): string[] {
  const all = Errors(schema, value).filter(({ keyword }) => !silent.has(keyword));
  const errors = all.filter((error) => !isOtherShape(error, all));
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

// Consequences of other errors, which say it better.
const silent = new Set(['boolean', 'anyOf']);

const typeOf = (error: TLocalizedValidationError): string =>
  error.keyword === 'type' ? String(error.params.type) : '';

/** Of several shapes a value may have, it is to be judged by the one it has. */
function isOtherShape(
  { keyword, instancePath }: TLocalizedValidationError,
  all: readonly TLocalizedValidationError[],
): boolean {
  const isDeeper = (candidate: TLocalizedValidationError) =>
    candidate.instancePath.startsWith(`${instancePath}/`) ||
    (candidate.instancePath === instancePath && candidate.keyword === 'additionalProperties');
  return keyword === 'type' && all.some(isDeeper);
}

// A missing and an unknown key are two faults of one object.
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
      return `${inside}unknown key ${error.params.additionalProperties.map(shown).join(', ')}`;
    case 'required':
      return `${inside}lacks ${error.params.requiredProperties.map(shown).join(', ')}`;
    case 'enum':
      return `${at(path, error, value)}must be one of ${error.params.allowedValues.join(', ')}`;
    default:
      return `${at(path, error, value)}${error.message}`;
  }
}

function at(path: string, error: TLocalizedValidationError, value: unknown): string {
  return path === '' ? '' : `${path} ${shown(Pointer.Get(value, error.instancePath))} `;
}
