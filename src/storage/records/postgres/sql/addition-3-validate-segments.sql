alter table events validate constraint events_segment;
