import {
  decimalOf,
  type ExactObject,
  isJsonList,
  isJsonObject,
  type JsonValue,
  textOf,
} from '../read/json-values.ts';
import { unexpectedField, type Wanted } from './errors.ts';

/** Reads the fields of a server's answer. An error names the answer and the path of the field. */
export interface AnswerFields {
  readonly object: ExactObject;
  has(name: string): boolean;
  /** Returns a text or a number as text. Throws if it is missing or empty. */
  text(name: string): string;
  /** Returns a text or a number as text, or null if it is missing, null or empty. */
  optional(name: string): string | null;
  /** Returns a number as plain decimal text. */
  decimal(name: string): string;
  flag(name: string): boolean;
  list(name: string): readonly JsonValue[];
  /** Returns the fields of each object of a list. */
  objects(name: string): AnswerFields[];
  fields(name: string): AnswerFields;
}

/** Returns the fields of a value that has to be an object. `answer` names it in errors. */
export function fieldsOf(answer: string, value: JsonValue | undefined, path = ''): AnswerFields {
  if (!isJsonObject(value)) throw unexpectedField(answer, path || 'answer', 'wanted_object');
  const pathOf = (name: string) => (path === '' ? name : `${path}.${name}`);
  const fail = (name: string, wanted: Wanted) => unexpectedField(answer, pathOf(name), wanted);
  const optional = (name: string): string | null => {
    const field = value.get(name);
    if (isJsonObject(field) || isJsonList(field)) throw fail(name, 'wanted_text');
    return textOf(field) || null;
  };
  const list = (name: string): readonly JsonValue[] => {
    const field = value.get(name);
    if (!isJsonList(field)) throw fail(name, 'wanted_list');
    return field;
  };
  return {
    object: value,
    has: (name) => value.has(name),
    optional,
    text(name) {
      const text = optional(name);
      if (text === null) throw fail(name, 'wanted_text');
      return text;
    },
    decimal(name) {
      const decimal = decimalOf(value.get(name));
      if (decimal === null) throw fail(name, 'wanted_number');
      return decimal;
    },
    flag(name) {
      const field = value.get(name);
      if (typeof field !== 'boolean') throw fail(name, 'wanted_boolean');
      return field;
    },
    list,
    objects: (name) =>
      list(name).map((each, at) => fieldsOf(answer, each, `${pathOf(name)}[${at}]`)),
    fields: (name) => fieldsOf(answer, value.get(name), pathOf(name)),
  };
}
