-- What a client calls its device is shown to the owner of the account, in quotation marks. From here on the database takes
-- nothing that platform/device-name.ts would have taken out; names from before are cleaned once.

-- Controls, what turns the direction, what is not seen or drawn as nothing, and the quotation marks that come in pairs.
create domain app.device_name as text
  constraint device_name_short check (length(value) <= 40)
  constraint device_name_clean check (value !~ ('[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f'
    '\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ue000-\uf8ff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffd'
    '\U000e0000-\U000e0fff"\u201c-\u201f\u00ab\u00bb\u2039\u203a\u3008-\u300f\u301d-\u301f\uff02\uff62\uff63]'));

create function app.clean_device_name(name text) returns text language sql immutable as $$
  select trim(left(trim(regexp_replace(regexp_replace(regexp_replace(name,
    '[\u0009-\u000d\u0085\u00a0\u2028\u2029\u202f\u3000]', ' ', 'g'),
    '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f'
    '\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ue000-\uf8ff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffd'
    '\U000e0000-\U000e0fff"\u201c-\u201f\u00ab\u00bb\u2039\u203a\u3008-\u300f\u301d-\u301f\uff02\uff62\uff63]', '', 'g'),
    ' {2,}', ' ', 'g')), 40))
$$;

-- A try of whoever did not know the secret keeps the kind of its client and no word of it.
update app.security_event set device = case
    when device ~ '^(Chrome|Edge|Firefox|Opera|Safari|iPad|iPhone|iPod)( · (iOS|Android|Windows|macOS|Linux))?$' then device
    else substring(device from ' · (iOS|Android|Windows|macOS|Linux)$') end
  where event in ('loginFailed', 'payPasswordLocked') and device is not null;

alter table app.security_event drop constraint security_event_device_check,
  alter column device type app.device_name using nullif(app.clean_device_name(device), '');
alter table app.device alter column name type app.device_name using app.clean_device_name(name);

update app.notice set facts = jsonb_set(facts, '{device}',
    to_jsonb(coalesce(nullif(app.clean_device_name(facts ->> 'device'), ''), 'none')))
  where kind in ('newDevice', 'sessionsEnded') and facts ->> 'device' <> app.clean_device_name(facts ->> 'device');

drop function app.clean_device_name;
