-- Partitions the event log (ADR 19). The table events of earlier versions becomes partition 0 of event_log and stays the one that is
-- written to for at least a day, so that processes of those versions see all events while a cluster is upgraded.
-- This step takes its locks for an instant, the next reads the table once and blocks nobody, the one after it again takes an instant.
alter table events add column segment integer not null default 0;
alter table events add constraint events_segment check (segment = 0) not valid;
create table event_segments (segment integer primary key, started bigint not null);
insert into event_segments values (0, (extract(epoch from clock_timestamp()) * 1000)::bigint);
-- Which partitions hold events of a log, and from which position on. Those dropped by retention wait until the partition can go.
create table log_segments (
  account text collate "C" not null, log text collate "C" not null, segment integer not null, first_position bigint not null, dropped bigint,
  primary key (account, log, segment)
);
create index log_segments_in_use on log_segments (segment) where dropped is null;
create index log_segments_dropped on log_segments (segment, dropped) where dropped is not null;
