const byteOrderMarks = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
] as const;

/** The text of an export: UTF-8 or UTF-16 where the bytes say so, else the charset declared or the likelier 8-bit page. */
export function decodeText(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  return isWestern.test(encoding) ? decodeWestern(bytes) : new TextDecoder(encoding).decode(bytes);
}

const isWestern = /^(windows-1252|iso-8859-1|latin1|us-ascii)$/i;

// Some versions of Node read windows-1252 as Latin-1, which has controls where it has quotes.
const western =
  '\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f' +
  '\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178';

function decodeWestern(bytes: Uint8Array): string {
  const units = new Uint16Array(bytes);
  for (let at = 0; at < units.length; at++) {
    const unit = units[at] ?? 0;
    if (unit >= 0x80 && unit <= 0x9f) units[at] = western.charCodeAt(unit - 0x80);
  }
  return Buffer.from(units.buffer).toString('utf16le');
}

function encodingOf(bytes: Uint8Array): string {
  const marked = byteOrderMarks.find((mark) => mark.bytes.every((byte, at) => bytes[at] === byte));
  if (marked !== undefined) return marked.encoding;
  if (bytes[0] !== 0 && bytes[1] === 0) return 'utf-16le';
  if (bytes[0] === 0 && bytes[1] !== 0) return 'utf-16be';
  if (decodes(bytes, 'utf-8')) return 'utf-8';
  return declaredCharset(bytes) ?? (looksCyrillic(bytes) ? 'windows-1251' : 'windows-1252');
}

function decodes(bytes: Uint8Array, encoding: string): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function declaredCharset(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, 4096));
  const declared = /(?:charset|encoding)=["']?([\w-]+)/i.exec(head)?.[1];
  return declared !== undefined && decodes(bytes, declared) ? declared : undefined;
}

// Cyrillic words are runs of bytes from 0xC0 up; in Western text such letters stand alone between ASCII.
function looksCyrillic(bytes: Uint8Array): boolean {
  let inRuns = 0;
  let alone = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (!isHighLetter(bytes[at])) continue;
    if (isHighLetter(bytes[at - 1]) || isHighLetter(bytes[at + 1])) inRuns++;
    else alone++;
  }
  return inRuns > alone;
}

function isHighLetter(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0xc0;
}
