import { type CodedReason, makeReason } from './reasons/reason.ts';

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
export function jsonFault(text: string): CodedReason | null {
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
      return atPlace(text, place, faultOf(text, place, wanted, before));
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

function faultOf(text: string, place: number, expects: Expected, before: string): CodedReason {
  const character = text[place];
  const wanted = expected[expects];
  if (character === undefined) return makeReason('file_json_ends', { wanted });
  if (before === ',' && (character === '}' || character === ']')) {
    return makeReason('file_json_comma', { value: character });
  }
  if (character === '"')
    return expects === 'nextMember' || expects === 'nextElement'
      ? makeReason('file_json_missing', { wanted })
      : makeReason('file_json_text');
  return makeReason('file_json_expected', { wanted, value: JSON.stringify(character) });
}

/** Adds the line and column of a place in a text to a fault. */
export function atPlace(text: string, place: number, fault: CodedReason): CodedReason {
  const lines = text.slice(0, place).split('\n');
  const column = (lines.at(-1)?.length ?? 0) + 1;
  return makeReason('file_at_column', { line: lines.length, column, fault });
}
