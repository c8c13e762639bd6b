import Type, { type Static } from 'typebox';
import { encodeReason, makeReason } from '../base/reasons/reason.ts';
import { keySchemas, type ValuesOf } from './entry-fields.ts';
import { Instant, Name, nullable, ownerFields, Slug, subjectFields, textBy } from './fields.ts';
import { maxShares } from './words.ts';

const NeverCut = Type.Unsafe<null>(
  Type.Refine(
    Type.Unknown(),
    (value) => value === null,
    () => encodeReason(makeReason('registry_no_cut_rule')),
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
    hash: textBy((value) => /^[0-9a-f]{64}$/.test(value), makeReason('registry_hash_rule')),
    password: Type.Optional(
      nullable(
        textBy(
          (value) => /^\$argon2id\$[\x21-\x7e]{20,300}$/.test(value),
          makeReason('registry_password_hash_rule'),
        ),
      ),
    ),
    expires_at: Type.Optional(nullable(Instant)),
    revoked: Type.Optional(Type.Boolean()),
  },
  closed,
);

/** Keys of an account or portfolio that are more than a value, or are stored in other tables. */
const common = {
  slug: Slug,
  verified: Type.Optional(
    Type.Object(
      { identity: Type.Optional(EntryMark), track_record: Type.Optional(EntryMark) },
      closed,
    ),
  ),
  shares: Type.Optional(Type.Array(EntryShare, { maxItems: maxShares })),
};

export const OwnerEntry = Type.Object({ slug: Slug, ...keySchemas(ownerFields) }, closed);

export const AccountEntry = Type.Object(
  { ...common, ...keySchemas(subjectFields, 'account') },
  closed,
);

export const PortfolioEntry = Type.Object(
  {
    ...common,
    ...keySchemas(subjectFields, 'portfolio'),
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

export type OwnerEntry = Partial<ValuesOf<typeof ownerFields>> & { readonly slug: string };
export type EntryShare = Static<typeof EntryShare>;
export type EntryMark = Static<typeof EntryMark>;

/** Entry of an account or a portfolio. Absent keys are undefined. */
export type SubjectEntry = Partial<ValuesOf<typeof subjectFields>> & {
  readonly slug: string;
  readonly members?: readonly string[];
  readonly verified?: { readonly identity?: EntryMark; readonly track_record?: EntryMark };
  readonly shares?: readonly EntryShare[];
};
