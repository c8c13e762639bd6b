/** Text of one JSON value. It is cut and joined but never parsed, so that no digit changes. */
export type JsonText = string;

/** The members of an object, each value as it stands in the text. */
export function membersOf(object: JsonText): Map<string, JsonText> {
  const members = new Map<string, JsonText>();
  visitPlaces(object, (key, start, end) => members.set(key, object.slice(start, end)));
  return members;
}

/** Lists the members in order, with names that stand there twice. Throws like `visitMembers`. */
export function entriesOf(object: JsonText): [name: string, value: JsonText][] {
  const entries: [string, JsonText][] = [];
  visitMembers(object, (name, value) => entries.push([name, value]));
  return entries;
}

/** Visits the members in order, each once it is read. Throws if the text is more than an object. */
export function visitMembers(
  object: JsonText,
  visit: (name: string, value: JsonText) => void,
): void {
  const end = visitPlaces(object, (key, start, end) => visit(key, object.slice(start, end)));
  expectEnd(object, end);
}

/** Yields the elements of an array as text. Throws if the text is more than an array. */
export function* elementsOf(array: JsonText): Generator<JsonText> {
  let at = skipSpace(array, expect(array, skipSpace(array, 0), '['));
  for (let isFirst = true; array[at] !== ']'; isFirst = false) {
    if (!isFirst) at = skipSpace(array, expect(array, at, ','));
    const end = endOfValue(array, at);
    yield array.slice(at, end);
    at = skipSpace(array, end);
  }
  expectEnd(array, at + 1);
}

/** Replacement of a member: the keys down to it (empty for the whole value) and its new text. */
export interface Replacement {
  readonly path: readonly string[];
  readonly value: JsonText;
}

/**
 * The text with those members replaced; unchanged where a null stands in for an object on the
 * way, an error where a member is missing.
 */
export function replaceMembers(text: JsonText, replacements: readonly Replacement[]): JsonText {
  const whole = replacements.find(({ path }) => path.length === 0);
  if (whole !== undefined) return whole.value;
  if (replacements.length === 0 || text === 'null') return text;
  let replaced = '';
  let done = 0;
  let remaining = replacements.length;
  visitPlaces(text, (key, start, end) => {
    const here = replacements.filter(({ path }) => path[0] === key);
    if (here.length === 0) return;
    const below = here.map(({ path, value }) => ({ path: path.slice(1), value }));
    replaced += text.slice(done, start) + replaceMembers(text.slice(start, end), below);
    done = end;
    remaining -= here.length;
  });
  if (remaining > 0) throw missingIn(text, replacements);
  return replaced + text.slice(done);
}

function missingIn(text: JsonText, replacements: readonly Replacement[]): Error {
  const present = membersOf(text);
  const missing = replacements.flatMap(({ path: [key = ''] }) => (present.has(key) ? [] : key));
  return new Error(`JSON text has no member ${JSON.stringify(missing[0])}`);
}

/**
 * The text with magic numbers that JavaScript would round as texts of their digits, with `before`
 * in front of them.
 */
export const withLargeAsTexts = (text: JsonText, before = ''): JsonText =>
  text.replaceAll(/"magic_number":(-?\d{16,})/g, `"magic_number":"${before}$1"`);

/** Visits the place of each member's value. Returns the place behind the object. */
function visitPlaces(
  text: JsonText,
  visit: (key: string, start: number, end: number) => void,
): number {
  let isFirst = true;
  let at = skipSpace(text, expect(text, skipSpace(text, 0), '{'));
  while (text[at] !== '}') {
    if (!isFirst) at = skipSpace(text, expect(text, at, ','));
    isFirst = false;
    const keyEnd = endOfString(text, at);
    const key = keyOf(text.slice(at, keyEnd));
    const start = skipSpace(text, expect(text, skipSpace(text, keyEnd), ':'));
    const end = endOfValue(text, start);
    visit(key, start, end);
    at = skipSpace(text, end);
  }
  return at + 1;
}

/** A key as it is meant; most stand as they are between their quotes. */
const keyOf = (text: JsonText): string =>
  text.includes('\\') ? JSON.parse(text) : text.slice(1, -1);

function endOfValue(text: JsonText, start: number): number {
  const first = text[start];
  if (first === '"') return endOfString(text, start);
  if (first === '{' || first === '[') return endOfNesting(text, start);
  let at = start;
  while (at < text.length && !isBehindValue(text.charCodeAt(at))) at += 1;
  if (at === start) throw new Error(`JSON text has no value at ${start}`);
  return at;
}

function endOfNesting(text: JsonText, start: number): number {
  let depth = 0;
  let at = start;
  do {
    const character = text[at];
    if (character === undefined) throw new Error(`JSON text ends inside the value at ${start}`);
    if (character === '{' || character === '[') depth += 1;
    if (character === '}' || character === ']') depth -= 1;
    at = character === '"' ? endOfString(text, at) : at + 1;
  } while (depth > 0);
  return at;
}

function endOfString(text: JsonText, start: number): number {
  let from = expect(text, start, '"');
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote === -1) throw new Error(`JSON text ends inside the string at ${start}`);
    let slash = quote;
    while (text[slash - 1] === '\\') slash -= 1;
    // An even number of backslashes are themselves escaped.
    if ((quote - slash) % 2 === 0) return quote + 1;
    from = quote + 1;
  }
}

function expectEnd(text: JsonText, from: number): void {
  const at = skipSpace(text, from);
  if (at < text.length) throw new Error(`JSON text goes on behind its value at ${at}`);
}

function skipSpace(text: JsonText, start: number): number {
  let at = start;
  while (isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

const isSpace = (code: number): boolean =>
  code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

/**
 * Returns true for a character that ends a number, true, false or null: a comma, a bracket or a
 * blank.
 */
const isBehindValue = (code: number): boolean =>
  code === 0x2c || code === 0x7d || code === 0x5d || isSpace(code);

function expect(text: JsonText, at: number, character: string): number {
  if (text[at] !== character) throw new Error(`JSON text has no ${character} at ${at}`);
  return at + 1;
}
