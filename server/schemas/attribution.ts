import Type from 'typebox';
import { text, words } from '../../sql/shared.ts';

const credit = {
  required: Type.Boolean(
    words('Whether giving credit is a condition; on paid plans it is recommended', 'public'),
  ),
  text: text('Wording of the credit', 'public'),
  url: text('Where the credit links to', 'public'),
};

/** The credit for an account or one of its lists. */
export const attribution = Type.Object(
  { ...credit, account_url: text('Public address of the account', 'public') },
  { title: 'Attribution', ...words('The credit to give where this is shown', 'public') },
);

/** The credit for what belongs to no account. */
export const serviceAttribution = Type.Object(credit, {
  title: 'ServiceAttribution',
  ...words('The credit to give where this is shown', 'public'),
});
