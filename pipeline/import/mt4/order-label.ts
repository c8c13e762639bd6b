export interface OrderLabel {
  comment: string;
  magicNumber: string;
}

/**
 * Splits what a statement prints on a ticket, `#<magic> <comment>[tp]`: the reason for closing
 * is no part of the comment, and a number after `#` at the start is the magic number.
 */
export function readOrderLabel(printed: string): OrderLabel {
  const text = printed.replace(/\s*\[(?:sl|tp)(?:\/gap)?\]$/i, '').trim();
  const numbered = /^#(-?\d{1,18})(?:\s+(.*))?$/.exec(text);
  if (numbered === null) return { comment: text, magicNumber: '' };
  return { comment: numbered[2] ?? '', magicNumber: numbered[1] ?? '' };
}
