-- Working days from the depot to the addresses of a zone; where a zone has none, those of its service hold.
alter table delivery_partition add column transit_min int;
alter table delivery_partition add column transit_max int;
alter table delivery_partition add constraint delivery_partition_transit
  check (transit_min >= 0 and transit_max >= 0 and transit_max >= transit_min);
