-- one row per account or portfolio with statistics
create table if not exists subjects (
    subject_id varchar not null,
    type varchar not null,
    slug varchar,
    currency varchar,
    benchmark varchar,
    created_at timestamp,
    accounts_published bigint not null,
    observed_from date,
    gaps struct(begins timestamp, ends timestamp)[],
    definition ubigint not null,
    observed ubigint not null
);
comment on table subjects is 'Accounts and portfolios with statistics, as registered at the last run, one row per subject_id.';
comment on column subjects.subject_id is 'The account_id, or portfolio: and the slug.';
comment on column subjects.type is 'account or portfolio.';
comment on column subjects.slug is 'Slug; null for an account that is not registered.';
comment on column subjects.currency is 'Currency of its figures.';
comment on column subjects.benchmark is 'Benchmark that it is compared with: a symbol in the table prices. Null without one.';
comment on column subjects.created_at is 'Creation time of a portfolio, UTC.';
comment on column subjects.accounts_published is 'Number of published accounts here, raised to 1, 2, 5, 10, 20, 50 and so on.';
comment on column subjects.observed_from is 'First day that strangers could watch as a whole, and on which nothing was cut or changed since; null if they never could.';
comment on column subjects.gaps is 'Times of a day or more since then in which strangers could not read it, UTC. One that has not ended ends in the year 9999.';
comment on column subjects.definition is 'Hash of its currency, creation, benchmark, members with their history cuts, and accounts_published.';
comment on column subjects.observed is 'Hash of observed_from and gaps.';
