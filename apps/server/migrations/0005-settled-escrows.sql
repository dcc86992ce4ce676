-- Nothing of a settled payment changes any more, and no held payment is ever deleted: until now only the
-- state and the amounts were guarded.
create or replace function escrow_is_final() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'escrow % may not be deleted', old.id using errcode = 'restrict_violation';
  end if;
  if old.state <> 'PENDING' and new is distinct from old then
    raise exception 'escrow % is already %', old.id, old.state using errcode = 'check_violation';
  end if;
  return new;
end $$;

create or replace trigger escrows_final before update or delete on escrows
  for each row execute function escrow_is_final();
