/** Characters that begin a formula in a spreadsheet, also in their small and full-width forms. */
const signs = '=+\\-@\\x{FE62}\\x{FE63}\\x{FE66}\\x{FE6B}\\x{FF0B}\\x{FF0D}\\x{FF1D}\\x{FF20}';

/**
 * Invisible characters that may stand before them: blanks, controls, marks and letters without ink.
 */
const unseen =
  '\\p{Z}\\p{Cc}\\p{Cf}\\x{034F}\\x{115F}\\x{1160}\\x{17B4}\\x{17B5}\\x{180B}-\\x{180F}' +
  '\\x{2800}\\x{3164}\\x{FE00}-\\x{FE0F}\\x{FFA0}';

const formula = `^[${unseen}]*[${signs}]`;
const plainNumber = '^[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?$';
/** Figures of a calendar such as -0.3%, -$3.2B and -0.05|1.9. */
const signedFigure =
  '^[+-][<>~]?[$\\x{20AC}\\x{A3}\\x{A5}]?(\\d+\\.?\\d*|\\.\\d+) ?[%A-Za-z]{0,3}' +
  '(\\|[+-]?\\d+\\.?\\d*)?$';

/** The patterns are those of `sql/load/inert_texts.sql`, written for DuckDB. */
const compiled = (pattern: string): RegExp => new RegExp(pattern.replaceAll('\\x{', '\\u{'), 'u');

const isFormula = compiled(formula);
const isPlainNumber = compiled(plainNumber);
const isSignedFigure = compiled(signedFigure);

/**
 * A text as the cell of a CSV that people open: an apostrophe is put in front of what a
 * spreadsheet would run. Numbers stay numbers.
 */
export function inertText(text: string): string {
  return isFormula.test(text) && !isPlainNumber.test(text) ? `'${text}` : text;
}

/**
 * Options of csv-stringify for CSV that people open: RFC 4180, CRLF after every row, and no text is
 * a formula. Half a line end is quoted too, as a spreadsheet might begin a row after it.
 */
export const inertCsv = {
  record_delimiter: '\r\n',
  quote_record_delimiter: true,
  cast: { string: inertText },
} as const;

/** Makes a calendar's figure inert. A sign and a unit are allowed. */
export function inertFigure(text: string): string {
  return isSignedFigure.test(text) ? text : inertText(text);
}
