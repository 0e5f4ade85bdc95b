-- The carrier simulator runs in real time until its speed is raised.
alter table courier alter column simulator_speed set default 1;
