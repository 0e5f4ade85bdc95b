-- Orders whose label is being taken back say so in the list, as flag 32.
update shipment s set flags = s.flags | 32
  where exists (select 1 from revoke_task t
    where t.tenant_id = s.tenant_id and t.shipment_id = s.id and t.status in ('1', '2'));
