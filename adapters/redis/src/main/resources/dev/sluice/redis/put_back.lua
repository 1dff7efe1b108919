#!lua flags=allow-oom
-- Stands before reserve.lua when claims are put back. They were acknowledged, and the server had
-- the room for them before it lost them: they are as many as they were.
