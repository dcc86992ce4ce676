-- Talents' voices that a cloning model speaks: the operator's name of the model, the recording that it speaks as (in
-- the object store), and what is said in it where the model must know. The conversion, where it came out too, speaks
-- while the model is out of order.
alter table voices
  add column clone_model text,
  add column clone_key text,
  add column clone_text text,
  add constraint voices_clone_whole check ((clone_model is null) = (clone_key is null)),
  drop constraint voices_custom_ready,
  add constraint voices_custom_ready check
    (engine <> 'custom' or state <> 'ready' or clone_key is not null
      or (base_voice is not null and model_key is not null));

-- Spoken by a voice's conversion in place of its cloning model: no other voice is to be heard, but not this one's clone.
alter table syntheses add column is_fallback boolean not null default false;
