import Type from 'typebox';
import { composed, descriptionOf, figure } from '../../sql/figures.ts';
import { sectionNames, sections } from '../../sql/marts/index.ts';
import { summary } from '../../sql/marts/summary.ts';
import { restatements } from '../../sql/record/restatements.ts';
import { instant, oneOf, text, words } from '../../sql/shared.ts';
import { attribution } from './attribution.ts';
import { pagination } from './pagination.ts';

const {
  platform,
  currency,
  broker,
  server,
  leverage,
  demo,
  data_source,
  reconciled,
  reconciliation,
  balance,
  equity,
  updated_at,
  performance,
} = summary.properties;

export const accountTypes = ['account', 'portfolio'] as const;

const verified = Type.Object(
  {
    identity: Type.Boolean(
      words('The operator vouches that the owner controls the account', 'public'),
    ),
    track_record: Type.Boolean(
      words(
        'The operator vouches for the history; it was not read directly from the broker',
        'public',
      ),
    ),
  },
  { title: 'Verified', ...words('What the operator vouches for; see `verified_by`', 'public') },
);

const unwritten = 'nobody wrote it down';

const confirmation = (mark: string) =>
  composed(
    { is: `behind \`verified.${mark}\``, nullWhen: 'that is false', seenBy: 'public' },
    {
      by: text('Who confirmed it; `operator` is the operator of this site', 'public'),
      at: figure({ unit: 'instant', is: 'when', nullWhen: unwritten, seenBy: 'public' }),
      how: figure({
        unit: 'text',
        is: 'how, in words of the operator',
        nullWhen: unwritten,
        seenBy: 'public',
      }),
    },
  );

const verified_by = Type.Object(
  {
    identity: confirmation('identity'),
    track_record: confirmation('track_record'),
  },
  { title: 'VerifiedBy', ...words('Who confirmed what is verified, when and how', 'public') },
);

const owner = Type.Object(
  {
    slug: text('Identifier of the owner', 'public'),
    name: figure({
      unit: 'text',
      is: "the owner's public brand name",
      nullWhen: 'the owner has none to show',
      seenBy: 'public',
    }),
  },
  { title: 'Owner', ...words('Who the account belongs to', 'public') },
);

/** The sections, each null where it is hidden. */
const included = Object.fromEntries(
  sectionNames.map((name) => {
    const options = words(
      `${descriptionOf(sections[name])}. Only where \`include\` names it; null where its owner hides it`,
      `hidden by ${name}`,
    );
    return [name, Type.Optional(Type.Union([sections[name], Type.Null()], options))];
  }),
);

const explain = Type.Record(
  Type.String(),
  Type.Object({
    definition: text('What it is, and how it is computed', 'public'),
    source: figure({
      unit: 'text',
      is: 'where the formula is from',
      nullWhen: 'it is a fact, or a plain sum',
      seenBy: 'public',
    }),
    rows: figure({
      unit: 'count',
      is: 'how many trades, positions, days, months or flows it was computed from',
      nullWhen: 'they are not counted, or hidden',
      seenBy: 'public',
    }),
    null_reason: figure({
      unit: 'text',
      is: 'why it is null; of a list, why an entry is',
      nullWhen: 'it is not',
      seenBy: 'public',
    }),
  }),
  words(
    'Of every figure of the answer, by its path in it, what it is. Only where `include` names it; of a section that is hidden nothing',
    'public',
  ),
);

/** The account object: every member, and the sections that were asked for. */
export const account = Type.Object(
  {
    type: oneOf(accountTypes, 'An account, or a portfolio of several', 'public'),
    slug: text('Stable identifier, the last part of the public address', 'public'),
    name: text('Name chosen by the owner', 'public'),
    platform,
    currency,
    broker,
    server,
    leverage,
    demo,
    data_source,
    history_cut_at: figure({
      unit: 'day',
      is: 'day before which the owner removed all history',
      nullWhen: 'history was never cut; of a portfolio always',
      seenBy: 'public',
    }),
    published: Type.Boolean(words('Whether the account has a public page', 'public')),
    verified,
    verified_by,
    reconciled,
    reconciliation,
    balance,
    equity,
    created_at: instant('When the account was first seen', 'public'),
    updated_at,
    performance,
    owner,
    attribution,
    ...included,
    restatements: Type.Optional(
      composed(
        {
          is: `${descriptionOf(restatements)}. Only where \`include\` names it`,
          nullWhen: 'the version in service is of a program that kept no record of them',
          seenBy: 'public',
        },
        restatements.properties,
      ),
    ),
    explain: Type.Optional(explain),
  },
  { title: 'Account', description: 'An account or a portfolio; amounts are in its currency' },
);

/** A page of account objects, which carry no sections. */
export const accountList = Type.Object(
  {
    data: Type.Array(account, words('Accounts, without sections', 'public')),
    pagination,
  },
  { title: 'AccountList', description: 'A page of accounts' },
);
