import { type CodedReason, makeReason } from '../base/reasons/reason.ts';
import { bounds, UnreadableExport } from './bounds.ts';

/** JSON value whose numbers stay text, so that long ids and prices lose no digit. */
export type JsonValue = string | boolean | null | readonly JsonValue[] | ExactObject;
export type ExactObject = ReadonlyMap<string, JsonValue>;

const number = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
const plainText = /[\w.+-]*/y;
const blank = /[ \t\n\r]*/y;
const byteOrderMark = /^\ufeff/;
const control = /[^ -\uffff]/;

/** Tokens that may come next, with their names in messages. */
const expected = {
  value: makeReason('file_json_value'),
  valueOrEnd: makeReason('file_json_value_or_end'),
  key: makeReason('file_json_key'),
  keyOrEnd: makeReason('file_json_key_or_end'),
  colon: makeReason('file_json_colon'),
  nextElement: makeReason('file_json_next_element'),
  nextMember: makeReason('file_json_next_member'),
  end: makeReason('file_json_end'),
} as const;
type Expected = keyof typeof expected;

/**
 * Reads JSON, or one value a line. Throws Unreadable if the text is no JSON or cut off. Also throws
 * if it is nested too deep, larger than any export, or names a member of an object twice.
 */
export function readJsonValues(text: string): JsonValue[] {
  const reader = new Reader(text.replace(byteOrderMark, ''));
  const values: JsonValue[] = [];
  while (reader.mark() !== '') values.push(reader.value(0));
  return values;
}

/** Reads a list of events or trades, which is one value, in the same way. */
export function readJson(text: string): JsonValue {
  const word = (fault: CodedReason) => makeReason('file_not_json', { fault });
  return readSingle(text.replace(byteOrderMark, ''), word);
}

/**
 * Returns where a text stops being JSON and why, such as `line 2, column 14: a colon is missing`.
 * Null if it is JSON. Node's own message names no line, and often no place at all.
 */
export function jsonFault(text: string): CodedReason | null {
  try {
    JSON.parse(text);
    return null;
  } catch (cause) {
    try {
      readSingle(text, (fault) => fault);
    } catch (error) {
      if (error instanceof UnreadableExport) return error.reason;
    }
    throw cause;
  }
}

function readSingle(text: string, word: (fault: CodedReason) => CodedReason): JsonValue {
  const reader = new Reader(text, { brackets: bounds.events + bounds.nestingOfJson, word });
  const value = reader.value(0);
  return reader.mark() === '' ? value : reader.broken('end');
}

/** Rules for a text of one value. */
interface Single {
  readonly brackets: number;
  /** Words where and why the text stops being JSON. */
  word(fault: CodedReason): CodedReason;
}

class Reader {
  readonly #text: string;
  /** Of a single value; undefined if many may follow each other. */
  readonly #single: Single | undefined;
  #at = 0;
  #values = 0;
  #brackets = 0;

  constructor(text: string, single?: Single) {
    this.#text = text;
    this.#single = single;
  }

  /** The next character that is no blank; empty at the end. */
  mark(): string {
    const character = this.#text[this.#at] ?? '';
    if (character > ' ') return character;
    this.#skip(blank);
    return this.#text[this.#at] ?? '';
  }

  value(open: number, wanted: Expected = 'value'): JsonValue {
    this.#values++;
    if (this.#values > bounds.jsonValues) {
      throw new UnreadableExport(makeReason('file_json_values', { max: bounds.jsonValues }));
    }
    const mark = this.mark();
    if (mark === '"') return this.#string();
    if (mark !== '[' && mark !== '{') return this.#plain(wanted);
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
    for (let wanted: Expected = 'valueOrEnd'; ; wanted = 'value') {
      list.push(this.value(open, wanted));
      if (this.#takes(']')) return list;
      if (!this.#takes(',')) this.broken('nextElement');
    }
  }

  #object(open: number): ExactObject {
    const object = new Map<string, JsonValue>();
    if (this.#takes('}')) return object;
    for (let wanted: Expected = 'keyOrEnd'; ; wanted = 'key') {
      if (this.mark() !== '"') this.broken(wanted);
      const at = this.#at;
      const name = this.#string();
      // Programs differ in which of two members counts, so neither does.
      if (object.has(name)) {
        const member = JSON.stringify(name.slice(0, 60));
        const fault = makeReason('file_member_twice', { name: member });
        throw new UnreadableExport(this.#placed(at, fault));
      }
      if (!this.#takes(':')) this.broken('colon');
      object.set(name, this.value(open));
      if (this.#takes('}')) return object;
      if (!this.#takes(',')) this.broken('nextMember');
    }
  }

  #string(): string {
    const from = this.#at;
    let end = this.#text.indexOf('"', from + 1);
    while (end >= 0 && this.#isEscaped(end, from)) end = this.#text.indexOf('"', end + 1);
    if (end < 0) return this.#refuse(from, makeReason('file_json_text'));
    this.#at = end + 1;
    const quoted = this.#text.slice(from + 1, end);
    if (control.test(quoted)) return this.#refuse(from, makeReason('file_json_text'));
    if (!quoted.includes('\\')) return quoted;
    try {
      return String(JSON.parse(`"${quoted}"`));
    } catch {
      return this.#refuse(from, makeReason('file_json_text'));
    }
  }

  #isEscaped(at: number, from: number): boolean {
    let before = at - 1;
    while (before > from && this.#text[before] === '\\') before--;
    return (at - 1 - before) % 2 === 1;
  }

  #plain(wanted: Expected): string | boolean | null {
    const from = this.#at;
    const plain = this.#skip(plainText);
    if (plain === 'null') return null;
    if (plain === 'true' || plain === 'false') return plain === 'true';
    if (number.test(plain)) return plain;
    this.#at = from;
    return this.broken(wanted);
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

  /** Refuses the next character, since something else is expected there. */
  broken(expects: Expected): never {
    const mark = this.mark();
    const wanted = expected[expects];
    if (mark === '') return this.#refuse(this.#at, makeReason('file_json_ends', { wanted }));
    const isClosed = mark === '}' || mark === ']';
    if (isClosed && this.#text.slice(0, this.#at).trimEnd().endsWith(',')) {
      return this.#refuse(this.#at, makeReason('file_json_comma', { value: mark }));
    }
    if (mark === '"' && expects !== 'end')
      return this.#refuse(this.#at, makeReason('file_json_missing', { wanted }));
    const value = JSON.stringify(mark);
    return this.#refuse(this.#at, makeReason('file_json_expected', { wanted, value }));
  }

  #refuse(place: number, fault: CodedReason): never {
    throw new UnreadableExport(
      this.#single
        ? this.#single.word(this.#placed(place, fault))
        : this.#placed(place, makeReason('file_not_json_or_cut')),
    );
  }

  /** Adds the line and column of a place to a fault. */
  #placed(place: number, fault: CodedReason): CodedReason {
    const lines = this.#text.slice(0, place).split('\n');
    const column = (lines.at(-1)?.length ?? 0) + 1;
    return makeReason('file_at_column', { line: lines.length, column, fault });
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
