import { atPlace, jsonFault } from '../base/json-fault.ts';
import { makeReason } from '../base/reasons/reason.ts';
import { bounds, UnreadableExport } from './bounds.ts';

/** JSON value whose numbers stay text, so that long ids and prices lose no digit. */
export type JsonValue = string | boolean | null | readonly JsonValue[] | ExactObject;
export type ExactObject = ReadonlyMap<string, JsonValue>;

const number = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
const plainText = /[\w.+-]*/y;
const blank = /[ \t\n\r]*/y;
const control = /[^ -\uffff]/;

/**
 * Reads JSON, or one value a line. Throws Unreadable if the text is no JSON or cut off. Also throws
 * if it is nested too deep, larger than any export, or names a member of an object twice.
 */
export function readJsonValues(text: string): JsonValue[] {
  const reader = new Reader(text);
  const values: JsonValue[] = [];
  while (reader.mark() !== '') values.push(reader.value(0));
  return values;
}

/** Reads a list of events or trades, which is one value, in the same way. */
export function readJson(text: string): JsonValue {
  const reader = new Reader(text, { brackets: bounds.events + bounds.nestingOfJson });
  const value = reader.value(0);
  return reader.mark() === '' ? value : reader.broken();
}

class Reader {
  readonly #text: string;
  /** Of a single value; undefined if many may follow each other. */
  readonly #single: { readonly brackets: number } | undefined;
  #at: number;
  #values = 0;
  #brackets = 0;

  constructor(text: string, single?: { readonly brackets: number }) {
    this.#text = text;
    this.#single = single;
    this.#at = text.startsWith('\ufeff') ? 1 : 0;
  }

  /** The next character that is no blank; empty at the end. */
  mark(): string {
    const character = this.#text[this.#at] ?? '';
    if (character > ' ') return character;
    this.#skip(blank);
    return this.#text[this.#at] ?? '';
  }

  value(open: number): JsonValue {
    this.#values++;
    if (this.#values > bounds.jsonValues) {
      throw new UnreadableExport(makeReason('file_json_values', { max: bounds.jsonValues }));
    }
    const mark = this.mark();
    if (mark === '"') return this.#string();
    if (mark !== '[' && mark !== '{') return this.#plain();
    if (open === bounds.nestingOfJson) {
      throw new UnreadableExport(makeReason('file_json_depth', { max: bounds.nestingOfJson }));
    }
    // A bracket costs some 200 bytes, however short its value is.
    this.#brackets++;
    if (this.#brackets > (this.#single?.brackets ?? bounds.jsonBrackets)) {
      throw new UnreadableExport(
        this.#single
          ? makeReason('file_json_entries', { max: bounds.events })
          : makeReason('file_json_brackets', { max: bounds.jsonBrackets }),
      );
    }
    this.#at++;
    return mark === '[' ? this.#list(open + 1) : this.#object(open + 1);
  }

  #list(open: number): JsonValue[] {
    const list: JsonValue[] = [];
    if (this.#takes(']')) return list;
    for (;;) {
      list.push(this.value(open));
      if (this.#takes(']')) return list;
      if (!this.#takes(',')) this.broken();
    }
  }

  #object(open: number): ExactObject {
    const object = new Map<string, JsonValue>();
    if (this.#takes('}')) return object;
    for (;;) {
      if (this.mark() !== '"') this.broken();
      const at = this.#at;
      const name = this.#string();
      // Programs differ in which of two members counts, so neither does.
      if (object.has(name)) {
        const member = JSON.stringify(name.slice(0, 60));
        const fault = makeReason('file_member_twice', { name: member });
        throw new UnreadableExport(atPlace(this.#text, at, fault));
      }
      if (!this.#takes(':')) this.broken();
      object.set(name, this.value(open));
      if (this.#takes('}')) return object;
      if (!this.#takes(',')) this.broken();
    }
  }

  #string(): string {
    const from = this.#at;
    let end = this.#text.indexOf('"', from + 1);
    while (end >= 0 && this.#isEscaped(end, from)) end = this.#text.indexOf('"', end + 1);
    if (end < 0) return this.broken();
    this.#at = end + 1;
    const quoted = this.#text.slice(from + 1, end);
    if (control.test(quoted)) this.broken();
    if (!quoted.includes('\\')) return quoted;
    try {
      return String(JSON.parse(`"${quoted}"`));
    } catch {
      return this.broken();
    }
  }

  #isEscaped(at: number, from: number): boolean {
    let before = at - 1;
    while (before > from && this.#text[before] === '\\') before--;
    return (at - 1 - before) % 2 === 1;
  }

  #plain(): string | boolean | null {
    const plain = this.#skip(plainText);
    if (plain === 'null') return null;
    if (plain === 'true' || plain === 'false') return plain === 'true';
    return number.test(plain) ? plain : this.broken();
  }

  #takes(mark: string): boolean {
    if (this.mark() !== mark) return false;
    this.#at++;
    return true;
  }

  #skip(pattern: RegExp): string {
    const from = this.#at;
    pattern.lastIndex = from;
    pattern.test(this.#text);
    this.#at = Math.max(from, pattern.lastIndex);
    return this.#text.slice(from, this.#at);
  }

  broken(): never {
    if (this.#single) {
      const fault = jsonFault(this.#text) ?? makeReason('file_json_damaged');
      throw new UnreadableExport(makeReason('file_not_json', { fault }));
    }
    throw new UnreadableExport(atPlace(this.#text, this.#at, makeReason('file_not_json_or_cut')));
  }
}

export const isJsonObject = (value: JsonValue | undefined): value is ExactObject =>
  value instanceof Map;

export const isJsonList = (value: JsonValue | undefined): value is readonly JsonValue[] =>
  Array.isArray(value);

/** A text or number as text; of anything else, and of nothing, the empty text. */
export const textOf = (value: JsonValue | undefined): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'boolean' ? String(value) : '';

/** Reads a number in any notation as decimal text; returns null if the value is not a number. */
export function decimalOf(value: JsonValue | undefined): string | null {
  const match = /^(-?)(\d{1,30})(?:\.(\d{1,30}))?(?:[eE]([+-]?\d{1,2}))?$/.exec(textOf(value));
  if (match === null) return null;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  const rest = digits.slice(point);
  return sign + digits.slice(0, point).padEnd(point, '0') + (rest && `.${rest}`);
}
