import { currencyRule } from '../../../sql/raw/currencies.ts';
import { timezoneRule } from '../timezone-names.ts';

/** Reasons why the registry refuses a decision. Names in braces are values. */
export const registryReasons = {
  both: '{first}; {second}',
  either: '{first} or {second}',
  key_must_be: '{key} {value} must be {wanted}',
  entry_must_be: 'must be {wanted}',
  key_refused: '{key} {value} is not allowed',
  lacks_keys: 'lacks {names}',
  new_lacks_keys: 'lacks {names}, which a new entry needs',
  unknown_keys: 'unknown key {names}',
  duplicate_items: '{key} {value} must not have duplicate items',
  few_items: '{key} {value} must not have fewer than {max} items',
  many_items: '{key} {value} must not have more than {max} items',
  type_string: 'string',
  type_boolean: 'boolean',
  type_object: 'object',
  type_array: 'array',
  type_null: 'null',
  listed: 'one of {names}',
  subject_type: 'account or portfolio',
  slug_rule: '1 to 64 of a-z 0-9 -',
  name_rule: '1 to 200 characters, without control characters',
  account_id_rule: '1 to 200 characters, without control characters, and not begin with {start}',
  instant_rule: 'an instant such as 2027-01-01T00:00:00Z',
  day_rule: 'a day that exists, as YYYY-MM-DD',
  currency_rule: currencyRule,
  timezone_rule: timezoneRule,
  no_cut_rule: "null: only an account's history can be cut",
  hash_rule: 'the SHA-256 of the secret, in hex',
  password_hash_rule: 'a hash of argon2id',
  about_rule:
    'at most {max} characters on {lines} lines, without control characters or invisible ones',
  link_rule: 'an address that begins with https:// and names a site, at most {max} characters',
  same_slug: '{place} has the same slug',
  unknown_owner: 'owner {owner} is not in the registry or the file',
  owner_exists: 'owner {owner} exists already; owners invite makes a new sign-in link',
  owner_being_deleted:
    'this owner deleted everything and the data is not removed yet; add it after the next run',
  slug_of_deleted: "the slug belonged to a deleted account and can't be used again; choose another",
  slug_of_portfolio: "the slug belongs to a portfolio and can't be used again; choose another",
  slug_of_account:
    "the slug belongs to account_id {account} and can't be used again; choose another",
  account_has_slug: 'account_id {account} has the slug {slug} already',
  account_deleted:
    'account_id {account} was deleted by its owner and its data is not removed yet; add it after the next run',
  being_deleted:
    'you deleted this account, and its data is being removed. Add it again after the next run, usually in a few minutes. Upload your statement again then.',
  unknown_member: 'member {slug} is not in the registry or the file',
  member_is_portfolio: 'member {slug} is a portfolio',
  foreign_member: 'member {slug} belongs to {owner}',
  member_elsewhere: 'portfolio {slug} of {owner} has it as a member',
  only_member: 'The portfolio {name} has no other account. Delete the portfolio first.',
  loaded_by_operator:
    'The operator loads {name} from files. Ask the operator to remove those first.',
  cut_too_early:
    'history_cut_at {value} would bring back history before {day}, which was permanently removed; choose a later day',
  future_mark: 'verified: at {value} is in the future; give the day on which it was confirmed',
  reserved_mark:
    'verified: by {value} is reserved for what trackrecord itself saw; name the person who confirmed it',
  foreign_hash: '{key} {value} has the hash of another share link',
  many_shares: 'This account has {count} share links, the maximum. Revoke one first.',
} as const;
