-- one row per closed trade of a registered account, without internal ids
create or replace view shared_trades as
select subjects.slug, trades.* exclude (account_id)
from trades
inner join subjects on trades.account_id = subjects.subject_id
left join history_cuts using (account_id)
where subjects.slug is not null
    and (
        history_cuts.history_cut_at is null
        or trades.closed_at >= history_cuts.history_cut_at
    );
comment on view shared_trades is 'Closed trades of registered accounts by slug, after the history cut, without internal ids.';
