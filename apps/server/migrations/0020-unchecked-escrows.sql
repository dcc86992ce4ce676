-- What is held and could not be checked is looked for by age, however much is held.
create index escrows_unchecked on escrows (created_at) where state = 'PENDING' and verified_at is null;
