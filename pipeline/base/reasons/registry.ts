import { currencyRule } from '../../../sql/raw/currencies.ts';
import { timezoneRule } from '../timezone-names.ts';
import type { Reasons } from './form.ts';

/** Reasons why the registry refuses a decision. Names in braces are values. */
export const registryReasons = {
  registry_both: '{first}; {second}',
  registry_either: '{first} or {second}',
  registry_key_must_be: '{key} {value} must be {wanted}',
  registry_entry_must_be: 'must be {wanted}',
  registry_key_refused: '{key} {value} is not allowed',
  registry_lacks_keys: 'lacks {names}',
  registry_new_lacks_keys: 'lacks {names}, which a new entry needs',
  registry_unknown_keys: 'unknown key {names}',
  registry_duplicate_items: '{key} {value} must not have duplicate items',
  registry_few_items: '{key} {value} must not have fewer than {max} items',
  registry_many_items: '{key} {value} must not have more than {max} items',
  registry_type_string: 'string',
  registry_type_boolean: 'boolean',
  registry_type_object: 'object',
  registry_type_array: 'array',
  registry_type_null: 'null',
  registry_listed: 'one of {names}',
  registry_subject_type: 'account or portfolio',
  registry_slug_rule: '1 to 64 of a-z 0-9 -',
  registry_name_rule: '1 to 200 characters, without control characters',
  registry_account_id_rule:
    '1 to 200 characters, without control characters, and not begin with {start}',
  registry_instant_rule: 'an instant such as 2027-01-01T00:00:00Z',
  registry_day_rule: 'a day that exists, as YYYY-MM-DD',
  registry_currency_rule: currencyRule,
  registry_timezone_rule: timezoneRule,
  registry_no_cut_rule: "null: only an account's history can be cut",
  registry_hash_rule: 'the SHA-256 of the secret, in hex',
  registry_password_hash_rule: 'a hash of argon2id',
  registry_about_rule:
    'at most {max} characters on {lines} lines, without control characters or invisible ones',
  registry_link_rule:
    'an address that begins with https:// and names a site, at most {max} characters',
  registry_same_slug: '{place} has the same slug',
  registry_unknown_owner: 'owner {owner} is not in the registry or the file',
  registry_owner_exists: 'owner {owner} exists already; owners invite makes a new sign-in link',
  registry_owner_being_deleted:
    'this owner deleted everything and the data is not removed yet; add it after the next run',
  registry_slug_of_deleted:
    "the slug belonged to a deleted account and can't be used again; choose another",
  registry_slug_of_portfolio:
    "the slug belongs to a portfolio and can't be used again; choose another",
  registry_slug_of_account:
    "the slug belongs to account_id {account} and can't be used again; choose another",
  registry_account_has_slug: 'account_id {account} has the slug {slug} already',
  registry_account_deleted:
    'account_id {account} was deleted by its owner and its data is not removed yet; add it after the next run',
  registry_being_deleted:
    'you deleted this account, and its data is being removed. Add it again after the next run, usually in a few minutes. Upload your statement again then.',
  registry_unknown_member: 'member {slug} is not in the registry or the file',
  registry_member_is_portfolio: 'member {slug} is a portfolio',
  registry_foreign_member: 'member {slug} belongs to {owner}',
  registry_member_elsewhere: 'portfolio {slug} of {owner} has it as a member',
  registry_only_member: 'The portfolio {name} has no other account. Delete the portfolio first.',
  registry_loaded_by_operator: 'The operator loads {name} from files. These must be removed first.',
  registry_cut_too_early:
    'history_cut_at {value} would bring back history before {day}, which was permanently removed; choose a later day',
  registry_future_mark:
    'verified: at {value} is in the future; give the day on which it was confirmed',
  registry_reserved_mark:
    'verified: by {value} is reserved for what trackrecord itself saw; name the person who confirmed it',
  registry_foreign_hash: '{key} {value} has the hash of another share link',
  registry_many_shares: 'This account has {count} share links, the maximum. Revoke one first.',
} as const satisfies Reasons<'registry'>;
