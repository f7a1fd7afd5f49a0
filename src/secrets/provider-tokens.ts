/**
 * Token formats as the providers document them, one entry each.
 *
 * `marks` are the literal texts without which the pattern cannot match. The first group, if there is one,
 * is the secret. `strict` entries may not continue a path or identifier; `random` entries must look drawn.
 */

import { ALNUM, B64, HEX, type ProviderToken, URL64, UUID } from './provider-token.ts'
import { SERVICE_TOKENS } from './service-tokens.ts'

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

export const PROVIDER_TOKENS: readonly ProviderToken[] = [...AI, ...CODE_HOSTS, ...CLOUD, ...SERVICE_TOKENS]
