-- A verification by the house itself: what a person gives of a record, piece by piece, and what persons of the house say of it.

-- What was typed or photographed of an item, under the key of its record; kept when it was saved last.
alter table app.kyc_item
  add column value bytea,
  add column file_id uuid references app.file,
  add column saved_at timestamptz,
  add constraint kyc_item_value check (num_nonnulls(value, file_id) <= 1),
  add constraint kyc_item_saved check ((saved_at is null) = (num_nonnulls(value, file_id) = 0));
create unique index kyc_item_file on app.kyc_item (file_id) where file_id is not null;

alter table app.kyc_record
  -- When its person last gave something that was not sent in yet; null: there is no draft.
  add column drafted_at timestamptz,
  add constraint kyc_record_drafted check (drafted_at is null or review in ('draft', 'again'));
create index kyc_record_idle on app.kyc_record (drafted_at) where review = 'draft' and drafted_at is not null;

-- Pictures of documents and signatures; what lies in the store is sealed under the key of their record.
alter table app.file drop constraint file_kind_check,
  add constraint file_kind_check
    check (kind in ('avatar', 'export', 'attachment', 'evidence', 'identity', 'signature'));

-- What people pick from. Codes stay for ever, because records name them; `closed` ones are offered no more.
create table app.kyc_choice (
  list text not null check (list in ('job', 'income', 'purpose')),
  code text not null check (code ~ '^[a-z][a-zA-Z0-9]{1,30}$'),
  position smallint not null,
  is_closed boolean not null default false,
  -- By language; English is always there.
  words jsonb not null check (words ? 'en'),
  primary key (list, code)
);

-- Kinds of documents that a region does not issue, or that nobody takes; every other region has both.
create table app.kyc_id_type_closed (
  region text not null check (region ~ '^[A-Z]{2}$'),
  id_type text not null check (id_type in ('idCard', 'passport')),
  primary key (region, id_type)
);
-- No identity cards are issued there to everybody.
insert into app.kyc_id_type_closed (region, id_type)
  select region, 'idCard' from unnest('{AU,CA,DK,FJ,GB,GG,IE,IM,JE,JP,NZ,US}'::text[]) as r (region);

-- A record that persons of the house check.
create table app.house_review (
  record_id uuid primary key references app.kyc_record,
  phase text not null check (phase in ('checking', 'held', 'done')),
  outcome text check (outcome in ('passed', 'again', 'final')),
  -- How often something was sent in.
  round smallint not null check (round between 1 and 100),
  -- Which wish brought it last: the same one again changes nothing.
  request_id text not null,
  received_at timestamptz not null,
  decided_at timestamptz,
  decided_by text,
  -- What the lines of the document say, under the key of the record.
  mrz bytea,
  check ((phase = 'done') = (outcome is not null)),
  check ((phase = 'checking') = (decided_at is null)),
  check ((decided_at is null) = (decided_by is null))
);
create index house_review_waiting on app.house_review (received_at) where phase = 'checking';

-- What was said of an item in this round.
create table app.house_verdict (
  record_id uuid not null references app.house_review on delete cascade,
  item text not null check (item ~ '^[a-z][a-zA-Z]{1,30}$'),
  verdict text not null check (verdict in ('accepted', 'again')),
  label text,
  said_by text not null,
  said_at timestamptz not null,
  primary key (record_id, item),
  check ((verdict = 'again') = (label is not null))
);

insert into app.kyc_choice (list, code, position, words) values
  ('job', 'clerk', 1, '{"en": "Office employee", "zh-Hans": "公司职员", "zh-Hant": "公司職員", "ja": "会社員", "ru": "Офисный сотрудник"}'),
  ('job', 'civilServant', 2, '{"en": "Civil servant", "zh-Hans": "公务员", "zh-Hant": "公務員", "ja": "公務員", "ru": "Государственный служащий"}'),
  ('job', 'engineer', 3, '{"en": "Engineer or IT specialist", "zh-Hans": "工程师或 IT 人员", "zh-Hant": "工程師或 IT 人員", "ja": "エンジニア・IT 技術者", "ru": "Инженер или IT-специалист"}'),
  ('job', 'manager', 4, '{"en": "Manager", "zh-Hans": "管理人员", "zh-Hant": "管理人員", "ja": "管理職", "ru": "Руководитель"}'),
  ('job', 'businessOwner', 5, '{"en": "Business owner", "zh-Hans": "企业主", "zh-Hant": "企業主", "ja": "経営者", "ru": "Владелец бизнеса"}'),
  ('job', 'selfEmployed', 6, '{"en": "Self-employed or freelancer", "zh-Hans": "自由职业者或个体经营者", "zh-Hant": "自由工作者或自僱人士", "ja": "自営業・フリーランス", "ru": "Самозанятый или фрилансер"}'),
  ('job', 'professional', 7, '{"en": "Doctor, lawyer or other licensed professional", "zh-Hans": "医生、律师等专业人士", "zh-Hant": "醫生、律師等專業人士", "ja": "医師・弁護士などの専門職", "ru": "Врач, юрист или другой лицензированный специалист"}'),
  ('job', 'teacher', 8, '{"en": "Teacher or researcher", "zh-Hans": "教师或研究人员", "zh-Hant": "教師或研究人員", "ja": "教員・研究者", "ru": "Преподаватель или исследователь"}'),
  ('job', 'sales', 9, '{"en": "Sales or service", "zh-Hans": "销售或服务人员", "zh-Hant": "銷售或服務人員", "ja": "販売・サービス業", "ru": "Продажи или обслуживание"}'),
  ('job', 'worker', 10, '{"en": "Skilled or factory worker", "zh-Hans": "技术工人或工厂工人", "zh-Hant": "技術工人或工廠工人", "ja": "技能職・工場勤務", "ru": "Рабочий"}'),
  ('job', 'driver', 11, '{"en": "Transport or logistics", "zh-Hans": "运输或物流人员", "zh-Hant": "運輸或物流人員", "ja": "運輸・物流", "ru": "Транспорт или логистика"}'),
  ('job', 'farmer', 12, '{"en": "Agriculture or fishing", "zh-Hans": "农业或渔业", "zh-Hant": "農業或漁業", "ja": "農林水産業", "ru": "Сельское хозяйство или рыболовство"}'),
  ('job', 'military', 13, '{"en": "Military or police", "zh-Hans": "军人或警察", "zh-Hant": "軍人或警察", "ja": "自衛官・警察官", "ru": "Военный или полицейский"}'),
  ('job', 'student', 14, '{"en": "Student", "zh-Hans": "学生", "zh-Hant": "學生", "ja": "学生", "ru": "Студент"}'),
  ('job', 'retired', 15, '{"en": "Retired", "zh-Hans": "退休", "zh-Hant": "退休", "ja": "退職者", "ru": "Пенсионер"}'),
  ('job', 'homemaker', 16, '{"en": "Homemaker", "zh-Hans": "家庭主妇或主夫", "zh-Hant": "家庭主婦或主夫", "ja": "主婦・主夫", "ru": "Домохозяйка или домохозяин"}'),
  ('job', 'unemployed', 17, '{"en": "Not employed", "zh-Hans": "无业", "zh-Hant": "待業", "ja": "無職", "ru": "Не работаю"}'),
  ('job', 'other', 18, '{"en": "Other", "zh-Hans": "其他", "zh-Hant": "其他", "ja": "その他", "ru": "Другое"}'),
  ('income', 'under10k', 1, '{"en": "Less than $10,000", "zh-Hans": "低于 10,000 美元", "zh-Hant": "低於 10,000 美元", "ja": "10,000 米ドル未満", "ru": "Меньше 10 000 $"}'),
  ('income', 'to25k', 2, '{"en": "$10,000 to $25,000", "zh-Hans": "10,000 至 25,000 美元", "zh-Hant": "10,000 至 25,000 美元", "ja": "10,000～25,000 米ドル", "ru": "От 10 000 до 25 000 $"}'),
  ('income', 'to50k', 3, '{"en": "$25,000 to $50,000", "zh-Hans": "25,000 至 50,000 美元", "zh-Hant": "25,000 至 50,000 美元", "ja": "25,000～50,000 米ドル", "ru": "От 25 000 до 50 000 $"}'),
  ('income', 'to100k', 4, '{"en": "$50,000 to $100,000", "zh-Hans": "50,000 至 100,000 美元", "zh-Hant": "50,000 至 100,000 美元", "ja": "50,000～100,000 米ドル", "ru": "От 50 000 до 100 000 $"}'),
  ('income', 'to250k', 5, '{"en": "$100,000 to $250,000", "zh-Hans": "100,000 至 250,000 美元", "zh-Hant": "100,000 至 250,000 美元", "ja": "100,000～250,000 米ドル", "ru": "От 100 000 до 250 000 $"}'),
  ('income', 'over250k', 6, '{"en": "More than $250,000", "zh-Hans": "高于 250,000 美元", "zh-Hant": "高於 250,000 美元", "ja": "250,000 米ドル超", "ru": "Больше 250 000 $"}'),
  ('purpose', 'savings', 1, '{"en": "Saving", "zh-Hans": "储蓄", "zh-Hant": "儲蓄", "ja": "貯蓄", "ru": "Сбережения"}'),
  ('purpose', 'payments', 2, '{"en": "Everyday payments", "zh-Hans": "日常支付", "zh-Hant": "日常付款", "ja": "日常の支払い", "ru": "Повседневные платежи"}'),
  ('purpose', 'family', 3, '{"en": "Sending money to family or friends", "zh-Hans": "给家人或朋友汇款", "zh-Hant": "匯款給家人或朋友", "ja": "家族や友人への送金", "ru": "Переводы родным и друзьям"}'),
  ('purpose', 'trading', 4, '{"en": "Trading digital assets", "zh-Hans": "买卖数字资产", "zh-Hant": "買賣數位資產", "ja": "暗号資産の売買", "ru": "Торговля цифровыми активами"}'),
  ('purpose', 'business', 5, '{"en": "Business payments", "zh-Hans": "商务付款", "zh-Hant": "商務付款", "ja": "事業の支払い", "ru": "Платежи для бизнеса"}'),
  ('purpose', 'salary', 6, '{"en": "Receiving salary or fees", "zh-Hans": "领取工资或报酬", "zh-Hant": "領取薪資或報酬", "ja": "給与や報酬の受け取り", "ru": "Получение зарплаты или вознаграждений"}'),
  ('purpose', 'travel', 7, '{"en": "Travel", "zh-Hans": "旅行", "zh-Hant": "旅遊", "ja": "旅行", "ru": "Путешествия"}'),
  ('purpose', 'other', 8, '{"en": "Other", "zh-Hans": "其他", "zh-Hant": "其他", "ja": "その他", "ru": "Другое"}');
