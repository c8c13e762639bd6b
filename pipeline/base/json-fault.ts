/** Tokens that may come next; `text` names them in messages. */
const expected = {
  value: 'a value',
  valueOrEnd: 'a value or ]',
  key: 'a name in double quotes',
  keyOrEnd: 'a name in double quotes or }',
  colon: 'a colon',
  nextElement: 'a comma or ]',
  nextMember: 'a comma or }',
  end: 'nothing more',
} as const;
type Expected = keyof typeof expected;

const token =
  /[ \t\n\r]*(?:(")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|([{}[\],:]))/y;
const blanks = /[ \t\n\r]*/y;
const notPlain = /[^ !#-[\]-\uffff]/g;
const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/**
 * Returns where a text stops being JSON and why, such as `line 2, column 14: the comma before it is
 * one too many`; null where it is JSON. Node's own message names no line, and often no place at
 * all.
 */
export function jsonFault(text: string): string | null {
  const open: ('{' | '[')[] = [];
  let wanted: Expected = 'value';
  let at = 0;
  let before = '';
  for (;;) {
    token.lastIndex = at;
    const found = token.exec(text);
    const [, quote, scalar, sign] = found ?? [];
    const end = quote === undefined ? token.lastIndex : endOfString(text, token.lastIndex);
    const isString = quote !== undefined && end !== null;
    const next = accept(wanted, open, isString, scalar !== undefined, sign);
    if (next === null || end === null) {
      blanks.lastIndex = at;
      const place = at + (blanks.exec(text)?.[0].length ?? 0);
      if (place >= text.length && wanted === 'end') return null;
      return `${lineAndColumn(text, place)}: ${reasonOf(text, place, wanted, before)}`;
    }
    wanted = next;
    before = sign ?? '';
    at = end;
  }
}

/** Returns the index behind the text that begins at `from`. Null if it never ends or is damaged. */
function endOfString(text: string, from: number): number | null {
  // By searches, since one expression for all of it runs out of stack on texts of 16 MB.
  for (let at = from; ; at = escaped.lastIndex) {
    notPlain.lastIndex = at;
    const found = notPlain.exec(text);
    if (found === null) return null;
    if (found[0] === '"') return found.index + 1;
    escaped.lastIndex = found.index;
    if (!escaped.test(text)) return null;
  }
}

/** Returns the tokens allowed after a token, or null if the token itself is not allowed. */
function accept(
  wanted: Expected,
  open: ('{' | '[')[],
  isString: boolean,
  isScalar: boolean,
  sign: string | undefined,
): Expected | null {
  const closed = (): Expected => {
    const around = open.at(-1);
    if (around === undefined) return 'end';
    return around === '{' ? 'nextMember' : 'nextElement';
  };
  const close = (): Expected => {
    open.pop();
    return closed();
  };
  switch (wanted) {
    case 'value':
    case 'valueOrEnd':
      if (isString || isScalar) return closed();
      if (sign === ']' && wanted === 'valueOrEnd') return close();
      if (sign !== '{' && sign !== '[') return null;
      open.push(sign);
      return sign === '{' ? 'keyOrEnd' : 'valueOrEnd';
    case 'key':
    case 'keyOrEnd':
      if (isString) return 'colon';
      return sign === '}' && wanted === 'keyOrEnd' ? close() : null;
    case 'colon':
      return sign === ':' ? 'value' : null;
    case 'nextElement':
      if (sign === ',') return 'value';
      return sign === ']' ? close() : null;
    case 'nextMember':
      if (sign === ',') return 'key';
      return sign === '}' ? close() : null;
    case 'end':
      return null;
  }
}

function reasonOf(text: string, place: number, wanted: Expected, before: string): string {
  const character = text[place];
  if (character === undefined) return `it ends too early: ${expected[wanted]} is missing`;
  if (before === ',' && (character === '}' || character === ']')) {
    return `remove the comma before ${character}`;
  }
  if (character === '"')
    return wanted === 'nextMember' || wanted === 'nextElement'
      ? `${expected[wanted]} is missing`
      : 'a text has no closing double quote, or a character in it must be escaped';
  return `${expected[wanted]} is expected, not ${JSON.stringify(character)}`;
}

/** Names a place in a text, such as `line 2, column 14`. */
export function lineAndColumn(text: string, place: number): string {
  const lines = text.slice(0, place).split('\n');
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}
