import Type from 'typebox';
import { oneOf, text, words } from '../../sql/shared.ts';
import { PROBLEMS, typeOf } from './errors.ts';

/** Every answer that is no success, by RFC 9457. */
export const problem = Type.Object(
  {
    type: oneOf(Object.keys(PROBLEMS).map(typeOf), 'Which problem this is, as a URN', 'public'),
    title: text('Words of the status', 'public'),
    status: Type.Integer({ minimum: 400, maximum: 599, ...words('The status', 'public') }),
    detail: text('What was wrong and what to do', 'public'),
    allowed: Type.Optional(
      Type.Array(Type.String(), words('What would have been accepted', 'public')),
    ),
  },
  { title: 'Problem', description: 'Problem details by RFC 9457' },
);
