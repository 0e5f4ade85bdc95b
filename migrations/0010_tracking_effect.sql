-- What an event does: sets a status, only tells, or takes back the one before it. The latter two have no status.
alter table tracking_event alter status drop not null;
alter table tracking_event add effect text not null default 'move' check (effect in ('move', 'note', 'cancel'));
alter table tracking_event add check (effect <> 'move' or status is not null);
-- The zone a carrier documents for times without an offset; local_time is as the carrier wrote it.
alter table tracking_event add time_zone text;
-- Taken back: by the carrier's correction, or a scan of ours that was undone. Kept, and shown to staff only.
alter table tracking_event add cancelled boolean not null default false;
-- Somebody decided whether the public sees it: a new reading of the carrier's codes leaves that alone.
alter table tracking_event add visible_set boolean not null default false;
-- The carrier's words name the consignee: the public is told the status without them.
alter table tracking_event add text_hidden boolean not null default false;

alter table parcel add watched_since timestamptz;
alter table parcel add last_polled_at timestamptz;
-- Why a person has to look (parcelEffect): news the life of a parcel does not provide for.
alter table parcel add tracking_question text;
create index parcel_fba_code on parcel (tenant_id, fba_code) where fba_code is not null;

-- Numbers the simulator was handed run at the pace of the day they were handed over: a change must not tell their story anew.
alter table simulator_parcel add origin_country text;
alter table simulator_parcel add speed int not null default 1 check (speed between 1 and 100000);
-- A day of the simulator's story passes in this many times less; 1440: a day in a minute.
alter table courier add simulator_speed int not null default 1440 check (simulator_speed between 1 and 100000);
-- The plan a DHL key starts with.
alter table courier add calls_per_day int default 250 check (calls_per_day > 0);
create index carrier_push_new on carrier_push (tenant_id, id) where state = 'new';
