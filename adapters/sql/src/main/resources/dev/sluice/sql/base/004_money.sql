-- Money that providers say has arrived, whatever it was for: one row for each reference of a
-- provider. Rows are numbered by the book and never deleted; only UNDECIDED becomes another fate.
create table deposits (
  deposit_id integer primary key,
  provider text not null,
  reference text not null,
  payment_id integer,
  order_id integer,
  amount integer not null,
  currency text not null,
  fate text not null,
  at integer not null
);

create unique index deposits_by_reference on deposits (provider, reference);
create index deposits_by_payment on deposits (payment_id);
create index deposits_by_order on deposits (order_id);
create index deposits_by_fate on deposits (fate, at);

-- The outbox of deposits that go back, each until its provider has confirmed. The number is that of
-- the deposit, so that no money goes back twice.
create table refunds (
  refund_id integer primary key,
  provider text not null,
  state text not null,
  attempts integer not null,
  next_at integer not null,
  done_at integer,
  note text not null
);

create index refunds_by_state on refunds (state, provider, next_at);

-- Money of before. Its payment alone names it, and that it went back nobody has asked for yet.
-- Of money that is nothing there is nothing to send.
insert into deposits
  (deposit_id, provider, reference, payment_id, order_id, amount, currency, fate, at)
select payment_id, method, concat(payment_id, ':', amount, ':', currency), payment_id, order_id,
       amount, currency, case when status = 'PAID' then 'PAID' else 'LATE' end, at
  from payments where status in ('PAID', 'REFUNDED');

insert into refunds (refund_id, provider, state, attempts, next_at, note)
select payment_id, method, 'PENDING', 0, at, '' from payments
 where status = 'REFUNDED' and amount > 0;
