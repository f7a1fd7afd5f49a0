# The bank of this trial: made by people, entry by entry.
memory-bank init --yes --lang en

memory-bank add learning 'Partners waited 30 milliseconds instead of 30 seconds' \
  --symptom 'clients of our largest partner hammered us after a 429' \
  --root-cause 'their SDK 2 reads a number in Retry-After as milliseconds' \
  --solution 'send Retry-After as an HTTP date' \
  --prevention 'number of seconds only when their SDK 3 is out everywhere' \
  --type integration \
  --yes

memory-bank add decision '429 answers have an empty body' \
  --why 'the same SDK tries to parse a body as an error and crashes' \
  --given-up 'a JSON error' \
  --applies-to 'rate limits' \
  --yes

memory-bank add decision 'No global timers in middleware' \
  --why 'edge runtimes stop a worker that has one' \
  --given-up setInterval \
  --applies-to 'all middleware' \
  --yes

memory-bank add decision 'Middleware options have no defaults that differ between runtimes' \
  --why 'support cannot tell them apart' \
  --given-up 'runtime detection' \
  --applies-to middleware \
  --yes

memory-bank add progress 'Rate limits for the partner API' \
  --state doing \
  --yes

memory-bank add learning 'Cold starts doubled' \
  --symptom 'p95 of the first request rose to 800 ms' \
  --root-cause 'a new dependency of 300 KB' \
  --solution 'drop it' \
  --prevention 'check the bundle size in CI' \
  --type performance \
  --yes
