-- How often and when somebody was paid, for the address book and its suggestions.
create index transfer_to_recipient on app.transfer (sender_id, recipient_id, created_at desc);
