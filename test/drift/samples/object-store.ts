/** A Python daemon whose changes are in the working tree only: programs without ending, tox, sample settings, rings. */

import type { SampleProject } from '../sample-project.ts'

const RING =
  'class Ring(object):\n    def get_nodes(self, account):\n        return []\n\n    def get_more_nodes(self, part):\n        return []\n\n\ndef hash_path(account):\n    return account\n'
const UTILS =
  'import os\n\n\ndef config_true_value(value):\n    return value\n\n\ndef config_auto_int_value(value, default):\n    return default\n\n\ndef load_test_config():\n    return os.environ.get("STORE_TEST_CONFIG_FILE")\n'
const SERVER =
  'class HealthCheck(object):\n    def __call__(self, req):\n        if req.path == "/healthcheck":\n            return 200\n        if req.path == "/info":\n            return 200\n'

export const objectStore: SampleProject = {
  name: 'Python daemon, not committed yet',
  git: 'not committed',
  history: [
    {
      'setup.cfg': '[metadata]\nname = store\n',
      'requirements.txt': 'eventlet>=0.25.0  # MIT\nlxml>=3.4.1\nnetifaces>=0.8\nrequests>=2.14.2\n',
      'tox.ini':
        '[tox]\nenvlist = py39,pep8\n\n[testenv]\ncommands = pytest\n\n[testenv:pep8]\n[testenv:docs]\n[testenv:func-ec]\n',
      '.unittests': 'echo unit\n',
      '.probetests': 'echo probe\n',
      'bin/store-init': 'print()\n',
      'bin/store-ring-builder': 'print()\n',
      'bin/store-oldies': 'print()\n',
      'etc/proxy-server.conf-sample': '[DEFAULT]\nbind_port = 8085\n',
      'etc/object-server.conf-sample': '[DEFAULT]\nbind_port = 6200\n',
      'store/common/ring.py': RING,
      'store/common/utils.py': UTILS,
      'store/obj/server.py': SERVER,
      'store/obj/mem_server.py': 'class MemoryServer(object):\n    pass\n',
      'store/obj/diskfile.py': 'class DiskFileManager(object):\n    pass\n',
      LICENSE: 'Copyright 2019\n',
    },
    {
      'requirements.txt': 'eventlet>=0.30.0  # MIT\nlxml>=3.4.1\nrequests>=2.14.2\n',
      'tox.ini':
        '[tox]\nenvlist = py39,pep8\n\n[testenv]\ncommands = pytest\n\n[testenv:pep8]\n[testenv:docs]\n[testenv:functional]\n',
      '.probetests': null,
      'bin/store-oldies': null,
      'etc/proxy-server.conf-sample': '[DEFAULT]\nbind_port = 8095\n',
      'store/common/ring.py': RING.replaceAll('get_more_nodes', 'iter_handoffs'),
      'store/common/utils.py': UTILS.replaceAll('config_auto_int_value', 'auto_int').replaceAll(
        'STORE_TEST_CONFIG_FILE',
        'STORE_TEST_CONF',
      ),
      'store/obj/server.py': SERVER.replaceAll('/healthcheck', '/alive'),
      'store/obj/mem_server.py': null,
      'store/obj/memory_server.py': 'class MemoryServer(object):\n    pass\n',
    },
  ],
  bank: {
    'MEMORY.md': '# Project Memory\n\n- eventlet >=0.25.0 and `lxml`. ⟦changed eventlet >=0.25.0⟧\n',
    'details/design/store.md': `# Ring and disk

- \`Ring.get_nodes\` returns the primaries; handoffs come from \`Ring.get_more_nodes\`. ⟦gone Ring.get_more_nodes⟧
- \`store.common.ring.Ring\` is shared by all servers.
- Object files: \`DiskFileManager\` in \`store/obj/diskfile.py\`.
- The in-memory server is \`store/obj/mem_server.py\` (only for tests). ⟦gone store/obj/mem_server.py⟧
- \`config_true_value\` reads a boolean; \`config_auto_int_value\` knows auto. ⟦gone config_auto_int_value⟧
- Clients may call \`get_session_token\` of their own library.

| Server | Port | Sample |
|---|---|---|
| proxy | 8085 | \`etc/proxy-server.conf-sample\` |
| object | 6200 | \`etc/object-server.conf-sample\` |

Memcached is expected on 11211.

## Endpoints

- \`GET /healthcheck\` answers 200.
- \`GET /info\` shows what is on.
`,
    'details/tech.md': `# Technology

\`\`\`bash
pip install -r requirements.txt
tox -e pep8
tox -e func-ec
tox -e py310
./.unittests
./.probetests ⟦gone ./.probetests⟧
\`\`\`

- \`bin/store-oldies\` finds stale processes. ⟦gone bin/store-oldies⟧
- \`bin/store-init main start\` starts everything when nothing was running.
- Before 2.27 \`dnspython\` was a hard requirement.

## Dependencies

- \`lxml\` for XML
- \`requests\` in the tests
- \`netifaces\` finds our own addresses ⟦gone netifaces⟧

## Environment

- \`STORE_TEST_CONFIG_FILE\` points the tests to a file. ⟦gone STORE_TEST_CONFIG_FILE⟧
- \`OS_AUTH_URL\` is for the client.
`,
  },
}
