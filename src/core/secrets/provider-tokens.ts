/**
 * Token formats as the providers document them, one entry each.
 *
 * `marks` are the literal texts without which the pattern cannot match. The first group, if there is one,
 * is the secret. `strict` entries may not continue a path or identifier; `random` entries must look drawn.
 */

export interface ProviderToken {
  readonly kind: string
  readonly marks: readonly string[]
  readonly pattern: string
  readonly strict?: true
  readonly random?: true
  /** The fewest characters it has, where its marks stand in ordinary text. */
  readonly least?: number
}

const HEX = '[0-9a-f]'
const ALNUM = '[A-Za-z0-9]'
const URL64 = '[A-Za-z0-9_-]'
const B64 = '[A-Za-z0-9+/]'
const UUID = `${HEX}{8}-${HEX}{4}-${HEX}{4}-${HEX}{4}-${HEX}{12}`

const CLOUD: readonly ProviderToken[] = [
  { kind: 'aws-access-key', marks: ['AKIA', 'ASIA', 'ABIA', 'ACCA'], pattern: '(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}' },
  {
    kind: 'aws-session-token',
    marks: ['IQoJb3', 'FwoGZX', 'FQoGZX'],
    pattern: `(?:IQoJb3|FwoGZX|FQoGZX)${B64}{80,2000}={0,2}`,
  },
  { kind: 'aws-bedrock-key', marks: ['ABSK'], pattern: `ABSK${B64}{100,300}={0,2}` },
  { kind: 'aws-mws-token', marks: ['amzn.mws.'], pattern: `amzn\\.mws\\.${UUID}` },
  { kind: 'gcp-api-key', marks: ['AIza'], pattern: `AIza${URL64}{35}` },
  { kind: 'google-oauth-secret', marks: ['GOCSPX-'], pattern: `GOCSPX-${URL64}{24,40}` },
  { kind: 'google-access-token', marks: ['ya29.'], pattern: `ya29\\.${URL64}{20,1000}` },
  { kind: 'google-refresh-token', marks: ['1//0'], pattern: `1//0${URL64}{30,200}` },
  { kind: 'azure-client-secret', marks: ['Q~'], pattern: `[A-Za-z0-9_~.]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34}` },
  {
    kind: 'azure-shared-key',
    marks: ['AccountKey=', 'SharedAccessKey=', 'accountkey='],
    pattern: `(?:AccountKey|SharedAccessKey|accountkey)=(${B64}{40,90}={0,2})`,
  },
  { kind: 'azure-sas', marks: ['sig='], pattern: `sig=((?:${URL64}|%2[BbFf]|%3[Dd]|[+/]){40,80}={0,2})` },
  { kind: 'alibaba-access-key', marks: ['LTAI'], pattern: `LTAI${ALNUM}{12,26}` },
  { kind: 'alibaba-sts-key', marks: ['STS.'], pattern: `STS\\.${ALNUM}{20,30}`, strict: true, random: true },
  { kind: 'tencent-secret-id', marks: ['AKID'], pattern: `AKID${ALNUM}{30,40}` },
  { kind: 'volcengine-access-key', marks: ['AKLT'], pattern: `AKLT${ALNUM}{40,50}` },
  { kind: 'baidu-cloud-key', marks: ['bce-v3/'], pattern: `bce-v3/ALTAK-${ALNUM}{15,30}/${HEX}{40}` },
  { kind: 'yandex-cloud-key', marks: ['AQVN'], pattern: `AQVN${URL64}{35,40}` },
  { kind: 'digitalocean-token', marks: ['_v1_'], pattern: `do[opr]_v1_${HEX}{64}` },
  { kind: 'heroku-key', marks: ['HRKU-'], pattern: `HRKU-(?:${UUID}|${URL64}{40,80})` },
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
    marks: ['vcp_', 'vci_', 'vca_', 'vcr_', 'vck_'],
    pattern: `vc[piark]_${ALNUM}{24,80}`,
    random: true,
  },
  { kind: 'netlify-token', marks: ['nfp_', 'nfc_', 'nfo_', 'nfu_'], pattern: `nf[pcou]_${ALNUM}{30,50}` },
  {
    kind: 'supabase-key',
    marks: ['sbp_', 'sb_secret_'],
    pattern: `(?:sbp_(?:v0_)?${HEX}{40}|sb_secret_${URL64}{20,60})`,
  },
  { kind: 'planetscale-token', marks: ['pscale_'], pattern: `pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.-]{30,70}` },
  { kind: 'databricks-token', marks: ['dapi', 'dose'], pattern: `(?:dapi|dose)${HEX}{32}(?:-[0-9])?` },
  { kind: 'vault-token', marks: ['hvs.', 'hvb.', 'hvr.'], pattern: `hv[sbr]\\.${URL64}{20,300}` },
  { kind: 'vault-token', marks: ['s.'], pattern: `s\\.${ALNUM}{24}`, strict: true, random: true, least: 26 },
  { kind: 'terraform-token', marks: ['.atlasv1.'], pattern: `${ALNUM}{14}\\.atlasv1\\.${URL64}{50,80}` },
  { kind: 'pulumi-token', marks: ['pul-'], pattern: `pul-${HEX}{40}` },
  {
    kind: 'doppler-token',
    marks: ['dp.'],
    pattern: `dp\\.(?:pt|st|ct|sa|scim|audit)\\.(?:[a-z0-9_-]{2,35}\\.)?${ALNUM}{40,44}`,
  },
  {
    kind: 'tailscale-key',
    marks: ['tskey-'],
    pattern: `tskey-(?:[a-z]{2,10}-)?${ALNUM}{6,20}(?:CNTRL)?-${ALNUM}{16,60}`,
  },
  {
    kind: 'docker-swarm-token',
    marks: ['SWMTKN-1-', 'SWMKEY-1-'],
    pattern: `(?:SWMTKN-1-[a-z0-9]{40,60}-[a-z0-9]{20,30}|SWMKEY-1-${B64}{40,50})`,
  },
  { kind: 'cloudinary-url', marks: ['cloudinary://'], pattern: `cloudinary://[0-9]{10,20}:(${URL64}{20,40})@` },
]

const CODE_HOSTS: readonly ProviderToken[] = [
  { kind: 'github-token', marks: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], pattern: `gh[pousr]_${ALNUM}{36,255}` },
  { kind: 'github-fine-grained-token', marks: ['github_pat_'], pattern: `github_pat_${ALNUM}{20,30}_${ALNUM}{50,80}` },
  {
    kind: 'gitlab-token',
    marks: [
      'glpat-',
      'gldt-',
      'glrt-',
      'glcbt-',
      'glptt-',
      'glft-',
      'glimt-',
      'glagent-',
      'gloas-',
      'glsoat-',
      'glffct-',
      'glrtr-',
      'glwt-',
    ],
    pattern: `gl(?:pat|dt|rt|rtr|cbt|ptt|ft|imt|agent|oas|soat|ffct|wt)-(?:t[0-9]_)?(?:[0-9A-Za-z]{1,4}_)?${URL64}{20,300}(?:\\.[0-9a-z]{2}\\.[0-9a-z]{9})?`,
  },
  { kind: 'gitlab-runner-token', marks: ['GR1348941'], pattern: `GR1348941${URL64}{20}` },
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
  { kind: 'npm-token', marks: ['npm_'], pattern: `npm_${ALNUM}{36,64}` },
  { kind: 'pypi-token', marks: ['pypi-AgE'], pattern: `pypi-AgE${URL64}{40,1000}` },
  { kind: 'rubygems-key', marks: ['rubygems_'], pattern: `rubygems_${HEX}{48}` },
  { kind: 'crates-token', marks: ['cio'], pattern: `cio${ALNUM}{32}`, strict: true, random: true },
  { kind: 'nuget-key', marks: ['oy2'], pattern: `oy2[a-z0-9]{43}`, strict: true },
  { kind: 'clojars-token', marks: ['CLOJARS_'], pattern: `CLOJARS_[a-z0-9]{60}` },
  { kind: 'docker-token', marks: ['dckr_pat_', 'dckr_oat_'], pattern: `dckr_[po]at_${URL64}{20,40}` },
  { kind: 'jfrog-token', marks: ['AKCp', 'cmVmdGtuOj'], pattern: `(?:AKCp${ALNUM}{60,80}|cmVmdGtuOj${ALNUM}{50,64})` },
  { kind: 'circleci-token', marks: ['CCIPAT_', 'CCIPRJ_'], pattern: `CCIP(?:AT|RJ)_${ALNUM}{15,30}_${HEX}{40}` },
  { kind: 'buildkite-token', marks: ['bkua_'], pattern: `bkua_${HEX}{40}` },
  { kind: 'sonar-token', marks: ['sqp_', 'squ_', 'sqa_'], pattern: `sq[pua]_${HEX}{40}` },
  { kind: 'sourcegraph-token', marks: ['sgp_'], pattern: `sgp_(?:[0-9A-Fa-f]{16}_|local_)?[0-9A-Fa-f]{40}` },
  { kind: 'postman-key', marks: ['PMAK-'], pattern: `PMAK-${HEX}{24}-${HEX}{34}` },
  {
    kind: 'onepassword-token',
    marks: ['ops_eyJ', 'A3-'],
    pattern: `(?:ops_eyJ${URL64}{100,2000}|A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5})`,
  },
  { kind: 'launchdarkly-key', marks: ['sdk-', 'api-'], pattern: `(?:sdk|api)-${UUID}`, strict: true },
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
  { kind: 'dynatrace-token', marks: ['dt0'], pattern: `dt0[a-z][0-9]{2}\\.[A-Z0-9]{24}\\.[A-Z0-9]{64}` },
  {
    kind: 'newrelic-key',
    marks: ['NRAK-', 'NRII-', 'NRRA-', 'NRAL', 'NRIQ-'],
    pattern: `(?:NRAK-[A-Z0-9]{27}|NR(?:II|IQ)-${URL64}{32}|NRRA-${HEX}{42}|${HEX}{36}NRAL)`,
  },
]

const AI: readonly ProviderToken[] = [
  { kind: 'anthropic-key', marks: ['sk-ant-'], pattern: `sk-ant-(?:[a-z]{2,12}[0-9]{2}-)?${URL64}{32,200}` },
  {
    kind: 'openai-key',
    marks: ['sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-None-', 'sk-service-'],
    pattern: `sk-(?:proj|svcacct|admin|None|service)-${URL64}{20,250}`,
    random: true,
  },
  { kind: 'openai-key', marks: ['T3BlbkFJ'], pattern: `sk-${URL64}{16,100}T3BlbkFJ${URL64}{16,100}` },
  { kind: 'openrouter-key', marks: ['sk-or-'], pattern: `sk-or-(?:v1-)?${HEX}{64}` },
  { kind: 'langfuse-key', marks: ['sk-lf-'], pattern: `sk-lf-${UUID}` },
  { kind: 'sk-key', marks: ['sk-'], pattern: `sk-(?:${HEX}{32,64}|${ALNUM}{20,120})`, strict: true, random: true },
  {
    kind: 'langsmith-key',
    marks: ['lsv2_', 'ls__'],
    pattern: `(?:lsv2_(?:pt|sk)_${HEX}{32}_${HEX}{10}|ls__${HEX}{32})`,
  },
  { kind: 'huggingface-token', marks: ['hf_', 'api_org_'], pattern: `(?:hf|api_org)_[A-Za-z0-9]{30,60}`, random: true },
  { kind: 'groq-key', marks: ['gsk_'], pattern: `gsk_${ALNUM}{40,64}` },
  { kind: 'xai-key', marks: ['xai-'], pattern: `xai-${ALNUM}{60,100}` },
  { kind: 'replicate-token', marks: ['r8_'], pattern: `r8_${ALNUM}{37,40}` },
  { kind: 'perplexity-key', marks: ['pplx-'], pattern: `pplx-${ALNUM}{40,64}` },
  { kind: 'nvidia-key', marks: ['nvapi-'], pattern: `nvapi-${URL64}{60,80}` },
  { kind: 'fireworks-key', marks: ['fw_'], pattern: `fw_${ALNUM}{20,40}`, strict: true, random: true },
  { kind: 'pinecone-key', marks: ['pcsk_'], pattern: `pcsk_${ALNUM}{4,10}_${ALNUM}{40,80}` },
  { kind: 'wandb-key', marks: ['wandb_v1_'], pattern: `wandb_v1_${URL64}{40,120}` },
  { kind: 'tavily-key', marks: ['tvly-'], pattern: `tvly-(?:dev-|prod-)?${ALNUM}{28,40}` },
  { kind: 'zhipu-key', marks: ['.'], pattern: `${HEX}{32}\\.${ALNUM}{16}`, strict: true, random: true, least: 49 },
]

const SAAS: readonly ProviderToken[] = [
  {
    kind: 'slack-token',
    marks: ['xoxb-', 'xoxp-', 'xoxa-', 'xoxr-', 'xoxs-', 'xoxo-', 'xoxe', 'xoxc-', 'xoxd-', 'xapp-', 'xwfp-'],
    pattern: `(?:xox[bparso]-(?:[0-9]{1,2}-)?[0-9]{8,14}-[A-Za-z0-9-]{18,120}|xoxe(?:\\.xox[bp])?-[0-9]-${ALNUM}{60,250}|xox[abprscd]-(?:[0-9]-)?[A-Za-z0-9%-]{30,250}|xapp-[0-9]-[A-Z0-9]{6,14}-[0-9]{8,16}-[0-9a-z]{40,80}|xwfp-[0-9A-Za-z-]{30,120})`,
  },
  {
    kind: 'slack-webhook',
    marks: ['hooks.slack.com/'],
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
    marks: ['oapi.dingtalk.com/robot'],
    pattern: `oapi\\.dingtalk\\.com/robot/send\\?access_token=(${HEX}{64})`,
  },
  { kind: 'dingtalk-secret', marks: ['SEC'], pattern: `SEC${HEX}{64}` },
  {
    kind: 'feishu-webhook',
    marks: ['/open-apis/bot/'],
    pattern: `open\\.(?:feishu\\.cn|larksuite\\.com)/open-apis/bot/(?:v2/)?hook/(${UUID}|${ALNUM}{32})`,
  },
  {
    kind: 'wecom-webhook',
    marks: ['qyapi.weixin.qq.com/'],
    pattern: `qyapi\\.weixin\\.qq\\.com/cgi-bin/webhook/send\\?key=(${UUID})`,
  },
  {
    kind: 'serverchan-key',
    marks: ['SCT', 'sctp'],
    pattern: `(?:SCT[0-9]{3,7}T${ALNUM}{20,30}|sctp[0-9]{2,7}t${ALNUM}{16,30})`,
  },
  {
    kind: 'zapier-webhook',
    marks: ['hooks.zapier.com/'],
    pattern: `hooks\\.zapier\\.com/hooks/catch/([0-9]{4,10}/[a-z0-9]{6,10})`,
  },
  {
    kind: 'stripe-key',
    marks: ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_', 'sk_org_'],
    pattern: `[sr]k_(?:live|test|org)_${ALNUM}{20,250}`,
  },
  { kind: 'webhook-secret', marks: ['whsec_'], pattern: `whsec_${B64}{24,80}={0,2}` },
  { kind: 'sk-key', marks: ['sk_'], pattern: `sk_(?:${HEX}{40,64}|${ALNUM}{24,64})`, strict: true, random: true },
  {
    kind: 'square-token',
    marks: ['sq0', 'EAAA'],
    pattern: `(?:sq0[a-z]{3}-${URL64}{22,60}|EAAA${URL64}{56,64})`,
    random: true,
  },
  {
    kind: 'paypal-token',
    marks: ['access_token$'],
    pattern: `access_token\\$(?:production|sandbox)\\$[0-9a-z]{16}\\$${HEX}{32}`,
  },
  {
    kind: 'plaid-token',
    marks: ['access-sandbox-', 'access-development-', 'access-production-'],
    pattern: `access-(?:sandbox|development|production)-${UUID}`,
  },
  { kind: 'razorpay-key', marks: ['rzp_live_', 'rzp_test_'], pattern: `rzp_(?:live|test)_${ALNUM}{14,24}` },
  { kind: 'flutterwave-key', marks: ['FLWSECK'], pattern: `FLWSECK(?:_TEST|_LIVE)?-${ALNUM}{12,40}(?:-X)?` },
  { kind: 'facebook-token', marks: ['EAA'], pattern: `EAA[A-Za-z][A-Za-z0-9]{90,300}` },
  { kind: 'twitter-bearer', marks: ['AAAAAAAAA'], pattern: `A{20,25}[A-Za-z0-9%]{60,120}` },
  { kind: 'twilio-key', marks: ['SK'], pattern: `SK${HEX}{32}`, strict: true },
  { kind: 'sendgrid-key', marks: ['SG.'], pattern: `SG\\.${URL64}{16,32}\\.${URL64}{32,64}` },
  { kind: 'mailgun-key', marks: ['key-', 'pubkey-'], pattern: `key-[0-9a-z]{32}`, strict: true },
  { kind: 'mailgun-key', marks: ['-'], pattern: `${HEX}{32}-${HEX}{8}-${HEX}{8}`, strict: true, least: 50 },
  { kind: 'mailchimp-key', marks: ['-us'], pattern: `${HEX}{32}-us[0-9]{1,2}` },
  { kind: 'mandrill-key', marks: ['md-'], pattern: `md-${URL64}{22}`, strict: true, random: true },
  { kind: 'brevo-key', marks: ['xkeysib-', 'xsmtpsib-'], pattern: `x(?:key|smtp)sib-${HEX}{64}-${ALNUM}{16}` },
  { kind: 'resend-key', marks: ['re_'], pattern: `re_${ALNUM}{8}_${ALNUM}{20,30}`, strict: true, random: true },
  { kind: 'mapbox-secret', marks: ['sk.eyJ'], pattern: `sk\\.eyJ${URL64}{40,150}\\.${URL64}{20,30}` },
  {
    kind: 'shopify-token',
    marks: ['shpat_', 'shpca_', 'shppa_', 'shpss_', 'shptka_'],
    pattern: `shp(?:at|ca|pa|ss|tka)_[0-9A-Fa-f]{32}`,
  },
  { kind: 'linear-key', marks: ['lin_api_', 'lin_oauth_'], pattern: `lin_(?:api|oauth)_${ALNUM}{32,70}` },
  {
    kind: 'notion-key',
    marks: ['secret_', 'ntn_'],
    pattern: `(?:secret_${ALNUM}{40,50}|ntn_${ALNUM}{40,60})`,
    random: true,
  },
  {
    kind: 'figma-token',
    marks: ['figd_', 'figo_', 'figoh_', 'figu_', 'figor_', 'figuh_'],
    pattern: `fig(?:d|o|oh|u|or|uh)_${URL64}{36,60}`,
  },
  { kind: 'airtable-token', marks: ['pat'], pattern: `pat${ALNUM}{14}\\.${HEX}{64}`, least: 82 },
  {
    kind: 'asana-token',
    marks: ['/'],
    pattern: `[0-9]/[0-9]{15,17}(?:/[0-9]{15,17})?:${HEX}{32}`,
    strict: true,
    least: 50,
  },
  { kind: 'hubspot-token', marks: ['pat-'], pattern: `pat-(?:na|eu|ap)[0-9]-${UUID}` },
  { kind: 'contentful-token', marks: ['CFPAT-'], pattern: `CFPAT-${URL64}{40,50}` },
  { kind: 'posthog-key', marks: ['phx_'], pattern: `phx_${ALNUM}{40,64}` },
  { kind: 'dropbox-token', marks: ['sl.'], pattern: `sl\\.(?:u\\.)?${URL64}{60,1500}`, strict: true, random: true },
  { kind: 'typeform-token', marks: ['tfp_'], pattern: `tfp_${URL64}{40,64}(?:_${ALNUM}{8,20})?` },
  { kind: 'shippo-token', marks: ['shippo_'], pattern: `shippo_(?:live|test)_${HEX}{40}` },
  { kind: 'easypost-key', marks: ['EZAK', 'EZTK'], pattern: `EZ[AT]K${ALNUM}{54}` },
  { kind: 'frameio-token', marks: ['fio-u-'], pattern: `fio-u-${URL64}{60,66}` },
  { kind: 'readme-key', marks: ['rdme_'], pattern: `rdme_[a-z0-9]{70}` },
  { kind: 'adobe-secret', marks: ['p8e-'], pattern: `p8e-${ALNUM}{32}` },
  {
    kind: 'age-key',
    marks: ['AGE-SECRET-KEY-'],
    pattern: `AGE-SECRET-KEY-(?:PQ-)?1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{50,80}`,
  },
  { kind: 'presigned-url', marks: ['X-Amz-Signature='], pattern: `X-Amz-Signature=(${HEX}{64})` },
]

export const PROVIDER_TOKENS: readonly ProviderToken[] = [...AI, ...CODE_HOSTS, ...CLOUD, ...SAAS]
