/** True if tests may take the time they like: `npm run load -- in-full`; `npm test` has minutes. */
export const isInFull = process.env.TESTS_IN_FULL === '1';
