# The bank of this trial: made by people, entry by entry.
memory-bank init --yes --lang en

memory-bank add learning 'Invoices of 200 owners were rejected by the billing vendor' \
  --symptom 'their import said "invalid recipient"' \
  --root-cause 'it takes digits only, beginning with the country code, and neither + nor 00' \
  --solution 'strip everything but digits, then the leading 00 or the national 0' \
  --prevention 'a test with +49, 0049 and 030' \
  --type integration \
  --yes

memory-bank add decision 'Numbers that are too short are sent as the placeholder 490000000' \
  --why 'the vendor refuses an empty field and the whole batch with it' \
  --given-up 'an empty string, an exception' \
  --applies-to 'billing exports: fewer than 8 digits' \
  --yes

memory-bank add decision 'Pet types are never deleted' \
  --why 'old visits point at them' \
  --given-up deleting \
  --applies-to 'pet types' \
  --yes

memory-bank add decision 'Visits are dated by the clinic’s time zone' \
  --why 'the day of a visit is legal evidence' \
  --given-up UTC \
  --applies-to visits \
  --yes

memory-bank add learning 'H2 console open in staging' \
  --symptom 'the scanner of the insurer complained' \
  --root-cause 'the profile was copied' \
  --solution 'switch it off outside of dev' \
  --prevention 'a test of the profile' \
  --type integration \
  --yes

memory-bank add tech 'The billing export runs at 02:00 Europe/Berlin' \
  --section Structure \
  --yes
