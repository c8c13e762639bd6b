import Type, { type Static } from 'typebox';
import { isCurrency } from '../../sql/raw/currencies.ts';
import { type CodedReason, encodeReason, makeReason } from '../base/reasons/reason.ts';
import { isTimezone } from '../base/timezone-names.ts';
import { isDay, isInstant } from './instants.ts';
import { isName } from './names.ts';
import { aboutRule, isAbout, isLink, linkRule } from './profiles.ts';
import { hidables, maxShares, plans, portfolioPrefix, roles, statementTypes } from './words.ts';

/** Text that a rule allows. The reason says which texts it allows; `faultsOf` reads it. */
const text = (isAllowed: (value: string) => boolean, rule: CodedReason) =>
  Type.Refine(Type.String(), isAllowed, () => encodeReason(rule));

const nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

const Slug = text((value) => /^[a-z0-9-]{1,64}$/.test(value), makeReason('slug_rule'));
const Name = text(isName, makeReason('name_rule'));
const AccountId = text(
  (value) => isName(value) && !value.startsWith(portfolioPrefix),
  makeReason('account_id_rule', { start: portfolioPrefix }),
);
const Instant = text(isInstant, makeReason('instant_rule'));
const Day = text(isDay, makeReason('day_rule'));
const Currency = text(isCurrency, makeReason('currency_rule'));
const Timezone = text(isTimezone, makeReason('timezone_rule'));
const NeverCut = Type.Unsafe<null>(
  Type.Refine(
    Type.Unknown(),
    (value) => value === null,
    () => encodeReason(makeReason('no_cut_rule')),
  ),
);

const closed = { additionalProperties: false } as const;

/** Mark as a boolean, or as the person who confirmed it, with time and method. */
const EntryMark = Type.Union([
  Type.Boolean(),
  Type.Object(
    {
      by: Type.Optional(Name),
      at: Type.Optional(nullable(Instant)),
      how: Type.Optional(nullable(Name)),
    },
    closed,
  ),
]);

/** Share link: the hash of its secret, and of its password. Their texts are stored nowhere. */
const EntryShare = Type.Object(
  {
    name: Name,
    hash: text((value) => /^[0-9a-f]{64}$/.test(value), makeReason('hash_rule')),
    password: Type.Optional(
      nullable(
        text(
          (value) => /^\$argon2id\$[\x21-\x7e]{20,300}$/.test(value),
          makeReason('password_hash_rule'),
        ),
      ),
    ),
    expires_at: Type.Optional(nullable(Instant)),
    revoked: Type.Optional(Type.Boolean()),
  },
  closed,
);

const common = {
  slug: Slug,
  owner: Slug,
  name: Name,
  published: Type.Optional(Type.Boolean()),
  verified: Type.Optional(
    Type.Object(
      { identity: Type.Optional(EntryMark), track_record: Type.Optional(EntryMark) },
      closed,
    ),
  ),
  benchmark: Type.Optional(nullable(Name)),
  hide: Type.Optional(Type.Array(Type.Enum(hidables), { uniqueItems: true })),
  created_at: Type.Optional(Instant),
  shares: Type.Optional(Type.Array(EntryShare, { maxItems: maxShares })),
};

export const OwnerEntry = Type.Object(
  {
    slug: Slug,
    name: Type.Optional(nullable(Name)),
    plan: Type.Optional(Type.Enum(plans)),
    plan_until: Type.Optional(nullable(Instant)),
    role: Type.Optional(Type.Enum(roles)),
    about: Type.Optional(nullable(text(isAbout, aboutRule))),
    link: Type.Optional(nullable(text(isLink, linkRule))),
  },
  closed,
);

export const AccountEntry = Type.Object(
  {
    type: Type.Literal('account'),
    ...common,
    account_id: AccountId,
    owner_data: Type.Optional(Type.Boolean()),
    show_trades_on_page: Type.Optional(Type.Boolean()),
    timezone: Type.Optional(nullable(Timezone)),
    statement_currency: Type.Optional(nullable(Currency)),
    statement_type: Type.Optional(nullable(Type.Enum(statementTypes))),
    statement_broker: Type.Optional(nullable(Name)),
    history_cut_at: Type.Optional(nullable(Day)),
  },
  closed,
);

export const PortfolioEntry = Type.Object(
  {
    type: Type.Literal('portfolio'),
    ...common,
    currency: Currency,
    members: Type.Array(Slug, { minItems: 1, uniqueItems: true }),
    history_cut_at: Type.Optional(NeverCut),
  },
  closed,
);

/** Schema for an account that exists: an absent key changes nothing. */
export const AccountChange = Type.Object(
  { ...Type.Partial(AccountEntry).properties, slug: Slug },
  closed,
);
export const PortfolioChange = Type.Object(
  { ...Type.Partial(PortfolioEntry).properties, slug: Slug },
  closed,
);

/** Top level of a registry file. Entries are checked one by one, so that errors name each. */
export const RegistryFile = Type.Object(
  {
    owners: Type.Optional(Type.Array(Type.Unknown())),
    accounts: Type.Optional(Type.Array(Type.Unknown())),
  },
  closed,
);

export type OwnerEntry = Static<typeof OwnerEntry>;
export type EntryShare = Static<typeof EntryShare>;
export type EntryMark = Static<typeof EntryMark>;
type Keys = Omit<Static<typeof AccountChange>, 'type'> &
  Omit<Static<typeof PortfolioChange>, 'type' | 'history_cut_at'>;

/** Entry of an account or a portfolio. Absent keys are undefined. */
export type SubjectEntry = Keys & { readonly type?: 'account' | 'portfolio' };
