-- What the scripts share that count what a buyer has of an offer.
--
-- It is one number: the buyer's units, and for each claim of the buyer that has ended this many
-- more. So to end a claim is one addition, and for a buyer of whom none has ended, which is nearly
-- everybody, the number is the units.
local ENDED = 10000000000

