-- one row per subject and grain whose months or years do not compound to the
-- total return, or differ from the published ones.
with
compounded as (
    select
        periods.subject_no,
        periods.grain,
        count(*) as periods,
        product(periods.growth) as index_of_periods,
        count(*) filter (
            periods.return_percent is distinct from percent(periods.growth - 1)
        ) as misprinted,
    from periods
    group by periods.subject_no, periods.grain
),

whole_returns as (
    select
        days.subject_no,
        arg_max(days.twr_index, days.day) as twr_index,
    from days
    group by days.subject_no
),

-- Allowed error: growth is a product of one factor per event, each rounded once (by 2^-53). A
-- period divides two such products, and is multiplied once.
counted as (
    select events.subject_no, count(*) as events
    from events
    group by events.subject_no
)

select
    selection.subject_id,
    'withheld_odd_periods' as code,
    compounded.grain,
    twelve_digits(compounded.index_of_periods) as index_of_periods,
    twelve_digits(whole_returns.twr_index) as twr_index,
    compounded.misprinted,
from compounded
inner join whole_returns using (subject_no)
inner join counted using (subject_no)
inner join selection using (subject_no)
where compounded.misprinted > 0
    or not abs(compounded.index_of_periods - whole_returns.twr_index)
        <= whole_returns.twr_index
        * (2 * counted.events + 2) * (compounded.periods + 1) * pow(2, -53)
