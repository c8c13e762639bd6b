import Type, { type TSchema } from 'typebox';
import type { SectionName } from '../../pipeline/snapshot/layout.ts';
import * as marts from '../../sql/marts/index.ts';
import {
  instant,
  nullable,
  nullableInstant,
  nullableText,
  oneOf,
  text,
  words,
} from '../../sql/shared.ts';
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
} = marts.summary.properties;

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

const confirmation = (description: string) =>
  nullable(
    Type.Object({
      by: text('Who confirmed it; `operator` is the operator of this site', 'public'),
      at: nullableInstant('When, null where nobody wrote it down', 'public'),
      how: nullableText('How, in words of the operator; null where nobody wrote it down', 'public'),
    }),
    description,
    'public',
  );

const verified_by = Type.Object(
  {
    identity: confirmation('Behind `verified.identity`; null where that is false'),
    track_record: confirmation('Behind `verified.track_record`; null where that is false'),
  },
  { title: 'VerifiedBy', ...words('Who confirmed what is verified, when and how', 'public') },
);

const owner = Type.Object(
  {
    slug: text('Identifier of the owner', 'public'),
    name: nullableText("The owner's public brand name, null if unset", 'public'),
  },
  { title: 'Owner', ...words('Who the account belongs to', 'public') },
);

const section = <Schema extends TSchema>(name: SectionName, schema: Schema) =>
  Type.Optional(
    nullable(
      schema,
      `${descriptionOf(schema)}. Only where \`include\` names it; null where its owner hides it`,
      `hidden by ${name}`,
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
    history_cut_at: nullableText(
      'Day, YYYY-MM-DD, before which the owner removed all history; null if never',
      'public',
    ),
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
    equity_curve: section('equity_curve', marts.equity_curve),
    twr: section('twr', marts.twr),
    monthly: section('monthly', marts.monthly),
    by_symbol: section('by_symbol', marts.by_symbol),
    by_magic_number: section('by_magic_number', marts.by_magic_number),
    advanced: section('advanced', marts.advanced),
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

function descriptionOf(schema: TSchema): string {
  return 'description' in schema ? String(schema.description) : '';
}
