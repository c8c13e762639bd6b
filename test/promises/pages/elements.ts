import type { parseDocument } from 'htmlparser2';

export type Node = ReturnType<typeof parseDocument>['children'][number];

export interface Element {
  readonly name: string;
  readonly attribs: Readonly<Record<string, string>>;
  readonly children: readonly Node[];
}

export const isElement = (node: Node): node is Node & Element => 'attribs' in node;

export const elementsIn = ({ children }: Pick<Element, 'children'>): (Node & Element)[] =>
  children.filter(isElement);

export const textOf = (node: Node): string =>
  'data' in node && node.type === 'text' ? node.data : '';

/** Text of an element with all that is in it; empty without one. */
export const textIn = (node: Pick<Element, 'children'> | undefined): string =>
  (node?.children ?? [])
    .map((child) => (isElement(child) ? textIn(child) : textOf(child)))
    .join('')
    .trim();
