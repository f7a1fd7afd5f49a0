# The bank of this trial: made by people, entry by entry.
memory-bank init --yes --lang en

memory-bank add decision 'No global timers in middleware' \
  --why 'edge runtimes stop a worker that has one' \
  --given-up setInterval \
  --applies-to 'all middleware' \
  --yes

memory-bank add decision '429 answers have an empty body' \
  --why 'an SDK of a partner crashes on one' \
  --given-up 'a JSON error' \
  --applies-to 'rate limits' \
  --yes

memory-bank add decision 'Middleware options have no defaults that differ between runtimes' \
  --why 'support cannot tell them apart' \
  --given-up 'runtime detection' \
  --applies-to middleware \
  --yes

memory-bank add learning 'Cold starts doubled' \
  --symptom 'p95 of the first request rose to 800 ms' \
  --root-cause 'a new dependency of 300 KB' \
  --solution 'drop it' \
  --prevention 'check the bundle size in CI' \
  --type performance \
  --yes

memory-bank add focus 'Rate limits for the partner API' \
  --yes
