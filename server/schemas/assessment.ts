import Type from 'typebox';
import { count, oneOf, text, words } from '../../sql/shared.ts';
import { attribution } from './attribution.ts';

const fact = Type.Object({
  fact: text('What is known, in a few words', 'public'),
  value: Type.Unknown(words('Value; null if it is hidden or unknown', 'public')),
  source: text('Where the value comes from', 'public'),
  address: text('Path to read it at', 'public'),
});
const list = (description: string) => Type.Array(fact, words(description, 'public'));

/** Facts for and against trust in a record, without a verdict. */
export const assessment = Type.Object(
  {
    slug: text('Identifier of the account', 'public'),
    type: oneOf(['account', 'portfolio'], 'Kind of record', 'public'),
    for: list('Facts that speak for the record'),
    against: list('Facts that speak against it'),
    not_known: list(
      'Facts neither for nor against it: neutral, hidden by its owner, or not known yet',
    ),
    facts: count('Number of facts in all three lists', 'public'),
    attribution,
  },
  { title: 'Assessment', description: 'Facts for and against trust in a record, no verdict' },
);
