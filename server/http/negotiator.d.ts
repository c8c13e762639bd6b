/** Types of the part of negotiator 1 that is used here; the package has none. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: Readonly<Record<string, string>> });
    /** Returns the coding the client prefers; among equals, the first in `preferred`. */
    encoding(available: string[], options: { preferred: string[] }): string | undefined;
    /** Returns the language the client prefers; among equals, the first available one. */
    language(available: string[]): string | undefined;
    /** Returns the type the client prefers; among equals, the first available one. */
    mediaType(available: string[]): string | undefined;
  }
}
