-- one row per account or portfolio that a stranger may read and account whose
-- rows stand in its lists: not where its figures are computed from other rows
create or replace view listed_members as
select
    shown_members.*,
    has_magic_numbers(accounts.platform) as has_magic_numbers,
from shown_members
semi join computed_subjects using (subject_id)
anti join held_back using (subject_id)
inner join accounts using (account_id);
comment on view listed_members is 'For the operator, with internal ids: whose rows the shared lists hold, and what is hidden of them.';
comment on column listed_members.slug is 'Public address of whose list it is.';
comment on column listed_members.type is 'account or portfolio.';
comment on column listed_members.subject_id is 'The account_id, or portfolio: and the slug.';
comment on column listed_members.account_id is 'Internal id of the account.';
comment on column listed_members.history_cut_at is 'First day of its history that counts, UTC; null without a cut.';
comment on column listed_members.hidden is 'What is not shown of each of its rows there.';
comment on column listed_members.has_magic_numbers is 'Whether its platform knows magic numbers.';
