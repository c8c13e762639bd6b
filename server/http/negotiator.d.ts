/** What is used here of negotiator 1, which has no types of its own. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: Readonly<Record<string, string>> });
    /** The coding the client likes best; among equals, the first in `preferred`. */
    encoding(available: string[], options: { preferred: string[] }): string | undefined;
    /** The language the client likes best; among equals, the first that is available. */
    language(available: string[]): string | undefined;
    /** The type the client likes best; among equals, the first that is available. */
    mediaType(available: string[]): string | undefined;
  }
}
