import { suite } from 'uvu';
import { checkMutants } from './check-mutants.ts';

const mutants = suite('mutants of statements');

mutants('are read rightly, or something is said', () => checkMutants('1', 400));

mutants.run();
