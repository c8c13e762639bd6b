-- Faults of values, as JSON of a code and values. The sentences of the codes are in
-- `pipeline/base/reasons/`.

create or replace macro fault(code) as '{"code":"' || code || '","values":{}}';

create or replace macro fault_with(code, facts) as
    to_json({'code': code, 'values': facts})::varchar;
