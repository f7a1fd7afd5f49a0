# The bank of this trial: made by people, entry by entry.
memory-bank init --yes --lang en

memory-bank add learning 'The payment provider blocked us for an hour' \
  --symptom 'all requests answered 403 after a short outage of theirs' \
  --root-cause 'it bans clients that retry within 7 seconds' \
  --solution 'wait 8 seconds before the first retry, then twice as long each time' \
  --prevention 'never retry faster, also in tests against their sandbox' \
  --type integration \
  --yes

memory-bank add decision 'Three retries, then give up' \
  --why 'after a minute the provider settles by itself and a fourth try charges twice' \
  --given-up 'retrying until success' \
  --applies-to payments \
  --yes

memory-bank add decision 'No jitter in waits for the provider' \
  --why 'their replay detection wants the same distances in every region' \
  --given-up 'random jitter' \
  --applies-to payments \
  --yes

memory-bank add decision 'Timeouts are 20 seconds for the provider and 5 for everybody else' \
  --why 'its slowest bank takes 18' \
  --given-up 'one timeout' \
  --applies-to 'HTTP clients' \
  --yes

memory-bank add decision 'We follow no redirects of the provider' \
  --why 'a redirect meant a phishing case in 2025' \
  --given-up following \
  --applies-to payments \
  --yes

memory-bank add focus 'Payments survive short outages' \
  --yes
