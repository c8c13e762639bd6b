-- one row per subject with closed trades.
-- Z = (N (R - 0.5) - P) / sqrt(P (P - N) / (N - 1)), with P = 2 W L and R runs.
-- Source: MetaQuotes, "Mathematics in Trading", mql5.com/en/articles/1492.
with
counts as (
    select
        trade_totals.subject_no,
        (trade_totals.won + trade_totals.lost)::double as n,
        2.0::double * trade_totals.won * trade_totals.lost as p,
        trade_returns.runs,
    from trade_totals
    inner join trade_returns using (subject_no)
),

scores as (
    select
        counts.subject_no,
        case when counts.p > counts.n then
            (counts.n * (counts.runs - 0.5) - counts.p)
            / sqrt(counts.p * (counts.p - counts.n) / (counts.n - 1))
        end as z,
    from counts
)

select
    scores.subject_no,
    six_decimals_once(scores.z) as value,
    percent_once(erf(abs(scores.z) / sqrt(2))) as probability,
from scores
