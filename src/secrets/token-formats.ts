/**
 * Token formats as the providers document them, one entry each. A new format is a new entry here, and a case in
 * test/secrets/find-secrets.test.ts.
 */

export interface TokenFormat {
  readonly kind: string
  /** The source of a pattern; its first group, if it has one, is the secret. */
  readonly pattern: string
  /** Every match contains one of these texts. Needed only if the pattern does not begin with plain text. */
  readonly marks?: readonly string[]
  /** It may not continue a path or an identifier. */
  readonly strict?: true
  /** It must look random. */
  readonly random?: true
  /** Its least length, if its marks also occur in ordinary text. */
  readonly least?: number
}

const HEX = '[0-9a-f]'
const ALNUM = '[A-Za-z0-9]'
const URL64 = '[A-Za-z0-9_-]'
const B64 = '[A-Za-z0-9+/]'
const BASE58 = '[1-9A-HJ-NP-Za-km-z]'
const UUID = `${HEX}{8}-${HEX}{4}-${HEX}{4}-${HEX}{4}-${HEX}{12}`

export const TOKEN_FORMATS: readonly TokenFormat[] = [
  // Wallets: BIP-32 extended private keys, the wallet import format, Nostr (NIP-19)
  { kind: 'wallet-key', pattern: `[xyztuv]prv${BASE58}{107}`, strict: true },
  {
    kind: 'wallet-key',
    pattern: `(?:[KL]${BASE58}{51}|5[HJK]${BASE58}{49})`,
    marks: ['K', 'L', '5H', '5J', '5K'],
    strict: true,
    random: true,
    least: 51,
  },
  { kind: 'wallet-key', pattern: `nsec1[ac-hj-np-z02-9]{58}` },

  // Models
  { kind: 'anthropic-key', pattern: `sk-ant-(?:[a-z]{2,12}[0-9]{2}-)?${URL64}{32,200}` },
  {
    kind: 'openai-key',
    pattern: `sk-(?:proj|svcacct|admin|None|service)-${URL64}{20,250}`,
    random: true,
  },
  { kind: 'openai-key', marks: ['T3BlbkFJ'], pattern: `sk-${URL64}{16,100}T3BlbkFJ${URL64}{16,100}` },
  { kind: 'openrouter-key', pattern: `sk-or-(?:v1-)?${HEX}{64}` },
  { kind: 'langfuse-key', pattern: `sk-lf-${UUID}` },
  { kind: 'sk-key', pattern: `sk-(?:${HEX}{32,64}|${ALNUM}{20,120})`, strict: true, random: true },
  {
    kind: 'langsmith-key',
    marks: ['lsv2_', 'ls__'],
    pattern: `(?:lsv2_(?:pt|sk)_${HEX}{32}_${HEX}{10}|ls__${HEX}{32})`,
  },
  { kind: 'huggingface-token', pattern: `(?:hf|api_org)_[A-Za-z0-9]{30,60}`, random: true },
  { kind: 'groq-key', pattern: `gsk_${ALNUM}{40,64}` },
  { kind: 'xai-key', pattern: `xai-${ALNUM}{60,100}` },
  { kind: 'replicate-token', pattern: `r8_${ALNUM}{37,40}` },
  { kind: 'perplexity-key', pattern: `pplx-${ALNUM}{40,64}` },
  { kind: 'nvidia-key', pattern: `nvapi-${URL64}{60,80}` },
  { kind: 'fireworks-key', pattern: `fw_${ALNUM}{20,40}`, strict: true, random: true },
  { kind: 'pinecone-key', pattern: `pcsk_${ALNUM}{4,10}_${ALNUM}{40,80}` },
  { kind: 'wandb-key', pattern: `wandb_v1_${URL64}{40,120}` },
  { kind: 'tavily-key', pattern: `tvly-(?:dev-|prod-)?${ALNUM}{28,40}` },
  { kind: 'zhipu-key', marks: ['.'], pattern: `${HEX}{32}\\.${ALNUM}{16}`, strict: true, random: true, least: 49 },

  // Code hosts, registries, builds and monitoring
  { kind: 'github-token', pattern: `gh[pousr]_${ALNUM}{36,255}` },
  { kind: 'github-fine-grained-token', pattern: `github_pat_${ALNUM}{20,30}_${ALNUM}{50,80}` },
  {
    kind: 'gitlab-token',
    pattern: `gl(?:pat|dt|rt|rtr|cbt|ptt|ft|imt|agent|oas|soat|ffct|wt)-(?:t[0-9]_)?(?:[0-9A-Za-z]{1,4}_)?${URL64}{20,300}(?:\\.[0-9a-z]{2}\\.[0-9a-z]{9})?`,
  },
  { kind: 'gitlab-runner-token', pattern: `GR1348941${URL64}{20}` },
  {
    kind: 'bitbucket-token',
    marks: ['ATBB', 'ATCTT3'],
    pattern: `(?:ATBB${ALNUM}{24,40}|ATCTT3xFf${URL64}{100,250}(?:=[0-9A-F]{8})?)`,
  },
  {
    kind: 'atlassian-token',
    marks: ['ATATT3', 'ATTA', 'ATOA'],
    pattern: `(?:ATATT3${URL64}{80,260}(?:=[0-9A-Za-z]{8})?|ATTA${HEX}{64,80}|ATOA${URL64}{60,200})`,
  },
  { kind: 'npm-token', pattern: `npm_${ALNUM}{36,64}` },
  { kind: 'pypi-token', pattern: `pypi-AgE${URL64}{40,1000}` },
  { kind: 'rubygems-key', pattern: `rubygems_${HEX}{48}` },
  { kind: 'crates-token', pattern: `cio${ALNUM}{32}`, strict: true, random: true },
  { kind: 'nuget-key', pattern: `oy2[a-z0-9]{43}`, strict: true },
  { kind: 'clojars-token', pattern: `CLOJARS_[a-z0-9]{60}` },
  { kind: 'docker-token', pattern: `dckr_[po]at_${URL64}{20,40}` },
  { kind: 'jfrog-token', marks: ['AKCp', 'cmVmdGtuOj'], pattern: `(?:AKCp${ALNUM}{60,80}|cmVmdGtuOj${ALNUM}{50,64})` },
  { kind: 'circleci-token', pattern: `CCIP(?:AT|RJ)_${ALNUM}{15,30}_${HEX}{40}` },
  { kind: 'buildkite-token', pattern: `bkua_${HEX}{40}` },
  { kind: 'sonar-token', pattern: `sq[pua]_${HEX}{40}` },
  { kind: 'sourcegraph-token', pattern: `sgp_(?:[0-9A-Fa-f]{16}_|local_)?[0-9A-Fa-f]{40}` },
  { kind: 'postman-key', pattern: `PMAK-${HEX}{24}-${HEX}{34}` },
  {
    kind: 'onepassword-token',
    marks: ['ops_eyJ', 'A3-'],
    pattern: `(?:ops_eyJ${URL64}{100,2000}|A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5})`,
  },
  { kind: 'launchdarkly-key', pattern: `(?:sdk|api)-${UUID}`, strict: true },
  {
    kind: 'sentry-token',
    marks: ['sntrys_', 'sntryu_'],
    pattern: `(?:sntrys_eyJ${B64}{20,400}={0,2}_${B64}{20,60}|sntryu_${HEX}{64})`,
  },
  {
    kind: 'grafana-token',
    marks: ['glsa_', 'glc_', 'eyJrIjoi'],
    pattern: `(?:glsa_${ALNUM}{32}_[0-9A-Fa-f]{8}|glc_${B64}{32,400}={0,2}|eyJrIjoi${B64}{60,400}={0,2})`,
  },
  { kind: 'dynatrace-token', pattern: `dt0[a-z][0-9]{2}\\.[A-Z0-9]{24}\\.[A-Z0-9]{64}` },
  {
    kind: 'newrelic-key',
    marks: ['NRAK-', 'NRII-', 'NRRA-', 'NRAL', 'NRIQ-'],
    pattern: `(?:NRAK-[A-Z0-9]{27}|NR(?:II|IQ)-${URL64}{32}|NRRA-${HEX}{42}|${HEX}{36}NRAL)`,
  },

  // Clouds, hosting and infrastructure
  { kind: 'aws-access-key', pattern: '(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}' },
  {
    kind: 'aws-session-token',
    pattern: `(?:IQoJb3|FwoGZX|FQoGZX)${B64}{80,2000}={0,2}`,
  },
  { kind: 'aws-bedrock-key', pattern: `ABSK${B64}{100,300}={0,2}` },
  { kind: 'aws-mws-token', pattern: `amzn\\.mws\\.${UUID}` },
  { kind: 'gcp-api-key', pattern: `AIza${URL64}{35}` },
  { kind: 'google-oauth-secret', pattern: `GOCSPX-${URL64}{24,40}` },
  { kind: 'google-access-token', pattern: `ya29\\.${URL64}{20,1000}` },
  { kind: 'google-refresh-token', pattern: `1//0${URL64}{30,200}` },
  { kind: 'azure-client-secret', marks: ['Q~'], pattern: `[A-Za-z0-9_~.]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34}` },
  {
    kind: 'azure-shared-key',
    pattern: `(?:AccountKey|SharedAccessKey|accountkey)=(${B64}{40,90}={0,2})`,
  },
  { kind: 'azure-sas', pattern: `sig=((?:${URL64}|%2[BbFf]|%3[Dd]|[+/]){40,80}={0,2})` },
  { kind: 'alibaba-access-key', pattern: `LTAI${ALNUM}{12,26}` },
  { kind: 'alibaba-sts-key', pattern: `STS\\.${ALNUM}{20,30}`, strict: true, random: true },
  { kind: 'tencent-secret-id', pattern: `AKID${ALNUM}{30,40}` },
  { kind: 'volcengine-access-key', pattern: `AKLT${ALNUM}{40,50}` },
  { kind: 'baidu-cloud-key', pattern: `bce-v3/ALTAK-${ALNUM}{15,30}/${HEX}{40}` },
  { kind: 'yandex-cloud-key', pattern: `AQVN${URL64}{35,40}` },
  { kind: 'digitalocean-token', pattern: `do[opr]_v1_${HEX}{64}` },
  { kind: 'heroku-key', pattern: `HRKU-(?:${UUID}|${URL64}{40,80})` },
  {
    kind: 'cloudflare-key',
    marks: ['v1.0-', 'cfut_', 'cfat_', 'cfk_'],
    pattern: `(?:v1\\.0-${HEX}{24}-${HEX}{100,160}|cf(?:ut|at|k)_${URL64}{35,60})`,
  },
  {
    kind: 'fly-token',
    marks: ['fo1_', 'fm1', 'fm2_'],
    pattern: `(?:fo1_${URL64}{40,60}|fm(?:1[ar]|2)_${B64}{80,2000}={0,2})`,
  },
  {
    kind: 'vercel-token',
    pattern: `vc[piark]_${ALNUM}{24,80}`,
    random: true,
  },
  { kind: 'netlify-token', pattern: `nf[pcou]_${ALNUM}{30,50}` },
  {
    kind: 'supabase-key',
    marks: ['sbp_', 'sb_secret_'],
    pattern: `(?:sbp_(?:v0_)?${HEX}{40}|sb_secret_${URL64}{20,60})`,
  },
  { kind: 'planetscale-token', pattern: `pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.-]{30,70}` },
  { kind: 'databricks-token', pattern: `(?:dapi|dose)${HEX}{32}(?:-[0-9])?` },
  { kind: 'vault-token', pattern: `hv[sbr]\\.${URL64}{20,300}` },
  { kind: 'vault-token', pattern: `s\\.${ALNUM}{24}`, strict: true, random: true, least: 26 },
  { kind: 'terraform-token', marks: ['.atlasv1.'], pattern: `${ALNUM}{14}\\.atlasv1\\.${URL64}{50,80}` },
  { kind: 'pulumi-token', pattern: `pul-${HEX}{40}` },
  {
    kind: 'doppler-token',
    pattern: `dp\\.(?:pt|st|ct|sa|scim|audit)\\.(?:[a-z0-9_-]{2,35}\\.)?${ALNUM}{40,44}`,
  },
  {
    kind: 'tailscale-key',
    pattern: `tskey-(?:[a-z]{2,10}-)?${ALNUM}{6,20}(?:CNTRL)?-${ALNUM}{16,60}`,
  },
  {
    kind: 'docker-swarm-token',
    marks: ['SWMTKN-1-', 'SWMKEY-1-'],
    pattern: `(?:SWMTKN-1-[a-z0-9]{40,60}-[a-z0-9]{20,30}|SWMKEY-1-${B64}{40,50})`,
  },
  { kind: 'cloudinary-url', pattern: `cloudinary://[0-9]{10,20}:(${URL64}{20,40})@` },

  // Services a project calls: messages, payment, mail, data, design
  {
    kind: 'slack-token',
    marks: ['xoxb-', 'xoxp-', 'xoxa-', 'xoxr-', 'xoxs-', 'xoxo-', 'xoxe', 'xoxc-', 'xoxd-', 'xapp-', 'xwfp-'],
    pattern: `(?:xox[bparso]-(?:[0-9]{1,2}-)?[0-9]{8,14}-[A-Za-z0-9-]{18,120}|xoxe(?:\\.xox[bp])?-[0-9]-${ALNUM}{60,250}|xox[abprscd]-(?:[0-9]-)?[A-Za-z0-9%-]{30,250}|xapp-[0-9]-[A-Z0-9]{6,14}-[0-9]{8,16}-[0-9a-z]{40,80}|xwfp-[0-9A-Za-z-]{30,120})`,
  },
  {
    kind: 'slack-webhook',
    pattern: `hooks\\.slack\\.com/(?:services|workflows|triggers)/(${ALNUM}{8,14}/[A-Z0-9]{8,20}(?:/[0-9]{10,20})?/${ALNUM}{20,60})`,
  },
  {
    kind: 'discord-webhook',
    marks: ['/api/webhooks/'],
    pattern: `(?:discord|discordapp)\\.com/api/(?:v[0-9]{1,2}/)?webhooks/([0-9]{15,21}/${URL64}{50,90})`,
  },
  {
    kind: 'discord-bot-token',
    marks: ['.'],
    pattern: `[MNO]${URL64}{23,27}\\.${URL64}{6}\\.${URL64}{27,45}`,
    strict: true,
    random: true,
    least: 59,
  },
  {
    kind: 'teams-webhook',
    marks: ['webhook.office.com/', '/IncomingWebhook/'],
    pattern: `[a-z0-9]{1,40}\\.webhook\\.office\\.com/(webhookb2/${UUID}@${UUID}/IncomingWebhook/${HEX}{32}/${UUID})`,
  },
  { kind: 'telegram-bot-token', marks: [':A'], pattern: `(?:bot)?([0-9]{8,11}:A[A-Za-z0-9_-]{34})` },
  {
    kind: 'dingtalk-webhook',
    pattern: `oapi\\.dingtalk\\.com/robot/send\\?access_token=(${HEX}{64})`,
  },
  { kind: 'dingtalk-secret', pattern: `SEC${HEX}{64}` },
  {
    kind: 'feishu-webhook',
    marks: ['/open-apis/bot/'],
    pattern: `open\\.(?:feishu\\.cn|larksuite\\.com)/open-apis/bot/(?:v2/)?hook/(${UUID}|${ALNUM}{32})`,
  },
  {
    kind: 'wecom-webhook',
    pattern: `qyapi\\.weixin\\.qq\\.com/cgi-bin/webhook/send\\?key=(${UUID})`,
  },
  {
    kind: 'serverchan-key',
    marks: ['SCT', 'sctp'],
    pattern: `(?:SCT[0-9]{3,7}T${ALNUM}{20,30}|sctp[0-9]{2,7}t${ALNUM}{16,30})`,
  },
  {
    kind: 'zapier-webhook',
    pattern: `hooks\\.zapier\\.com/hooks/catch/([0-9]{4,10}/[a-z0-9]{6,10})`,
  },
  {
    kind: 'stripe-key',
    marks: ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_', 'sk_org_'],
    pattern: `[sr]k_(?:live|test|org)_${ALNUM}{20,250}`,
  },
  { kind: 'webhook-secret', pattern: `whsec_${B64}{24,80}={0,2}` },
  { kind: 'sk-key', pattern: `sk_(?:${HEX}{40,64}|${ALNUM}{24,64})`, strict: true, random: true },
  {
    kind: 'square-token',
    marks: ['sq0', 'EAAA'],
    pattern: `(?:sq0[a-z]{3}-${URL64}{22,60}|EAAA${URL64}{56,64})`,
    random: true,
  },
  {
    kind: 'paypal-token',
    pattern: `access_token\\$(?:production|sandbox)\\$[0-9a-z]{16}\\$${HEX}{32}`,
  },
  {
    kind: 'plaid-token',
    pattern: `access-(?:sandbox|development|production)-${UUID}`,
  },
  { kind: 'razorpay-key', pattern: `rzp_(?:live|test)_${ALNUM}{14,24}` },
  { kind: 'flutterwave-key', pattern: `FLWSECK(?:_TEST|_LIVE)?-${ALNUM}{12,40}(?:-X)?` },
  { kind: 'facebook-token', pattern: `EAA[A-Za-z][A-Za-z0-9]{90,300}` },
  { kind: 'twitter-bearer', marks: ['AAAAAAAAA'], pattern: `A{20,25}[A-Za-z0-9%]{60,120}` },
  { kind: 'twilio-key', pattern: `SK${HEX}{32}`, strict: true },
  { kind: 'sendgrid-key', pattern: `SG\\.${URL64}{16,32}\\.${URL64}{32,64}` },
  { kind: 'mailgun-key', pattern: `key-[0-9a-z]{32}`, strict: true },
  { kind: 'mailgun-key', marks: ['-'], pattern: `${HEX}{32}-${HEX}{8}-${HEX}{8}`, strict: true, least: 50 },
  { kind: 'mailchimp-key', marks: ['-us'], pattern: `${HEX}{32}-us[0-9]{1,2}` },
  { kind: 'mandrill-key', pattern: `md-${URL64}{22}`, strict: true, random: true },
  { kind: 'brevo-key', pattern: `x(?:key|smtp)sib-${HEX}{64}-${ALNUM}{16}` },
  { kind: 'resend-key', pattern: `re_${ALNUM}{8}_${ALNUM}{20,30}`, strict: true, random: true },
  { kind: 'mapbox-secret', pattern: `sk\\.eyJ${URL64}{40,150}\\.${URL64}{20,30}` },
  {
    kind: 'shopify-token',
    pattern: `shp(?:at|ca|pa|ss|tka)_[0-9A-Fa-f]{32}`,
  },
  { kind: 'linear-key', pattern: `lin_(?:api|oauth)_${ALNUM}{32,70}` },
  {
    kind: 'notion-key',
    marks: ['secret_', 'ntn_'],
    pattern: `(?:secret_${ALNUM}{40,50}|ntn_${ALNUM}{40,60})`,
    random: true,
  },
  {
    kind: 'figma-token',
    pattern: `fig(?:d|o|oh|u|or|uh)_${URL64}{36,60}`,
  },
  { kind: 'airtable-token', pattern: `pat${ALNUM}{14}\\.${HEX}{64}`, least: 82 },
  {
    kind: 'asana-token',
    marks: ['/'],
    pattern: `[0-9]/[0-9]{15,17}(?:/[0-9]{15,17})?:${HEX}{32}`,
    strict: true,
    least: 50,
  },
  { kind: 'hubspot-token', pattern: `pat-(?:na|eu|ap)[0-9]-${UUID}` },
  { kind: 'contentful-token', pattern: `CFPAT-${URL64}{40,50}` },
  { kind: 'posthog-key', pattern: `phx_${ALNUM}{40,64}` },
  { kind: 'dropbox-token', pattern: `sl\\.(?:u\\.)?${URL64}{60,1500}`, strict: true, random: true },
  { kind: 'typeform-token', pattern: `tfp_${URL64}{40,64}(?:_${ALNUM}{8,20})?` },
  { kind: 'shippo-token', pattern: `shippo_(?:live|test)_${HEX}{40}` },
  { kind: 'easypost-key', pattern: `EZ[AT]K${ALNUM}{54}` },
  { kind: 'frameio-token', pattern: `fio-u-${URL64}{60,66}` },
  { kind: 'readme-key', pattern: `rdme_[a-z0-9]{70}` },
  { kind: 'adobe-secret', pattern: `p8e-${ALNUM}{32}` },
  {
    kind: 'age-key',
    pattern: `AGE-SECRET-KEY-(?:PQ-)?1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{50,80}`,
  },
  { kind: 'presigned-url', pattern: `X-Amz-Signature=(${HEX}{64})` },

  // Less known services
  { kind: 'adafruit-key', pattern: `aio_${ALNUM}{28}`, strict: true, random: true },
  { kind: 'akamai-token', pattern: `akab-[a-z0-9]{16}-[a-z0-9]{16}`, strict: true },
  { kind: 'apify-token', pattern: `apify_api_${ALNUM}{30,46}` },
  { kind: 'axiom-token', pattern: `xa[ap]t-${UUID}`, strict: true },
  { kind: 'cal-key', pattern: `cal_(?:live_|test_)?${HEX}{32}`, strict: true },
  { kind: 'cerebras-key', pattern: `csk-[a-z0-9]{48}`, strict: true },
  {
    kind: 'convex-key',
    pattern: `(?:prod|dev|preview):[a-z]+-[a-z]+-[0-9]{1,4}\\|(${B64}{40,200}={0,2})`,
  },
  { kind: 'coze-token', pattern: `pat_${ALNUM}{60,68}`, strict: true, random: true },
  { kind: 'cursor-key', pattern: `crsr_${HEX}{64}` },
  { kind: 'defined-networking-key', pattern: `dnkey-${URL64}{26}-${URL64}{52}` },
  {
    kind: 'dify-key',
    pattern: `(?:app|dataset)-${ALNUM}{24}`,
    strict: true,
    random: true,
  },
  { kind: 'e2b-key', pattern: `e2b_${HEX}{40}` },
  { kind: 'firecrawl-key', pattern: `fc-${HEX}{32}`, strict: true },
  { kind: 'gocardless-token', pattern: `live_${URL64}{40}`, strict: true, random: true },
  {
    kind: 'harness-token',
    pattern: `[ps]at\\.${URL64}{22}\\.${HEX}{24}\\.${ALNUM}{20}`,
    strict: true,
  },
  { kind: 'helicone-key', pattern: `sk-helicone-[a-z0-9-]{24,60}`, random: true },
  { kind: 'honeycomb-key', marks: ['hca', 'hcb', 'hcx'], pattern: `hc[abx]{1,2}[a-z]{2}_${ALNUM}{58}`, strict: true },
  { kind: 'infracost-key', pattern: `ico-${ALNUM}{32}`, strict: true, random: true },
  { kind: 'inngest-key', pattern: `signkey-(?:[a-z]{2,12}-)?${HEX}{32,64}` },
  {
    kind: 'jetbrains-token',
    marks: ['perm:', 'perm-'],
    pattern: `perm[:-][A-Za-z0-9=]{4,80}\\.[A-Za-z0-9=]{2,40}\\.${ALNUM}{30,60}`,
  },
  { kind: 'jina-key', pattern: `jina_${URL64}{50,70}` },
  { kind: 'liveblocks-key', pattern: `sk_(?:prod|dev)_${URL64}{40,80}` },
  { kind: 'lob-key', pattern: `(?:live|test)_${HEX}{35}`, strict: true },
  { kind: 'maxmind-key', marks: ['_mmk'], pattern: `${ALNUM}{6}_${ALNUM}{29}_mmk` },
  { kind: 'mercadopago-token', pattern: `APP_USR-[0-9]{10,20}-[0-9]{6}-${HEX}{32}-[0-9]{5,12}` },
  { kind: 'midtrans-key', marks: ['Mid-server-'], pattern: `(?:SB-)?Mid-server-${URL64}{20,32}` },
  { kind: 'neon-key', pattern: `napi_[a-z0-9]{40,80}`, strict: true },
  { kind: 'netbird-token', pattern: `nbp_${ALNUM}{36,40}`, strict: true, random: true },
  { kind: 'octopus-key', pattern: `API-[A-Z0-9]{25,32}`, strict: true, random: true },
  { kind: 'openshift-token', pattern: `sha256~${URL64}{43}` },
  { kind: 'paddle-key', pattern: `pdl_(?:live|sdbx)_apikey_[a-z0-9]{26}_${ALNUM}{22}_${ALNUM}{3}` },
  { kind: 'polar-token', pattern: `polar_(?:oat|pat|at|cst)_${ALNUM}{36,60}` },
  { kind: 'prefect-key', pattern: `pn[ub]_${ALNUM}{36}` },
  { kind: 'rapidapi-key', marks: ['msh'], pattern: `${HEX}{10}msh${HEX}{15}p1${HEX}{6}jsn${HEX}{12}` },
  { kind: 'render-key', pattern: `rnd_${ALNUM}{28,40}`, strict: true, random: true },
  { kind: 'runpod-key', pattern: `rpa_[A-Z0-9]{30}${ALNUM}{8,24}`, strict: true },
  { kind: 'salesforce-session', marks: ['!A'], pattern: `00D${ALNUM}{12,15}!A[A-Za-z0-9._]{80,120}` },
  { kind: 'scalingo-token', pattern: `tk-us-${URL64}{48}` },
  { kind: 'settlemint-token', pattern: `sm_[aps]at_${ALNUM}{16}`, strict: true },
  { kind: 'tigris-secret', pattern: `tsec_[A-Za-z0-9+/_-]{40,80}` },
  { kind: 'together-key', pattern: `tgp_v1_${URL64}{40,50}` },
  { kind: 'trigger-key', pattern: `tr_(?:dev|prod|stg|pat)_${ALNUM}{20,44}`, strict: true },
  { kind: 'unkey-key', pattern: `unkey_${ALNUM}{20,40}`, random: true },
  { kind: 'voyage-key', pattern: `pa-${URL64}{43}`, strict: true, random: true },
  { kind: 'xata-key', pattern: `xau_${ALNUM}{36,44}`, strict: true },
  { kind: 'xendit-key', pattern: `xnd_(?:production|development)_${ALNUM}{40,80}` },
  {
    kind: 'yandex-iam-token',
    marks: ['t1.', 'y0_'],
    pattern: `(?:t1\\.${URL64}{8,60}={0,2}\\.${URL64}{80,90}={0,2}|y0_${URL64}{50,70})`,
    strict: true,
  },
  { kind: 'zoho-token', pattern: `1000\\.${HEX}{32}\\.${HEX}{32}` },
]
