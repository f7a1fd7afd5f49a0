/**
 * Whether a shell command leaves something running when it is over. This looks at its words only: a command that is
 * wrongly thought to go on is watched longer, and nothing else happens.
 */
export function outlives(command: string): boolean {
  return LEAVES_RUNNING.test(command)
}

/** `&` that ends a command, and programs whose work is to leave others running. */
const LEAVES_RUNNING =
  /(?:^|[^&>|<\\])&(?=\s|$|[;)}])|(?:^|[\s;&|(`])(?:nohup|setsid|disown|coproc|daemonize|daemon|start-stop-daemon|systemd-run|tmux|screen|at|batch|start)(?:\s|$)/m
