-- What change capture needs beside the rights on its own database: to read the log of changes.
grant replication slave, replication client, binlog monitor on *.* to 'sluice'@'%';
