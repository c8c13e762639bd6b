-- one row per portfolio, member in another currency, and day it converts on
create table if not exists conversions (
    subject_id varchar not null,
    account_id varchar not null,
    day date not null,
    rate double not null,
    unit double not null,
    printed_digits integer not null
);
comment on table conversions is 'How amounts of members in another currency came into the figures of their portfolios, one row per subject_id, account_id and day.';
comment on column conversions.subject_id is 'portfolio: and the slug.';
comment on column conversions.account_id is 'Internal id of the member.';
comment on column conversions.day is 'Day of the amounts, UTC.';
comment on column conversions.rate is 'What one unit of the member''s currency was worth in the portfolio''s.';
comment on column conversions.unit is 'Minor units in one unit of the portfolio''s currency; amounts are rounded to whole ones.';
comment on column conversions.printed_digits is 'Digits after the point that reported amounts are rounded to.';
