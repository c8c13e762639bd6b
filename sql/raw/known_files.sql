-- one row per source file that was left alone since its content was read
create table if not exists known_files (
    path varchar not null,
    state varchar not null,
    sha256 varchar not null
);
comment on table known_files is 'What the file system said of source files when their content was read; those it says the same of are not read again.';
comment on column known_files.path is 'Where the file is.';
comment on column known_files.state is 'Device, inode, size, and when content and inode were written, in nanoseconds.';
comment on column known_files.sha256 is 'SHA-256 of the file''s bytes.';
