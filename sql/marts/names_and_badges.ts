import Type from 'typebox';
import { composed, figure } from '../figures.ts';
import { text, words } from '../shared.ts';
import { depositsNotRead } from './summary.ts';

const verified = Type.Object(
  {
    identity: Type.Boolean(
      words(
        'The owner controls the account, as proved or confirmed; `verified_by` says how',
        'public',
      ),
    ),
    track_record: Type.Boolean(
      words(
        'Every published trade and deposit was read from the broker and adds up to its balance, or the operator confirmed all of them. `verified_by` says which',
        'public',
      ),
    ),
    covered_until: figure({
      unit: 'day',
      is: 'last day that the operator confirmed, if data of its owner from later days counts too',
      nullWhen: 'no_days_confirmed',
      seenBy: 'public',
    }),
    lapsed_at: figure({
      unit: 'instant',
      is: 'time at which data of another source changed what the operator had confirmed',
      nullWhen: 'not_lapsed',
      seenBy: 'public',
    }),
    reason: figure({
      unit: 'text',
      among: [depositsNotRead],
      is: 'why a history that was read from the broker does not count as confirmed',
      nullWhen: 'no_doubt_of_confirmation',
      seenBy: 'public',
    }),
  },
  { title: 'Verified', ...words('Badges of the account; see `verified_by`', 'public') },
);

const confirmation = (mark: string) =>
  composed(
    {
      is: `who confirmed \`verified.${mark}\`, when and how`,
      nullWhen: mark === 'identity' ? 'no_identity' : 'no_track_record_confirmed',
      seenBy: 'public',
    },
    {
      by: text(
        'Who confirmed it; `operator` is the operator of this site. `broker` stands for data read from the broker or a sign-in there, `terminal` for a code that the terminal showed and the owner typed',
        'public',
      ),
      at: figure({
        unit: 'instant',
        is: 'time of the confirmation',
        nullWhen: 'not_written_down',
        seenBy: 'public',
      }),
      how: figure({
        unit: 'text',
        is: 'how it was confirmed, for a mark in the words of the operator',
        nullWhen: 'not_written_down',
        seenBy: 'public',
      }),
    },
  );

const verified_by = Type.Object(
  {
    identity: confirmation('identity'),
    track_record: confirmation('track_record'),
  },
  { title: 'VerifiedBy', ...words('Who confirmed the badges, when and how', 'public') },
);

const owner = Type.Object(
  {
    slug: text('Identifier of the owner', 'public'),
    name: figure({
      unit: 'text',
      is: 'public name of the owner',
      nullWhen: 'no_public_name',
      seenBy: 'public',
    }),
  },
  { title: 'Owner', ...words('Owner of the account', 'public') },
);

/** Members of the account object that come from the registry and that researchers see too. */
export const namesAndBadges = {
  name: text('Name chosen by the owner', 'public'),
  owner,
  verified,
  verified_by,
  published_at: figure({
    unit: 'instant',
    is: 'time at which the first version was served in which strangers could read the account; nobody can set it',
    nullWhen: 'public_never',
    seenBy: 'public',
  }),
} as const;
