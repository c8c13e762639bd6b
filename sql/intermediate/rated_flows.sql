-- one row per subject and cash flow or adjustment after the cut, with the
-- day's rate into the subject's currency
with
kept as (
    select
        members.subject_no,
        members.currency,
        members.subject_currency,
        cash_flows.*,
    from cash_flows
    inner join members using (account_id)
    where cash_flows.kind <> 'credit'
        and (members.cut_at is null or cash_flows."at" >= members.cut_at)
)

select kept.*, 1.0::double as rate
from kept
where kept.currency = kept.subject_currency
union all
select kept.*, exchange_rates.rate
from kept
asof inner join exchange_rates
    on kept.currency = exchange_rates.base
    and kept.subject_currency = exchange_rates.quote
    and kept."at"::date >= exchange_rates.date
