import type { Sentence } from './form.ts';
import { type ReasonCode, type Sentences, sentences } from './sentences.ts';

export type { ReasonCode };

/** Why something was refused, or what is noted, as a code and values. Pages word it. */
export interface CodedReason {
  readonly code: ReasonCode;
  readonly values: ReasonValues;
}

/** Value of a sentence. It can be a reason of its own, or a list of them. */
export type ReasonValue = string | number | CodedReason | readonly CodedReason[];

export type ReasonValues = Readonly<Record<string, ReasonValue>>;

/** Names in the braces of a sentence. */
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

type NamesOf<Code extends ReasonCode> = NamesIn<
  Sentences[Code] extends { one: infer One; other: infer Other }
    ? Extract<One | Other, string>
    : Extract<Sentences[Code], string>
>;

export type SentenceValues<Code extends ReasonCode> = Readonly<Record<NamesOf<Code>, ReasonValue>>;

/** Codes of sentences without values. */
export type PlainCode = {
  [Code in ReasonCode]: [NamesOf<Code>] extends [never] ? Code : never;
}[ReasonCode];

/** Arguments behind a code: the values that its sentence has, if it has any. */
export type ReasonArguments<Code extends ReasonCode> = [NamesOf<Code>] extends [never]
  ? []
  : [values: SentenceValues<Code>];

/** Makes a reason. The compiler asks for the values that its sentence has. */
export const makeReason = <Code extends ReasonCode>(
  code: Code,
  ...[values]: ReasonArguments<Code>
): CodedReason => ({ code, values: values ?? {} });

/** Words a reason in English, for commands, the API and tables. */
export const inEnglish = ({ code, values }: CodedReason): string =>
  fillIn(sentenceOf(sentences[code], values), values);

/** Puts values in English into the braces of a text. */
export const fillIn = (text: string, values: ReasonValues): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? '';
    if (isCount(name, value)) return value.toLocaleString('en-US');
    if (typeof value !== 'object') return `${value}`;
    return [value].flat().map(inEnglish).join(', ');
  });

/** Returns the singular or the plural of a sentence. */
export const sentenceOf = (sentence: Sentence, { count }: ReasonValues): string =>
  typeof sentence === 'string' ? sentence : count === 1 ? sentence.one : sentence.other;

/** Tells whether a value counts something. Only its digits are grouped: a year's are not. */
export const isCount = (name: string, value: ReasonValue): value is number =>
  name === 'count' && typeof value === 'number';

/** Encodes a reason for a column of a table. */
export const encodeReason = (coded: CodedReason): string => JSON.stringify(coded);

/** Reads an encoded reason. */
export const decodeReason = (text: string): CodedReason => JSON.parse(text);

/** Reason in the words of another program, such as DuckDB. It has no other language. */
export const quotedReason = (text: string): CodedReason => makeReason('quoted', { text });

/** Error with a reason. Its message is the English sentence. A text is quoted. */
export class ReasonError extends Error {
  readonly reason: CodedReason;

  constructor(reason: CodedReason, options?: ErrorOptions) {
    super(inEnglish(reason), options);
    this.name = 'ReasonError';
    this.reason = reason;
  }
}

/** Returns the reason of an error; the message stands for an error without one. */
export function reasonOf(error: unknown): CodedReason {
  if (!(error instanceof Error)) return quotedReason(String(error));
  const { reason: coded } = error as Partial<ReasonError>;
  return coded ?? quotedReason(error.message);
}
