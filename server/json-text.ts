/** Text of one JSON value that was published; it is cut and joined, never parsed and written anew. */
type JsonText = string;

/** The members of an object, each value as it stands in the text. */
export function membersOf(object: JsonText): Map<string, JsonText> {
  return new Map(
    placesIn(object).map(({ key, start, end }) => [key, object.slice(start, end)] as const),
  );
}

/**
 * The text with the value at `path` replaced; unchanged where a null stands in for an object
 * on the way, an error where a member is missing.
 */
export function replaceAt(text: JsonText, path: readonly string[], value: JsonText): JsonText {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (text === 'null') return text;
  const place = placesIn(text).find((candidate) => candidate.key === key);
  if (place === undefined) throw new Error(`JSON text has no member ${JSON.stringify(key)}`);
  const { start, end } = place;
  return text.slice(0, start) + replaceAt(text.slice(start, end), rest, value) + text.slice(end);
}

interface Place {
  key: string;
  start: number;
  end: number;
}

function placesIn(text: JsonText): Place[] {
  const places: Place[] = [];
  let at = skipSpace(text, expect(text, skipSpace(text, 0), '{'));
  while (text[at] !== '}') {
    if (places.length > 0) at = skipSpace(text, expect(text, at, ','));
    const keyEnd = endOfString(text, at);
    const key: string = JSON.parse(text.slice(at, keyEnd));
    const start = skipSpace(text, expect(text, skipSpace(text, keyEnd), ':'));
    const end = endOfValue(text, start);
    places.push({ key, start, end });
    at = skipSpace(text, end);
  }
  return places;
}

function endOfValue(text: JsonText, start: number): number {
  const first = text[start];
  if (first === '"') return endOfString(text, start);
  if (first === '{' || first === '[') return endOfNesting(text, start);
  return endOf(text, start, /[^\s,\]}]+/y);
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
  let at = expect(text, start, '"');
  while (text[at] !== '"') {
    if (at >= text.length) throw new Error(`JSON text ends inside the string at ${start}`);
    at += text[at] === '\\' ? 2 : 1;
  }
  return at + 1;
}

const skipSpace = (text: JsonText, start: number): number => endOf(text, start, /\s*/y);

function endOf(text: JsonText, start: number, pattern: RegExp): number {
  pattern.lastIndex = start;
  if (!pattern.test(text)) throw new Error(`JSON text has no value at ${start}`);
  return pattern.lastIndex;
}

function expect(text: JsonText, at: number, character: string): number {
  if (text[at] !== character) throw new Error(`JSON text has no ${character} at ${at}`);
  return at + 1;
}
