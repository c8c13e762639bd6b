import Type from 'typebox';
import { text, words } from '../../sql/shared.ts';

const credit = {
  required: Type.Boolean(
    words('True if you must give credit; on paid plans it is recommended', 'public'),
  ),
  text: text('Wording of the credit', 'public'),
  url: text('Link of the credit', 'public'),
};

/** Schema of the credit for an account or one of its lists. */
export const attribution = Type.Object(
  { ...credit, account_url: text('Public address of the account', 'public') },
  { title: 'Attribution', ...words('Credit to give wherever you show this', 'public') },
);

/** Schema of the credit for data of no account, such as the calendar. */
export const serviceAttribution = Type.Object(credit, {
  title: 'ServiceAttribution',
  ...words('Credit to give wherever you show this', 'public'),
});
