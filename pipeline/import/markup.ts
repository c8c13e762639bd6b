import { Parser } from 'htmlparser2';
import { bounds, Unreadable } from './bounds.ts';

export interface MarkupHandler {
  /** `at` is where the tag begins in the text. */
  open(name: string, attributes: Readonly<Record<string, string>>, at: number): void;
  text(part: string): void;
  close(name: string): void;
}

/**
 * Tells what HTML or XML holds, in order. Ends where more elements are open at once than in any
 * report: each costs the parser a step at every later tag.
 */
export function parseMarkup(text: string, handler: MarkupHandler, isXml = false): void {
  let open = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        open++;
        if (open > bounds.nesting) {
          const line = lineAt(text, parser.startIndex);
          throw new Unreadable(
            `line ${line}: more than ${bounds.nesting} elements are open at once`,
          );
        }
        handler.open(name, attributes, parser.startIndex);
      },
      ontext: (part) => handler.text(part),
      onclosetag(name) {
        open--;
        handler.close(name);
      },
    },
    { xmlMode: isXml, decodeEntities: true },
  );
  parser.end(text);
}

/** The line of a place in a text, from 1; places are asked for in order of the text from `counted`. */
export function lineAt(text: string, at: number): number {
  return createLineCounter(text)(at);
}

/** The same for places that come one after the other. */
export function createLineCounter(text: string): (at: number) => number {
  let line = 1;
  let next = text.indexOf('\n');
  return (at) => {
    for (; next >= 0 && next < at; next = text.indexOf('\n', next + 1)) line++;
    return line;
  };
}
