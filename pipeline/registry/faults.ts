import type { TSchema } from 'typebox';
import type { TLocalizedValidationError } from 'typebox/error';
import { Settings } from 'typebox/system';
import { Errors, Pointer } from 'typebox/value';
import {
  type CodedReason,
  decodeReason,
  makeReason,
  type ReasonCode,
} from '../base/reasons/reason.ts';
import { quoted } from './names.ts';

// Reports all faults of an entry at once. The default is eight.
Settings.Set({ maxErrors: 1000 });

/** Returns the faults of a value. Each names the key, the value and what is allowed. */
export function faultsOf(schema: TSchema, value: unknown, isNew = false): CodedReason[] {
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
    return describe(error, value, types, isNew);
  });
}

/** Says that a key has a value that is not allowed. */
export const mustBe = (key: string, value: unknown, wanted: CodedReason): CodedReason =>
  makeReason('registry_key_must_be', { key, value: quoted(value), wanted });

/** Joins faults of one entry into one. */
export const joinFaults = (faults: readonly CodedReason[]): CodedReason =>
  faults.reduce((first, second) => makeReason('registry_both', { first, second }));

// Keywords of errors that only follow from other, more precise errors.
const redundantKeywords = new Set(['boolean', 'anyOf']);

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

function describe(
  error: TLocalizedValidationError,
  entry: unknown,
  types: readonly TLocalizedValidationError[],
  isNew: boolean,
): CodedReason {
  const key = error.instancePath
    .slice(1)
    .replaceAll(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.');
  const inside = (detail: CodedReason) =>
    key === '' ? detail : makeReason('row_named', { name: key, detail });
  const found = Pointer.Get(entry, error.instancePath);
  const values = { key, value: quoted(found) };
  switch (error.keyword) {
    case 'additionalProperties': {
      const names = error.params.additionalProperties.map(quoted).join(', ');
      return inside(makeReason('registry_unknown_keys', { names }));
    }
    case 'required': {
      const names = error.params.requiredProperties.map(quoted).join(', ');
      return inside(
        makeReason(isNew ? 'registry_new_lacks_keys' : 'registry_lacks_keys', { names }),
      );
    }
    case 'uniqueItems':
      return makeReason('registry_duplicate_items', values);
    case 'minItems':
      return makeReason('registry_few_items', { ...values, max: error.params.limit });
    case 'maxItems':
      return makeReason('registry_many_items', { ...values, max: error.params.limit });
    default: {
      const wanted = [error, ...types].flatMap(wantedBy);
      if (wanted.length === 0) return makeReason('registry_key_refused', values);
      const allowed = wanted.reduce((first, second) =>
        makeReason('registry_either', { first, second }),
      );
      return key === ''
        ? makeReason('registry_entry_must_be', { wanted: allowed })
        : mustBe(key, found, allowed);
    }
  }
}

const typeCodes: Readonly<Record<string, ReasonCode>> = {
  string: 'registry_type_string',
  boolean: 'registry_type_boolean',
  object: 'registry_type_object',
  array: 'registry_type_array',
  null: 'registry_type_null',
};

/** Returns what an error wants in place of the value. Empty for keywords that entries don't use. */
function wantedBy({ keyword, params }: TLocalizedValidationError): CodedReason[] {
  if (keyword === 'enum')
    return [makeReason('registry_listed', { names: params.allowedValues.join(', ') })];
  if (keyword === '~refine') return [decodeReason(params.message)];
  const code = keyword === 'type' ? typeCodes[String(params.type)] : undefined;
  return code === undefined ? [] : [{ code, values: {} }];
}
