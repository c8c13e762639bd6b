-- one row per booking that is no trade: account_id, id
create table if not exists cash_flows (
    account_id varchar not null,
    id varchar not null,
    "at" timestamp not null,
    amount decimal(28, 8) not null,
    kind varchar not null
);
comment on table cash_flows is 'Bookings that are no trade, one row per account_id and id.';
comment on column cash_flows.account_id is 'Internal id of the account.';
comment on column cash_flows.id is 'The broker''s identifier of the booking.';
comment on column cash_flows."at" is 'When it was booked, UTC.';
comment on column cash_flows.amount is 'Positive in, negative out, in the account''s currency.';
comment on column cash_flows.kind is 'flow (deposit, withdrawal), adjustment (a result of no trade) or credit (in no figure).';
