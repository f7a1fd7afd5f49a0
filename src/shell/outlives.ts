/**
 * Whether a shell command leaves something running after it ends. Only its words are looked at; if the answer is wrongly
 * yes, the command is watched longer than needed.
 */
export function outlives(command: string): boolean {
  return LEAVES_RUNNING.test(command)
}

/** `&` that ends a command, and programs whose work is to leave others running. */
const LEAVES_RUNNING =
  /(?:^|[^&>|<\\])&(?=\s|$|[;)}])|(?:^|[\s;&|(`])(?:nohup|setsid|disown|coproc|daemonize|daemon|start-stop-daemon|systemd-run|tmux|screen|at|batch|start)(?:\s|$)/m
