-- Restocks that an operator gave a key, so that one that is repeated adds its units once.
create table restocks (
  restock_key text primary key,
  offer_id integer not null,
  units integer not null,
  at integer not null
) without rowid;

-- shared: a database that many nodes write to. Whoever changes the book holds this row meanwhile.
create table book_lock (
  lock_id integer primary key
);

-- shared: no node may keep other nodes' orders in memory, so a buyer's orders have an index.
create index orders_by_buyer on orders (buyer_id, order_id);

-- shared: the one row.
insert into book_lock (lock_id) values (1);
