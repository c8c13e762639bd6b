const member = /[ \t]*(?:(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*"))?[ \t]*(?:,|$)/y;

/**
 * Whether `If-None-Match` names the ETag, by RFC 9110 13.1.2: a list compared weakly, or `*`.
 * A header that is neither names nothing.
 */
export function isNoneMatchFor(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (/^[ \t]*\*[ \t]*$/.test(header)) return true;
  const opaque = etag.replace(/^W\//, '');
  let isNamed = false;
  member.lastIndex = 0;
  while (member.lastIndex < header.length) {
    const found = member.exec(header);
    if (found === null) return false;
    isNamed ||= found[1] === opaque;
  }
  return isNamed;
}
