-- one row per account or portfolio of the registry
create table if not exists decisions (
    slug varchar not null,
    type varchar not null,
    subject_id varchar not null,
    owner varchar not null,
    published boolean not null,
    hide varchar[] not null,
    history_cut_at date,
    members varchar[] not null
);
comment on table decisions is 'What owners had decided when the last run began, one row per slug; for the operator, private accounts too. What strangers may read follows from it and stands in shown_subjects.';
comment on column decisions.slug is 'Public address.';
comment on column decisions.type is 'account or portfolio.';
comment on column decisions.subject_id is 'The account_id, or portfolio: and the slug.';
comment on column decisions.owner is 'Slug of its owner.';
comment on column decisions.published is 'Whether strangers may read it.';
comment on column decisions.hide is 'What its owner hides of it.';
comment on column decisions.history_cut_at is 'First day of its history that is to count, UTC; null without a cut.';
comment on column decisions.members is 'Slugs of the members of a portfolio, in order; empty for an account.';
