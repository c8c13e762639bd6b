/**
 * True if tests may take as long as they need (`npm run load -- in-full`). `npm test` has only
 * minutes.
 */
export const isInFull = process.env.TESTS_IN_FULL === '1';
