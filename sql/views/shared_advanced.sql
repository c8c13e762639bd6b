-- one row per account or portfolio that a stranger may read: its advanced,
-- null where hidden
create or replace view shared_advanced as
select
    shown_subjects.slug,
    shown_subjects.type,
    advanced.* exclude (subject_id) replace (
        unless_hidden(shown_subjects.hidden, 'volume', advanced.total_lots)
            as total_lots,
        case
            when list_contains(shown_subjects.hidden, 'trades')
                and advanced.best_trade_profit is not null
                then struct_update(advanced.best_trade_profit, date := null)
            else advanced.best_trade_profit
        end as best_trade_profit,
        case
            when list_contains(shown_subjects.hidden, 'trades')
                and advanced.worst_trade_profit is not null
                then struct_update(advanced.worst_trade_profit, date := null)
            else advanced.worst_trade_profit
        end as worst_trade_profit,
        case
            when list_contains(shown_subjects.hidden, 'trades')
                and advanced.charts is not null
                then struct_update(advanced.charts, recent_trades_duration := [])
            else advanced.charts
        end as charts
    ),
from shown_subjects
left join advanced
    on shown_subjects.subject_id = advanced.subject_id
    and not list_contains(shown_subjects.hidden, 'advanced');
comment on view shared_advanced is 'advanced of published accounts and portfolios by slug, as strangers may read it: null where hidden.';
