-- Instants are milliseconds since 1970. Ids are snowflakes, so they grow with time.

create table products (
  product_id integer primary key,
  name text not null,
  description text not null,
  image_url text
);

create table sales (
  sale_id integer primary key,
  title text not null,
  opens_at integer not null,
  closes_at integer not null,
  stage text not null,
  challenge text not null,
  gate_factor integer not null,
  pay_within integer not null,
  repeats text not null,
  previous_id integer unique,
  created_at integer not null
);

-- The check is the last word on every unit, should a guard above it ever be forgotten.
create table offers (
  offer_id integer primary key,
  sale_id integer not null,
  position integer not null,
  product_id integer not null,
  amount integer not null,
  currency text not null,
  list_amount integer,
  list_currency text,
  stock integer not null,
  per_buyer integer not null,
  stocked integer not null,
  unpaid integer not null default 0,
  paid integer not null default 0,
  check (unpaid >= 0 and paid >= 0 and unpaid + paid <= stock)
);

create index offers_by_sale on offers (sale_id);
create index offers_by_product on offers (product_id);

-- The hot table. Each of its indexes grows at one end; one in random order would cut the rate of
-- settlement by ten. A buyer's orders are therefore in a table of their own, written behind.
create table orders (
  order_id integer primary key,
  claim_id integer not null,
  offer_id integer not null,
  buyer_id integer not null,
  units integer not null,
  amount integer not null,
  currency text not null,
  status integer not null,
  placed_at integer not null,
  expires_at integer not null,
  paid_at integer,
  late_money text
);

create unique index orders_by_claim on orders (claim_id);
create index orders_by_deadline on orders (expires_at) where status = 0;

create table lost_claims (
  claim_id integer primary key,
  offer_id integer not null,
  buyer_id integer not null,
  units integer not null,
  reason text not null,
  at integer not null
);

create index lost_claims_by_offer on lost_claims (offer_id);

create table buyer_orders (
  buyer_id integer not null,
  order_id integer not null,
  primary key (buyer_id, order_id)
) without rowid;

-- One row: orders up to this id stand in buyer_orders.
create table buyer_orders_cursor (
  order_id integer not null
);

insert into buyer_orders_cursor (order_id) values (-1);

create table payments (
  payment_id integer primary key,
  order_id integer not null,
  method text not null,
  amount integer not null,
  currency text not null,
  status text not null,
  at integer not null
);

create index payments_by_order on payments (order_id);

create table movements (
  sequence integer primary key,
  offer_id integer not null,
  at integer not null,
  why text not null,
  units integer not null,
  lines text not null,
  hash blob not null
);

create index movements_by_offer on movements (offer_id, sequence);

create table buyers (
  buyer_id integer primary key,
  phone text not null unique,
  name text not null,
  password_hash text not null
);

create table sessions (
  token blob primary key,
  buyer_id integer not null,
  expires_at integer not null
) without rowid;

create index sessions_by_expiry on sessions (expires_at);

create table codes (
  phone text primary key,
  code_hash blob not null,
  expires_at integer not null,
  tries_left integer not null
) without rowid;

create table grants (
  grant_id integer primary key,
  offer_id integer not null,
  passes integer not null,
  until integer not null
);

create index grants_by_end on grants (until);

create table leases (
  worker integer primary key,
  owner text not null,
  until integer not null
);

create table secrets (
  name text primary key,
  secret blob not null
) without rowid;

create table shared_values (
  name text primary key,
  value text not null
) without rowid;
