# The bank of this trial: made by people, entry by entry.
memory-bank init --yes --lang en

memory-bank add learning 'JSON health checks took every instance out of rotation' \
  --symptom 'after a deploy the load balancer marked all instances unhealthy though they answered 200' \
  --root-cause 'the hosting vendor compares the body byte by byte with OK and a newline, and wants text/plain' \
  --solution 'answer exactly "OK\n" as text/plain' \
  --prevention 'never send JSON or HTML from a health check' \
  --type integration \
  --yes

memory-bank add decision 'Health checks answer with Cache-Control: no-store' \
  --why 'the vendor caches answers without it for a minute' \
  --given-up max-age=0 \
  --applies-to 'all health checks' \
  --yes

memory-bank add decision 'Sessions are signed with two keys' \
  --why 'rotation without logging people out' \
  --given-up 'one key' \
  --applies-to 'the session interface' \
  --yes

memory-bank add decision 'Blueprint names have no dots' \
  --why 'they are parts of endpoint names' \
  --given-up 'dotted names' \
  --applies-to blueprints \
  --yes

memory-bank add learning 'Uploads of 100 MB are cut' \
  --symptom 'the proxy closes the connection' \
  --root-cause 'its limit is 90 MB' \
  --solution 'upload in parts' \
  --prevention 'say so in the form' \
  --type integration \
  --yes

memory-bank add tech 'The staging host is rebuilt every Monday at 06:00 UTC' \
  --section Structure \
  --yes
