/** Expert Advisor in C++, and lines that MetaEditor would refuse although g++ accepts them. */
export interface Translation {
  /** Lines, each with its fault. */
  faults: string[];
  cpp: string;
}

/**
 * C++ that MQL lacks, or that is not simulated. Expert Advisors use only what both languages have.
 */
const foreign: readonly { pattern: RegExp; why: string }[] = [
  {
    pattern:
      /\b(?:auto|std|nullptr|constexpr|unsigned|signed|size_t|int64_t|dynamic_cast|typename|using|namespace|try|catch|throw|goto|template|virtual)\b/,
    why: 'is C++ and not MQL',
  },
  { pattern: /->/, why: 'is C++ and not MQL' },
  { pattern: /\[[^\]]*\]\s*\(/, why: 'looks like a lambda' },
  { pattern: /#(?:include|import|resource)\b/, why: 'takes more than this one file' },
  { pattern: /\bEnumToString\b/, why: 'is not simulated' },
  { pattern: /%I64/, why: 'means something else in C++' },
];

const builtIn = [
  ...['char', 'uchar', 'short', 'ushort', 'int', 'uint', 'long', 'ulong', 'bool', 'float'],
  ...['double', 'string', 'datetime'],
];

/**
 * Turns MQL into C++ line by line, so that every error keeps its line number. Texts become
 * `S("…")`, arrays `Array<T>`, and inputs come from the environment. Functions may be used before
 * they are defined. Only known types make a declaration; structures are not supported.
 */
export function translate(source: string, prelude: 'mql4.hpp' | 'mql5.hpp'): Translation {
  const faults: string[] = [];
  const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length;
  const { text: bare, back } = withoutTexts(source);
  const code = bare.replace(/^[ \t]*#property[^\n]*/gm, '');
  for (const [at, line] of code.split('\n').entries()) {
    for (const { pattern, why } of foreign) {
      const found = pattern.exec(line);
      if (found) faults.push(`${at + 1}: ${found[0]} ${why}`);
    }
    if (/\b(?:struct|class|enum)\b/.test(line)) faults.push(`${at + 1}: only known types`);
  }
  const type = `(?:${builtIn.join('|')})`;
  const declared = new RegExp(
    `\\b(${type})\\s+(&?)\\s*(\\w+)\\s*\\[([^\\]\\n]*)\\](\\s*\\[)?((?:\\s*,\\s*\\w+\\s*\\[\\])*)`,
    'g',
  );
  const arrays = code.replace(
    declared,
    (all, of: string, by: string, name: string, size: string, second, more: string, at: number) => {
      if (second || size.trim() !== '') {
        faults.push(`${lineAt(code, at)}: ${name}: only arrays of one dimension without a size`);
        return all;
      }
      return `Array<${of}> ${by}${name}${more.replaceAll('[]', '')}`;
    },
  );
  for (const found of arrays.matchAll(/[(,]\s*(?:const\s+)?Array<\w+>\s+(\w+)\s*[,)]/g)) {
    faults.push(`${lineAt(arrays, found.index)}: ${found[1]}: arrays are passed by reference (&)`);
  }
  const functions = arrays.matchAll(
    new RegExp(`^((?:${type}|void)\\s+\\w+\\s*\\([^)]*\\))\\s*\\n?\\s*\\{`, 'gm'),
  );
  const inputs = [...bare.matchAll(/^\s*input\s+(\w+)\s+(\w+)\s*=/gm)].map(
    ([, of, name]) =>
      `if (const char *v = getenv("${name}")) ${name} = ${of === 'string' ? 'string(v)' : `(${of})atol(v)`};`,
  );
  return {
    faults,
    cpp: [
      `#include "${prelude}"`,
      ...[...functions].map(([, head]) => `${head};`),
      '#line 1 "expert"',
      back(arrays),
      '#line 1 "inputs"',
      `void setInputs() { ${inputs.join(' ')} }`,
      '#include "drive.hpp"',
    ].join('\n'),
  };
}

/**
 * Replaces texts and characters by placeholders and comments by blanks, so that searches don't find
 * them.
 */
function withoutTexts(source: string): { text: string; back(text: string): string } {
  const literals: string[] = [];
  const text = source.replace(
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)+'/g,
    (literal) => {
      if (literal.startsWith('/')) return literal.replace(/[^\n]/g, ' ');
      literals.push(literal.startsWith('"') ? `S(${literal})` : literal);
      return `«${literals.length - 1}»`;
    },
  );
  return { text, back: (code) => code.replace(/«(\d+)»/g, (_, at) => literals[Number(at)] ?? '') };
}
