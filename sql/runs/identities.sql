-- one row per selected subject: its identity in the published version, as JSON
with
cuts as (
    select
        members.subject_no,
        members.member_no,
        members.account_id,
        strftime(members.cut_at, '%Y-%m-%d') as history_cut_at,
    from members
)

select
    selection.subject_no,
    to_json({
        id: selection.subject_id,
        type: selection.type,
        history_cut_at: case when selection.type = 'account' then
            any_value(cuts.history_cut_at)
        end,
        members: coalesce(
            list(cuts.account_id order by cuts.member_no)
                filter (cuts.account_id is not null),
            []
        ),
        member_cuts: coalesce(
            list(cuts.history_cut_at order by cuts.member_no)
                filter (cuts.account_id is not null),
            []
        )
    })::varchar as identity,
from selection
left join cuts using (subject_no)
group by selection.subject_no, selection.subject_id, selection.type
order by selection.subject_no
