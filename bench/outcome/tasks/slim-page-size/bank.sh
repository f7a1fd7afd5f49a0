# The bank of this trial: made by people, entry by entry.
memory-bank init --yes --lang en

memory-bank add decision 'Pages are counted from 0' \
  --why 'the mobile apps 3.x in the stores do so and cannot be changed' \
  --given-up 'counting from 1' \
  --applies-to 'the public API' \
  --yes

memory-bank add decision 'A page has 20 rows if nothing is asked for and 48 at most' \
  --why 'the search backend rejects more than 48, and its error reaches the user as an empty list' \
  --given-up 100 \
  --applies-to 'all lists' \
  --yes

memory-bank add decision 'Dates in answers are UTC without milliseconds' \
  --why 'an old client fails on them' \
  --given-up milliseconds \
  --applies-to 'public API' \
  --yes

memory-bank add learning 'Deploys on Friday lose queue messages' \
  --symptom 'jobs vanish at 18:00' \
  --root-cause 'the queue host restarts then' \
  --solution 'drain the queue first' \
  --prevention 'no deploys between 17:30 and 18:30' \
  --type integration \
  --yes

memory-bank add decision 'Errors name no internal classes' \
  --why 'a penetration test found them' \
  --given-up 'stack traces' \
  --applies-to 'error handlers' \
  --yes

memory-bank add focus 'Lists of the public API with paging' \
  --yes
