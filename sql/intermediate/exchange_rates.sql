-- one row per currency pair that a selected portfolio needs, and date
with
pairs as (
    select distinct
        members.currency as base,
        members.subject_currency as quote,
    from members
    where members.currency <> members.subject_currency
),

quoted as (
    select fx_rates.date, fx_rates.base, fx_rates.quote, fx_rates.rate, 1 as choice
    from fx_rates
    union all
    select fx_rates.date, fx_rates.quote, fx_rates.base, 1 / fx_rates.rate, 2
    from fx_rates
),

-- Crosses only the needed currencies. All pairs would be the square of a day's
-- rates.
outward as (
    select quoted.*
    from quoted
    where quoted.base in (select pairs.base from pairs)
),

inward as (
    select quoted.*
    from quoted
    where quoted.quote in (select pairs.quote from pairs)
),

crossed as (
    select
        near.date,
        near.base,
        far.quote,
        near.rate * far.rate as rate,
        2 + near.choice + far.choice as choice,
        near.quote as pivot,
    from outward as near
    inner join inward as far
        on near.date = far.date and near.quote = far.base
    where (near.base, far.quote) in (select (pairs.base, pairs.quote) from pairs)
),

candidates as (
    select quoted.date, quoted.base, quoted.quote, quoted.rate, quoted.choice, '' as pivot
    from quoted
    inner join pairs using (base, quote)
    union all
    select crossed.date, crossed.base, crossed.quote, crossed.rate, crossed.choice, crossed.pivot
    from crossed
)

select
    candidates.base,
    candidates.quote,
    candidates.date,
    arg_min(candidates.rate, (candidates.choice, candidates.pivot)) as rate,
from candidates
group by candidates.base, candidates.quote, candidates.date
