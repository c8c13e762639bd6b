-- one row per subject with amounts too large to be added up exactly:
-- minor units beyond 2^53
select
    scope.subject_id,
    sum(abs(events.amount_minor)) as minor_units,
from events
inner join scope using (subject_no)
group by scope.subject_id
having not sum(abs(events.amount_minor)) < 9007199254740992
