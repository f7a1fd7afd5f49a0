import { expect, test } from 'vitest'
import { portNumbers, portsInAddresses } from '../../src/base/port-numbers.ts'

test.each([
  ['curl http://127.0.0.1:40123/api', [40_123]],
  ['nc localhost 40123', [40_123]],
  ['exec 3<>/dev/tcp/localhost/40123', [40_123]],
  ['P=40123; curl "http://0:$P"', [40_123]],
  ['{"host":"localhost","port":40123}', [40_123]],
  ['sleep 5; head -n 500; echo 70000 123456 1.40123', []],
  ['1024 1023 65535 65536', [1_024, 65_535]],
  ['4000 4000', [4_000]],
])('%j may name %j [S33]', (text, ports) => expect(portNumbers(text)).toEqual(ports))

test.each([
  ['fetch("http://localhost:40123/")', [40_123]],
  ['URL = "http://[::1]:40123"', [40_123]],
  ['a table of 40123 rows on localhost', []],
  ['https://example.com:40123', []],
])('a file with %j names %j [S33]', (text, ports) => expect(portsInAddresses(text)).toEqual(ports))
