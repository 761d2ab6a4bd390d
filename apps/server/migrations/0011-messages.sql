-- Messages: the answer of support stands in its notice, news can be withdrawn, and mails about news go out once.

alter table app.notice drop constraint notice_facts_check;
alter table app.notice add constraint notice_facts_check check (octet_length(facts::text) <= 10000);

-- The list is read by time, news in between.
drop index app.notice_of_user;
create index notice_newest on app.notice (user_id, created_at desc, id desc);

-- Withdrawn: no longer shown, kept as a record of what was said.
alter table app.content add column retired_at timestamptz;

-- To whom a mail about an announcement was queued.
create table app.announcement_mail (
  user_id uuid not null references app.person,
  content_id text not null,
  queued_at timestamptz not null,
  primary key (user_id, content_id)
);
create index person_mails_announcements on app.person (id) where mails_announcements;
