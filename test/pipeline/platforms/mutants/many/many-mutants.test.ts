import { suite } from 'uvu';
import { checkMutants } from '../check-mutants.ts';

const mutants = suite('many mutants of statements');

mutants('are read rightly, or something is said', () => checkMutants('2', 1_900));

mutants.run();
