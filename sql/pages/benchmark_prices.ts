import Type from 'typebox';
import { figure, listOf } from '../figures.ts';
import { words } from '../shared.ts';

/** Closes of benchmarks, for comparisons of accounts with any of them. */
export const benchmarkPrices = Type.Object(
  {
    benchmarks: listOf(
      { is: 'benchmarks with prices', seenBy: 'public' },
      Type.Object({
        symbol: figure({ unit: 'text', is: 'name of the benchmark', seenBy: 'public' }),
        currency: figure({ unit: 'text', is: 'currency of its closes', seenBy: 'public' }),
        days: listOf(
          { is: 'days with a close, UTC', seenBy: 'public' },
          figure({ unit: 'day', is: 'day', seenBy: 'public' }),
        ),
        closes: listOf(
          { is: 'close of each day', seenBy: 'public' },
          figure({ unit: 'price', is: 'close', seenBy: 'public' }),
        ),
      }),
    ),
  },
  { title: 'BenchmarkPrices', ...words('Daily closes of benchmarks', 'public') },
);
