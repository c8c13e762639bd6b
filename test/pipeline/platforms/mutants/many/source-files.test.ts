import { suite } from 'uvu';
import { withWorld } from '../../../load/world.ts';
import { checkSources } from '../check-sources.ts';

const sources = suite('many mutants of source files');

sources('load rightly, or a row or file is refused', () =>
  withWorld((world) =>
    checkSources(world, process.env.SEED ?? '2', Number(process.env.MUTANTS ?? 200)),
  ),
);

sources.run();
