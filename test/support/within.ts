import type { Test } from 'uvu';

/** Makes tests of a suite that each run with what `lend` makes, such as an empty directory. */
export const within =
  <Context, Work, Options>(
    tested: Test<Context>,
    lend: (work: Work, options?: Options) => Promise<unknown>,
  ) =>
  (name: string, ...rest: [work: Work] | [options: Options, work: Work]): void =>
    tested(name, async () => {
      await (rest.length === 1 ? lend(rest[0]) : lend(rest[1], rest[0]));
    });
