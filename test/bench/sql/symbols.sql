-- one row per symbol whose pip size does not follow from its name
select
    getvariable('names')[s] as symbol,
    1.0 as pip_size,
    null::varchar as server,
from range(23, 31) as numbers (s)
