/** A Chinese bank of a Vue front end with a Node back end. */

import type { SampleProject } from '../sample-project.ts'

export const chinese: SampleProject = {
  name: '中文 Memory Bank',
  history: [
    {
      'package.json': JSON.stringify({
        name: 'mall',
        scripts: { dev: 'vite', build: 'vite build', 'lint:fix': 'eslint --fix', mock: 'node mock/server.js' },
        dependencies: { vue: '^2.7.0', 'element-ui': '^2.15.0', vuex: '^3.6.0', koa: '^2.14.0', dayjs: '^1.11.0' },
      }),
      'src/main.js': "import Vue from 'vue'\n",
      'src/store/cart.js': 'export function addToCart() {}\nexport function clearCart() {}\n',
      'src/api/request.js': 'export const BASE_TIMEOUT = 5000\nexport function requestWithRetry() {}\n',
      'src/views/order/OrderList.vue': '<template></template>\n',
      'server/index.js':
        "const Koa = require('koa')\nrouter.get('/api/goods', list)\nrouter.post('/api/coupon/claim', claim)\nrouter.get('/api/user', me)\napp.listen(7001)\n",
      'server/service/coupon.js': 'exports.claimCoupon = () => {}\n',
      'mock/server.js': '1\n',
      'config/default.json': '{"redis": "localhost"}\n',
      '.env.example': 'MALL_DB_HOST=\nMALL_WX_APPID=\n',
      '.gitignore': 'node_modules\ndist\nlogs\n',
    },
    {
      'package.json': JSON.stringify({
        name: 'mall',
        scripts: { dev: 'vite', build: 'vite build', lint: 'eslint --fix' },
        dependencies: { vue: '^3.4.0', 'element-plus': '^2.6.0', pinia: '^2.1.0', koa: '^2.15.0', dayjs: '^1.11.0' },
      }),
      'src/store/cart.js': null,
      'src/stores/cart.js': 'export function addToCart() {}\nexport function emptyCart() {}\n',
      'server/index.js':
        "const Koa = require('koa')\nrouter.get('/api/goods', list)\nrouter.post('/api/voucher/take', take)\nrouter.get('/api/user', me)\napp.listen(7100)\n",
      'server/service/coupon.js': null,
      'server/service/voucher.js': 'exports.takeVoucher = () => { return 1 }\n',
      'mock/server.js': null,
      '.env.example': 'MALL_DB_HOST=\nMALL_OSS_BUCKET=\n',
    },
  ],
  bank: {
    'MEMORY.md': `# 项目记忆

## Project Snapshot

- **技术栈**：Vue 2.7、Koa 2、dayjs 1.11 ⟦changed Vue 2.7⟧
- 状态管理使用 \`vuex\`。 ⟦gone vuex⟧
- 后端监听端口 7001。

## Current Focus

- 正在开发 \`src/views/refund/RefundList.vue\`

## Top Quick Answers

- **怎么启动？** \`npm run dev\`
- **怎么修复格式？** \`npm run lint:fix\` ⟦gone lint:fix⟧
- **怎么起 mock？** \`npm run mock\` ⟦gone npm run mock⟧
`,
    'details/patterns.md': `# 决策与约定

| 日期 | 决策 | 原因 | 放弃了什么 | 适用范围 |
|---|---|---|---|---|
| 2024-01-01 | 购物车状态放在 \`src/store/cart.js\` | 统一 | 放在 \`src/utils/cart.js\` | 购物车 | ⟦moved src/store/cart.js⟧
| 2024-02-01 | 时间统一用 \`dayjs\` | 体积小 | \`moment\` | 全部 |

## 约定

- 请求统一走 \`src/api/request.js\` 中的 \`requestWithRetry\`，超时为 \`BASE_TIMEOUT\`。
- 清空购物车调用 \`clearCart()\`。 ⟦gone clearCart⟧
- 领券接口是 \`POST /api/coupon/claim\`，商品列表是 \`GET /api/goods\`。
- 优惠券逻辑位于 \`server/service/coupon.js\`。 ⟦gone server/service/coupon.js⟧
- 订单列表：\`src/views/order/OrderList.vue\`
- 商品详情：\`src/views/goods/Detail.vue\` ⟦gone src/views/goods/Detail.vue⟧
- 不要直接使用 \`src/api/raw.js\`，项目里没有 \`src/mixins/\`。
- 以前的登录页在 \`src/views/Login.vue\`，已移除。
- 计划新增 \`server/service/refund.js\`。
- 例如 \`src/views/foo/Bar.vue\` 这样的命名。
- 构建产物输出到 \`dist/static/js/app.js\`，日志写入 \`logs/app.log\`。
- 环境变量 \`MALL_DB_HOST\` 指向数据库，环境变量 \`MALL_WX_APPID\` 是公众号。 ⟦gone MALL_WX_APPID⟧
- 部署在 \`/data/www/mall/index.html\`，配置见 \`~/.ssh/config\`。
`,
    'details/learnings/weixin.md': `# 微信登录失败

- 现象：\`wxLogin()\` 报错
- 根因：\`src/api/weixin.js\` 里的时间戳单位不对
- 解决方案：统一用 \`requestWithRetry\`（\`src/api/request.js\`）
- 预防：见 \`src/api/guard.js\` ⟦gone src/api/guard.js⟧
`,
    'details/requirements/REQ-002.md': `# REQ-002 退款

状态：提议

- 新接口 \`POST /api/refund\`，实现在 \`server/service/refund.js\`
`,
  },
}
