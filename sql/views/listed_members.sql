-- one row per published account or portfolio and account with rows in its lists. Left out if its
-- figures were computed from other data.
create or replace view listed_members as
select
    shown_members.*,
    has_magic_numbers(accounts.platform) as has_magic_numbers,
from shown_members
inner join computed using (subject_id)
inner join accounts using (account_id)
where computed.as_of is not null and computed.withheld is null;
comment on view listed_members is 'For the operator, with internal ids: accounts with rows in the shared lists, and their hidden fields.';
comment on column listed_members.slug is 'Slug of the account or portfolio with the list.';
comment on column listed_members.type is 'account or portfolio.';
comment on column listed_members.subject_id is 'The account_id, or portfolio: and the slug.';
comment on column listed_members.account_id is 'Internal id of the account.';
comment on column listed_members.history_cut_at is 'First day of its history that counts, UTC; null without a cut.';
comment on column listed_members.hidden is 'Hidden fields of each of its rows.';
comment on column listed_members.has_magic_numbers is 'True if its platform has magic numbers.';
