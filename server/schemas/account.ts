import Type from 'typebox';
import { composed, descriptionOf, figure } from '../../sql/figures.ts';
import { flagOf, sectionNames, sections } from '../../sql/marts/index.ts';
import { namesAndBadges } from '../../sql/marts/names_and_badges.ts';
import { summary } from '../../sql/marts/summary.ts';
import { restatements } from '../../sql/record/restatements.ts';
import { count, fromTrades, instant, oneOf, text, words } from '../../sql/shared.ts';
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
  unknown_capital,
  updated_at,
  performance,
} = summary.properties;

export const accountTypes = ['account', 'portfolio'] as const;

/** Optional sections, each null while it is hidden. */
const included = Object.fromEntries(
  sectionNames.map((name) => {
    const options = words(
      `${descriptionOf(sections[name])}. Only if \`include\` names it. Null if its owner hides it`,
      `hidden by ${flagOf(name)}`,
    );
    return [name, Type.Optional(Type.Union([sections[name], Type.Null()], options))];
  }),
);

const explain = Type.Record(
  Type.String(),
  Type.Object({
    definition: text('Definition of the figure and its formula', 'public'),
    source: figure({
      unit: 'text',
      is: 'source of the formula',
      nullWhen: 'no_source',
      seenBy: 'public',
    }),
    sql: text('File of the SQL that computes it, such as `sql/marts/advanced.sql`', 'public'),
    rows: figure({
      unit: 'count',
      is: 'number of trades, positions, days, months or cash flows that it was computed from',
      nullWhen: 'no_count',
      seenBy: 'public',
    }),
    null_reason: figure({
      unit: 'text',
      is: 'why the figure is null; for a list, why an entry is null',
      nullWhen: 'not_null',
      seenBy: 'public',
    }),
  }),
  words(
    'Explanation of every figure in the answer, by its path. Only if `include` names it; hidden sections are left out',
    'public',
  ),
);

const thinned = Type.Array(
  Type.Object({
    list: text('Path of the list, such as `equity_curve.daily_performance`', 'public'),
    rows: count('Rows of the list in the range from `from` to `to`', fromTrades),
    returned: count('Rows in this answer', fromTrades),
  }),
  words('Lists that `points` has shortened. Only if there are any', fromTrades),
);

/** Schema of the account object, with the sections that `include` may add. */
export const account = Type.Object(
  {
    type: oneOf(accountTypes, 'An account, or a portfolio of several', 'public'),
    slug: text('Stable identifier, the last part of the public address', 'public'),
    name: namesAndBadges.name,
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
      nullWhen: 'not_cut',
      seenBy: 'public',
    }),
    published: Type.Boolean(words('True if the account has a public page', 'public')),
    verified: namesAndBadges.verified,
    verified_by: namesAndBadges.verified_by,
    reconciled,
    reconciliation,
    balance,
    equity,
    unknown_capital,
    published_at: namesAndBadges.published_at,
    created_at: instant('Time at which the account was first seen', 'public'),
    updated_at,
    performance,
    owner: namesAndBadges.owner,
    attribution,
    ...included,
    restatements: Type.Optional(
      composed(
        {
          is: `${descriptionOf(restatements)}. Only if \`include\` names it`,
          nullWhen: 'not_recorded',
          seenBy: 'public',
        },
        restatements.properties,
      ),
    ),
    thinned: Type.Optional(thinned),
    explain: Type.Optional(explain),
  },
  { title: 'Account', description: 'An account or a portfolio. Amounts are in its currency' },
);

/** Schema of a page of account objects, which have no sections. */
export const accountList = Type.Object(
  {
    data: Type.Array(account, words('Accounts, without sections', 'public')),
    pagination,
  },
  { title: 'AccountList', description: 'A page of accounts' },
);
