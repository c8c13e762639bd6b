-- Functions of the sources of data.

-- Sources that owners can write to: `ownersSources` has the same.
create or replace macro is_written_by_owner(source) as
    source in ('terminal', 'owner_statement', 'owner_api');
