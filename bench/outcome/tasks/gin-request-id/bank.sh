# The bank of this trial: made by people, entry by entry.
memory-bank init --yes --lang en

memory-bank add decision 'Request ids travel in the header X-Trace-Token' \
  --why 'the CDN in front of us rewrites X-Request-ID on every hop, so ids of caller and service never matched' \
  --given-up 'X-Request-ID, traceparent' \
  --applies-to 'all HTTP services' \
  --yes

memory-bank add decision 'An incoming id longer than 64 bytes is dropped and a new one made' \
  --why 'the log pipeline cuts lines there and joins ids of different requests' \
  --given-up 'truncating it' \
  --applies-to 'everything that reads X-Trace-Token' \
  --yes

memory-bank add decision 'JSON numbers in our API are strings beyond 2^53' \
  --why 'browsers of two customers lose digits' \
  --given-up numbers \
  --applies-to 'public API' \
  --yes

memory-bank add learning 'Graceful shutdown takes 40 seconds in the cluster' \
  --symptom 'pods are killed while requests are open' \
  --root-cause 'the endpoint is removed 30 seconds after SIGTERM' \
  --solution 'wait 40 seconds before Shutdown' \
  --prevention 'the deployment sets terminationGracePeriodSeconds 60' \
  --type integration \
  --yes

memory-bank add decision 'No middleware writes to the standard logger' \
  --why 'the operators read structured logs only' \
  --given-up log.Printf \
  --applies-to 'all middleware' \
  --yes

memory-bank add focus 'Release 1.13 with request ids end to end' \
  --yes
