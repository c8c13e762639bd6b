import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inPackage } from '../../../../pipeline/base/package-root.ts';
import {
  type ExactObject,
  isJsonList,
  isJsonObject,
  type JsonValue,
  textOf,
} from '../../../../pipeline/read/json-values.ts';

interface Field {
  readonly name: string;
  readonly label: 'required' | 'optional' | 'repeated';
  readonly type: string;
}

/** Messages and enumerations of the proto files. */
export interface ProtoSchema {
  /** Message names by their payload type. */
  readonly messages: ReadonlyMap<number, string>;
  /** Faults of a payload: fields that are missing, unknown or of another type. */
  faults(message: string, payload: JsonValue): string[];
}

const folder = inPackage('test/pipeline/connectors/ctrader/proto');

/** Reads the proto files. */
export function readSchema(): ProtoSchema {
  const text = readdirSync(folder)
    .filter((file) => file.endsWith('.proto'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n')
    .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
  const fields = new Map<string, Field[]>();
  const enums = new Map<string, Map<string, number>>();
  const messages = new Map<number, string>();
  for (const [, name = '', body = ''] of text.matchAll(/enum (\w+) \{([^}]*)\}/g)) {
    const values = [...body.matchAll(/(\w+) = (\d+);/g)];
    enums.set(name, new Map(values.map(([, value = '', number]) => [value, Number(number)])));
  }
  const numbers = new Map([...enums.values()].flatMap((values) => [...values]));
  for (const [, name = '', body = ''] of text.matchAll(/message (\w+) \{([^}]*)\}/g)) {
    const pattern = /(required|optional|repeated)\s+(\w+)\s+(\w+)\s*=\s*\d+\s*(?:\[([^\]]*)\])?;/g;
    const found = [...body.matchAll(pattern)];
    fields.set(
      name,
      found.map(([, label, type = '', field = '']) => ({
        name: field,
        label: label as Field['label'],
        type,
      })),
    );
    const payloadType = found.find(([, , , field]) => field === 'payloadType')?.[4];
    const number = numbers.get(/default = (\w+)/.exec(payloadType ?? '')?.[1] ?? '');
    if (number !== undefined) messages.set(number, name);
  }

  const faultsOf = (type: string, value: JsonValue | undefined, path: string): string[] => {
    if (value === undefined || value === null) return [`${path} is null`];
    const listed = enums.get(type);
    if (listed) {
      const text = textOf(value);
      const isKnown = listed.has(text) || [...listed.values()].map(String).includes(text);
      return isKnown ? [] : [`${path} is not in ${type}`];
    }
    const known = fields.get(type);
    if (known) return isJsonObject(value) ? objectFaults(known, value, path) : [`${path}: ${type}`];
    const form = forms[type];
    if (form === undefined) throw new Error(`type ${type} is not known`);
    return form(value) ? [] : [`${path} is not of type ${type}`];
  };
  const objectFaults = (known: readonly Field[], object: ExactObject, path: string): string[] => [
    ...known.flatMap(({ name, label, type }) => {
      const value = object.get(name);
      const at = `${path}.${name}`;
      if (!object.has(name)) return label === 'required' ? [`${at} is missing`] : [];
      if (label !== 'repeated') return faultsOf(type, value, at);
      if (!isJsonList(value)) return [`${at} is not a list`];
      return value.flatMap((each, index) => faultsOf(type, each, `${at}[${index}]`));
    }),
    ...[...object.keys()]
      .filter((name) => !known.some((field) => field.name === name))
      .map((name) => `${path}.${name} is not in the proto file`),
  ];
  return { messages, faults: (message, payload) => faultsOf(message, payload, message) };
}

const whole = (value: JsonValue) => typeof value === 'string' && /^-?\d{1,20}$/.test(value);
const natural = (value: JsonValue) => typeof value === 'string' && /^\d{1,20}$/.test(value);
const forms: Readonly<Record<string, (value: JsonValue) => boolean>> = {
  int64: whole,
  int32: whole,
  uint64: natural,
  uint32: natural,
  bool: (value) => typeof value === 'boolean',
  double: (value) => typeof value === 'string' && Number.isFinite(Number(value)),
  string: (value) => typeof value === 'string',
  bytes: (value) => typeof value === 'string',
};
