/**
 * Whether a shell command may still be at work when its call is over: the host was told to leave it running, or it
 * leaves something running itself. A look at the words only; who is wrongly thought to go on is only watched longer.
 */
export function outlives(args: Readonly<Record<string, unknown>>, command: string): boolean {
  return BACKGROUND.some((name) => args[name] === true || args[name] === 'true') || LEAVES_RUNNING.test(command)
}

const BACKGROUND = ['run_in_background', 'runInBackground', 'is_background', 'isBackground', 'background']

/** `&` that ends a command, and programs whose work is to leave others running. */
const LEAVES_RUNNING =
  /(?:^|[^&>|<\\])&(?=\s|$|[;)}])|(?:^|[\s;&|(`])(?:nohup|setsid|disown|coproc|daemonize|daemon|start-stop-daemon|systemd-run|tmux|screen|at|batch|start)(?:\s|$)/m
