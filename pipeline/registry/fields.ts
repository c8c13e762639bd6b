import Type, { type TSchema } from 'typebox';
import { isCurrency } from '../../sql/raw/currencies.ts';
import { type CodedReason, encodeReason, makeReason } from '../base/reasons/reason.ts';
import { isTimezone } from '../base/timezone-names.ts';
import { integer, ofOwner, optional, optionalUnique, type StoredColumn, text } from './columns.ts';
import type { EntryField } from './entry-fields.ts';
import { isDay, isInstant } from './instants.ts';
import { isName } from './names.ts';
import { aboutRule, isAbout, isLink, linkRule } from './profiles.ts';
import {
  type AccountType,
  accountTypes,
  type Hidable,
  hidables,
  type Plan,
  plans,
  portfolioPrefix,
  type Role,
  roles,
  type StatementType,
  statementTypes,
  wordsIn,
} from './words.ts';

/** Text that a rule allows. The reason says which texts it allows; `faultsOf` reads it. */
export const textBy = (isAllowed: (value: string) => boolean, rule: CodedReason) =>
  Type.Refine(Type.String(), isAllowed, () => encodeReason(rule));

export const nullable = <Schema extends TSchema>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);

export const Slug = textBy(
  (value) => /^[a-z0-9-]{1,64}$/.test(value),
  makeReason('registry_slug_rule'),
);
export const Name = textBy(isName, makeReason('registry_name_rule'));
export const Instant = textBy(isInstant, makeReason('registry_instant_rule'));
const AccountId = textBy(
  (value) => isName(value) && !value.startsWith(portfolioPrefix),
  makeReason('registry_account_id_rule', { start: portfolioPrefix }),
);
const Day = textBy(isDay, makeReason('registry_day_rule'));
const Currency = textBy(isCurrency, makeReason('registry_currency_rule'));
const Timezone = textBy(isTimezone, makeReason('registry_timezone_rule'));

type Converted = 'column' | 'toStored' | 'fromStored';

/** Field that is stored as a file gives it. */
const asGiven = <Value>(
  column: StoredColumn<Value>,
  field: Omit<EntryField<Value>, Converted>,
): EntryField<Value> => ({
  ...field,
  column,
  toStored: (value) => value,
  fromStored: (stored) => stored,
});

/** Field that may be null, and is null in a new entry. */
const orNull = <Value = string>(
  schema: TSchema,
  field: Omit<Partial<EntryField<Value | null>>, 'schema' | 'closed'> = {},
): EntryField<Value | null> =>
  asGiven(optional as StoredColumn<Value | null>, {
    ...field,
    schema: nullable(schema),
    closed: null,
  });

/** Boolean that is false in a new entry, stored as 0 or 1. */
const flag = (
  field: Omit<Partial<EntryField<boolean>>, Converted>,
): EntryField<boolean, number> => ({
  ...field,
  schema: Type.Boolean(),
  closed: false,
  column: integer,
  toStored: Number,
  fromStored: (stored) => stored === 1,
});

/** Keys of an owner's entry, besides its slug. */
export const ownerFields = {
  name: orNull(Name),
  plan: asGiven<Plan>(text as StoredColumn<Plan>, {
    schema: Type.Enum(plans),
    closed: 'free',
    isAlwaysTold: true,
  }),
  plan_until: orNull(Instant),
  /** Operators see all owners, and can own accounts too. */
  role: asGiven<Role>(text as StoredColumn<Role>, {
    schema: Type.Enum(roles),
    closed: 'owner',
    shows: (_, to) => (to === 'operator' ? 'sees all owners now, as an operator' : null),
  }),
  /** Text about the owner, and the address of their own site, on the owner's page. */
  about: orNull(textBy(isAbout, aboutRule)),
  link: orNull(textBy(isLink, linkRule)),
};

/** Keys of the entry of an account or portfolio, besides its slug and what other tables keep. */
export const subjectFields = {
  type: asGiven<AccountType>(text as StoredColumn<AccountType>, {
    schema: Type.Enum(accountTypes),
    closed: 'account',
    isRequired: true,
    isAlwaysTold: true,
  }),
  account_id: {
    ...orNull(AccountId, {
      of: 'account',
      isRequired: true,
      shows: (from, to, { published }) =>
        from === null || !published ? null : `shows the data of ${to} now`,
    }),
    schema: AccountId,
    column: optionalUnique,
  },
  owner: asGiven<string>(ofOwner, {
    schema: Slug,
    closed: '',
    isRequired: true,
    isAlwaysTold: true,
    shows: (from, to) =>
      from === null ? null : `belongs to ${to} now, who sees all of it, and no longer to ${from}`,
  }),
  name: asGiven<string>(text, { schema: Name, closed: '', isRequired: true, isAlwaysTold: true }),
  currency: { ...orNull(Currency, { of: 'portfolio', isRequired: true }), schema: Currency },
  /** Symbol of the table `prices` that it is compared with. */
  benchmark: orNull(Name, { shows: (_, to) => to && `is compared with ${to}` }),
  /** Set if the owner may send data although the operator loads the account. */
  owner_data: flag({
    of: 'account',
    shows: (_, to, { owner }) =>
      to ? `takes data that ${owner} sends, which changes its figures` : null,
  }),
  /** Set if the public page lists closed trades and open positions, unless `hide` has them. */
  show_trades_on_page: flag({
    of: 'account',
    shows: (_, to) => (to ? 'lists its trades and positions on its page' : null),
  }),
  /** Time zone of its statements, once confirmed; else null. */
  timezone: orNull(Timezone, { of: 'account' }),
  /** Currency and type of its statements, once confirmed; else null. */
  statement_currency: orNull(Currency, { of: 'account' }),
  statement_type: orNull<StatementType>(Type.Enum(statementTypes), { of: 'account' }),
  /** Broker that its owner corrected its statements to; null if they are right. */
  statement_broker: orNull(Name, { of: 'account' }),
  history_cut_at: orNull(Day, { of: 'account' }),
  hide: {
    schema: Type.Array(Type.Enum(hidables), { uniqueItems: true }),
    column: text,
    toStored: (hide) => hide.join(' '),
    fromStored: (stored) => wordsIn(hidables, stored),
    closed: [],
    shows: (from, to) => {
      const shown = (from ?? []).filter((name) => !to.includes(name));
      return shown.length === 0 ? null : `no longer hides ${shown.join(', ')}`;
    },
  } satisfies EntryField<readonly Hidable[], string> as EntryField<readonly Hidable[], string>,
  published: flag({
    shows: (_, to, { hidden }) =>
      to ? `is published, hiding ${hidden.join(', ') || 'nothing'}` : null,
  }),
  created_at: asGiven<string>(text, { schema: Instant, closed: '', isAlwaysTold: true }),
};
