-- one row per source file, or large file of a version, that is unchanged since it was read
create table if not exists known_files (
    path varchar not null,
    state varchar not null,
    sha256 varchar not null
);
comment on table known_files is 'State of source files, and of large files of versions, in the file system when they were read; unchanged files are not read again.';
comment on column known_files.path is 'Path of the file.';
comment on column known_files.state is 'Device, inode, size, and times of the last write of content and inode, in nanoseconds.';
comment on column known_files.sha256 is 'SHA-256 of the bytes of the file.';
