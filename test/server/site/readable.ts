import type { parseDocument } from 'htmlparser2';

/** Lists the texts of a page, and the texts that are read out or shown instead of them. */
export function readable(nodes: ReturnType<typeof parseDocument>['children']): string[] {
  return nodes.flatMap((node) => {
    if ('data' in node) return node.type === 'text' ? [node.data.trim()] : [];
    if (!('children' in node)) return [];
    if ('name' in node && ['script', 'code', 'textarea'].includes(node.name)) return [];
    const attributes = 'attribs' in node ? node.attribs : {};
    // Parts marked as English are in English in every language.
    if (attributes.lang === 'en' && 'name' in node && node.name !== 'html') return [];
    const ownTexts = [
      attributes['aria-label'],
      attributes.title,
      attributes.alt,
      attributes.placeholder,
    ];
    return [...ownTexts.filter((text) => text !== undefined), ...readable(node.children)];
  });
}
