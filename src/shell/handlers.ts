/**
 * Which commands are known, and where: the file of a family is needed, and in a young process loaded, for a command of
 * that family. Of two families with the same name the first has it.
 */

import { ARCHIVE_COMMANDS } from './archive-commands.ts'
import { BUILTINS } from './builtins.ts'
import { EACH_COMMANDS } from './each-commands.ts'
import { EDIT_COMMANDS } from './edit-commands.ts'
import { FILE_COMMANDS } from './file-commands.ts'
import { FIND_COMMANDS } from './find-commands.ts'
import { git } from './git-command.ts'
import { INTERPRETERS } from './interpreters.ts'
import { NETWORK_COMMANDS } from './network-commands.ts'
import { RUNNERS } from './runners.ts'
import type { Handler } from './shell.ts'
import { TEXT_COMMANDS } from './text-commands.ts'
import { WRAPPERS } from './wrappers.ts'

type Handlers = Readonly<Record<string, Handler>>

export function handlerOf(name: string): Handler | undefined {
  return FAMILIES.find(({ names }) => names.includes(` ${name} `))?.handlers()[name]
}

interface Family {
  /** Each between two spaces. */
  readonly names: string
  readonly handlers: () => Handlers
}

function family(names: string, handlers: () => Handlers): Family {
  return { names: ` ${names} `, handlers }
}

export const FAMILIES: readonly Family[] = [
  family('git hub', () => ({ git, hub: git })),
  family('make gmake just npm pnpm yarn bun corepack npx bunx pnpx', () => RUNNERS),
  family(
    'env sudo doas su runuser nohup setsid noglob nocorrect command-not setarch linux64 caffeinate fakeroot unbuffer rlwrap winpty command builtin exec time timeout gtimeout nice ionice chrt taskset stdbuf chroot unshare nsenter strace ltrace valgrind flock watch entr script hyperfine concurrently cross-env dotenv dotenvx direnv-exec systemd-run busybox toybox poetry pipenv pdm uv rye hatch bundle mise asdf volta conda direnv nix nix-shell tmux screen docker podman nerdctl at batch expect watchexec nodemon chokidar xterm rxvt urxvt konsole xfce4-terminal gnome-terminal alacritty kitty foot wezterm crontab',
    () => WRAPPERS,
  ),
  family(
    'sh bash zsh dash ksh ash mksh rbash fish busybox-sh python python2 python3 pypy pypy3 node nodejs deno tsx ts-node esno perl ruby php lua luajit Rscript julia elixir osascript tclsh awk gawk mawk nawk',
    () => INTERPRETERS,
  ),
  family('curl wget aws gsutil gcloud az rclone gh aria2c', () => NETWORK_COMMANDS),
  family('xargs gxargs parallel', () => EACH_COMMANDS),
  family('find gfind fd fdfind', () => FIND_COMMANDS),
  family(
    'sed gsed ssed ed red ex vi vim nvim vimdiff view nano pico micro emacs emacsclient joe jed hx helix kak mcedit code cursor subl open xdg-open patch',
    () => EDIT_COMMANDS,
  ),
  family(
    'tar bsdtar gtar unzip zip 7z 7za 7zz gzip gunzip bzip2 bunzip2 xz unxz zstd zcat cpio pax jar',
    () => ARCHIVE_COMMANDS,
  ),
  family(
    'cp gcp ditto mv scp rsync install ln link symlink rm srm unlink rmdir trash trash-put rimraf del-cli mkdir mkdirp mkfifo mknod touch truncate fallocate shred tee sponge dd split csplit sort shuf iconv uniq chmod chown chgrp chattr setfacl xattr rename prename mmv',
    () => FILE_COMMANDS,
  ),
  family(
    ': true false cd chdir pushd popd dirs exit return break continue set shopt shift unset export readonly local declare typeset let eval . source alias unalias trap read mapfile readarray test [ wait umask ulimit times getopts hash type help history jobs fg bg disown caller bind complete compgen enable',
    () => BUILTINS,
  ),
  family(
    'echo printf print pwd cat tac nl head tail basename dirname realpath readlink seq yes rev tr cut base64 openssl xxd ls printenv mktemp sort uniq shuf column fold grep egrep fgrep rg ag ack',
    () => TEXT_COMMANDS,
  ),
]
