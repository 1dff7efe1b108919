-- Which node does a duty that one node does for all, and until when.
create table leaders (
  duty text primary key,
  owner text not null,
  until integer not null
) without rowid;
