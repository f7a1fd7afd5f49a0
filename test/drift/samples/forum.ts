/** A forum with its bank in Chinese: routes in tables, versions of clients, deletions that are features. */

import type { SampleProject } from '../sample-project.ts'

const TOPICS =
  "'use strict'\n\nmodule.exports = function (Topics) {\n\tTopics.getTotalUnread = function (uid) {}\n\tTopics.purgeWithPosts = function (tid) {}\n\tTopics.autocompleteTags = function (data) {}\n}\n"
const ROUTES =
  "var express = require('express')\nmodule.exports = function (app) {\n\tvar router = express.Router()\n\tapp.use('/api', router)\n\trouter.get('/config', a)\n\trouter.get('/recent/posts/:term?', b)\n\trouter.post('/topic/thumb/upload', c)\n\tapp.get('/ping', d)\n\tapp.get('/sping', d)\n}\n"

const manifest = (scripts: Readonly<Record<string, string>>, dependencies: Readonly<Record<string, string>>) =>
  JSON.stringify({ name: 'forum', scripts, dependencies })

export const forum: SampleProject = {
  name: '论坛',
  history: [
    {
      'package.json': manifest(
        { start: 'node loader.js', lint: 'eslint .', coveralls: 'istanbul cover' },
        { express: '^4.14.0', redis: '~2.6.2', mongodb: '2.2.10', 'mail-smtp-transport': '^2.4.1', nconf: '~0.8.2' },
      ),
      Dockerfile: 'FROM node:4\nEXPOSE 4567\n',
      'loader.js': "require('nconf')\n",
      'app.js':
        "var nconf = require('nconf')\nvar smtp = require('mail-smtp-transport')\nstart(nconf.get('port') || 4567)\n",
      'src/topics.js': "var Topics = module.exports\nrequire('./topics/unread')(Topics)\n",
      'src/topics/unread.js': TOPICS,
      'src/routes/api.js': ROUTES,
      'src/image.js': 'exports.resize = function () {}\n',
      'test/topics.js': "require('../src/topics')\n",
      'test/users.js': "require('../src/topics')\n",
    },
    {
      'package.json': manifest(
        { start: 'node loader.js', lint: 'eslint .' },
        { express: '^4.14.0', redis: '~3.0.0', mongodb: '3.1.0', nconf: '~0.8.2' },
      ),
      Dockerfile: 'FROM node:4\nEXPOSE 4600\n',
      'app.js': "var nconf = require('nconf')\nstart(nconf.get('port') || 4600)\n",
      'README.md': 'Once it was on port 4567.\n',
      'src/topics/unread.js': TOPICS.replaceAll('getTotalUnread', 'countUnread').replaceAll('purgeWithPosts', 'purge'),
      'src/routes/api.js': ROUTES.replace(/.*recent.*\n/, '')
        .replace(/.*sping.*\n/, '')
        .replace('thumb/', 'thumbs/'),
      'src/image.js': null,
      'src/meta/image.js': 'exports.resize = function () {}\n',
      'test/topics.js': null,
    },
  ],
  bank: {
    'details/design/http.md': `# HTTP 与路由

默认端口 4567（\`Dockerfile\`）。
Redis 默认 6379，由安装向导询问。

## 接口

| 方法 | 路径 | 说明 |
|---|---|---|
| GET | \`/api/config\` | 前端配置 |
| GET | \`/api/recent/posts/:term?\` | 最近帖子 |
| POST | \`/api/topic/thumb/upload\` | 缩略图 |
| GET | \`/ping\` | 健康检查 |
| GET | \`/sping\` | 给监控用 |

## 代码

- 未读数：\`Topics.getTotalUnread\`（\`src/topics/unread.js\`）。 ⟦gone Topics.getTotalUnread⟧
- 删除主题走 \`Topics.purgeWithPosts\`。 ⟦gone Topics.purgeWithPosts⟧
- 标签补全：\`Topics.autocompleteTags\`。
- 图片处理在 \`src/image.js\`，之前是 gm。 ⟦moved src/image.js⟧
- 缩放由 \`src/image.js\` 负责。 ⟦moved src/image.js⟧
- 支付用 Stripe 的 \`PaymentIntent\`，由另一个服务调用。
- 附件可由 \`src/settings.local.js\` 改；该文件不入库。
- 将来会加 \`src/webhooks.js\`。
`,
    'details/tech-notes.md': `# 技术笔记

\`\`\`bash
npm run lint
npm run coveralls ⟦gone npm run coveralls⟧
./node_modules/.bin/mocha test/users.js
./node_modules/.bin/mocha test/topics.js ⟦gone test/topics.js⟧
\`\`\`

- express ^4.14.0，redis ~2.6.2。 ⟦changed redis ~2.6.2⟧
- \`mongodb\` 2.2.10 驱动。 ⟦changed mongodb 2.2.10⟧
- 邮件走 \`mail-smtp-transport\`。 ⟦gone mail-smtp-transport⟧
- 以前用过 \`mail-direct-transport\`，已移除。
- MongoDB 3.2 与 Redis 3.2 装在服务器上。
`,
  },
}
