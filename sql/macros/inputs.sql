-- What figures are computed from.

-- Hash of the SQL of the statistics, of what a subject is made of, and of when strangers could
-- watch it. Before the first watched day it makes no difference when that is.
create or replace macro input_of(form, definition, observed, observed_from, newest_booking_at) as
    hash(form, definition, case when newest_booking_at >= observed_from then observed end);
