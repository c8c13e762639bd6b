import { Parser } from 'htmlparser2';
import { makeReason } from '../../base/reasons/reason.ts';
import { bounds, unreadableAt } from '../bounds.ts';

export interface MarkupHandler {
  /** `at` is where the tag begins in the text. */
  open(name: string, attributes: Readonly<Record<string, string>>, at: number): void;
  text(part: string): void;
  close(name: string): void;
}

export interface MarkupReader {
  write(part: string): void;
  end(): void;
  /** The line of a place in the text, from 1; places are asked for in their order. */
  lineOf(at: number): number;
}

/**
 * Tells what HTML or XML holds, in order, as its parts come in. Ends where more elements are open
 * at once than in any report: each costs the parser a step at every later tag.
 */
export function createMarkupReader(handler: MarkupHandler, isXml = false): MarkupReader {
  const lines = createLineCounter();
  let open = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        open++;
        if (open > bounds.nesting) {
          const line = lines.lineOf(parser.startIndex);
          throw unreadableAt(line, makeReason('file_open_elements', { max: bounds.nesting }));
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
  return {
    write(part) {
      lines.lineOf(parser.startIndex);
      lines.write(part);
      parser.write(part);
    },
    end: () => parser.end(),
    lineOf: lines.lineOf,
  };
}

/** Parses a text that is in memory as a whole. */
export function parseMarkup(text: string, handler: MarkupHandler, isXml = false): void {
  const reader = createMarkupReader(handler, isXml);
  for (let at = 0; at < text.length; at += charactersAtOnce) {
    reader.write(text.slice(at, at + charactersAtOnce));
  }
  reader.end();
}

const charactersAtOnce = 256 * 1024;

/**
 * Counts the lines of a text that comes in parts. Keeps only the line ends that are still ahead.
 */
function createLineCounter() {
  let passed = 0;
  let written = 0;
  let ends: number[] = [];
  let next = 0;
  return {
    write(text: string): void {
      passed += next;
      ends = ends.slice(next);
      next = 0;
      for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
        ends.push(written + at);
      }
      written += text.length;
    },
    lineOf(at: number): number {
      while (next < ends.length && (ends[next] ?? at) < at) next++;
      return 1 + passed + next;
    },
  };
}
