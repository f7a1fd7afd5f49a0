#!/bin/sh
# Starts the command hook: hook.sh [--host <host> [<node>]]. Uses the Node that install recorded, else the one on the PATH.
#
# Only the hook itself exits with 86, so a program that is not Node never counts as one. If no Node starts the hook, work
# continues and the user is told once a session. This script runs nothing but Node and always exits with 0.

folder=${0%[/\\]*}
host=${2:-claude}
node=$3

# A repository's settings may set the variable: only a program called node counts, and none inside the project.
if [ -z "$node" ]; then
  case $MEMORY_BANK_NODE in
    "${CLAUDE_PROJECT_DIR:-//}"[/\\]* | "${COPILOT_PROJECT_DIR:-//}"[/\\]* | *[/\\]..[/\\]*) ;;
    /*/node | /*/nodejs | [A-Za-z]:*[/\\]node | [A-Za-z]:*[/\\]node.exe) node=$MEMORY_BANK_NODE ;;
  esac
fi

for program in "$node" node; do
  [ -n "$program" ] && command -v "$program" >/dev/null 2>&1 || continue
  answer=$("$program" "$folder/hook.cjs" ${2:+--host "$2"} --from-shell)
  if [ $? -eq 86 ]; then
    printf '%s\n' "$answer"
    exit 0
  fi
done

payload=
while IFS= read -r line || [ -n "$line" ]; do payload=$payload$line; done

# The payload's text value for a name.
value() {
  case $payload in
    *"\"$1\""*) ;;
    *) return ;;
  esac
  rest=${payload#*"\"$1\""}
  rest=${rest#*\"}
  printf '%s' "${rest%%\"*}"
}

event=$(value hook_event_name)
session=$(value session_id)

text='[memory-bank] Memory Bank is not guarding: its hook could not be started, Node or a part of the package is missing. Run: memory-bank doctor · Memory Bank 未在保护：hook 无法启动（缺少 Node 或程序包不完整）。请运行：memory-bank doctor'
case $host:$event in
  claude:UserPromptSubmit | codex:UserPromptSubmit | qwen:Stop) said='{"systemMessage":"'$text'"}' ;;
  copilot:UserPromptSubmit) said='{"additionalContext":"'$text' Tell the user."}' ;;
  qwen:UserPromptSubmit) said='{"hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":"'$text' Tell the user."}}' ;;
  gemini:BeforeAgent) said='{"systemMessage":"'$text'","hookSpecificOutput":{"hookEventName":"BeforeAgent","additionalContext":"'$text' Tell the user."}}' ;;
  *) said='{}' ;;
esac

# Once a session: the first report creates a mark file. If that is not possible, the report is repeated.
case $session in
  '' | *[!A-Za-z0-9_-]*) ;;
  *)
    if [ "$said" != '{}' ] && [ -d "${TMPDIR:-/tmp}" ]; then
      mark=${TMPDIR:-/tmp}/memory-bank-$host-$session-$event.told
      if [ -e "$mark" ]; then said='{}'; else (set -C && : >"$mark") 2>/dev/null; fi
    fi
    ;;
esac
printf '%s\n' "$said"
exit 0
