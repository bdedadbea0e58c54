# The last step into an instance, already without rights: says what has become of the start, then is the program.
# Argument: where to say it (3, or 1 on a terminal). In the environment, which others cannot read as they can a
# command line: cwd, search (path), command, and w0, w1… (as many as words says) what env takes: NAME=value…,
# command, arguments.
say=$1
at=0 list=
while [ "$at" -lt "$words" ]; do
  list="$list \"\$w$at\""
  at=$((at + 1))
done
eval "set -- $list"
if [ -n "${BASH_VERSION-}" ]; then
  for file in /proc/self/fd/*; do
    if [ "${file##*/}" -gt 3 ]; then eval "exec ${file##*/}>&-"; fi
  done
fi
set -f
umask 022

runnable() {
  case $1 in
  */*) [ -f "$1" ] && [ -x "$1" ] ;;
  *)
    IFS=:
    for dir in $search; do
      if [ -f "${dir:-.}/$1" ] && [ -x "${dir:-.}/$1" ]; then
        unset IFS
        return 0
      fi
    done
    unset IFS
    return 1
    ;;
  esac
}

if ! cd -- "$cwd" 2>/dev/null; then
  echo cwd >&"$say"
  exit 126
fi
if ! runnable "$command"; then
  echo command >&"$say"
  exit 127
fi
echo "started $$ $(readlink /proc/self/ns/uts)" >&"$say"
if [ "$say" = 1 ]; then
  # Whoever stands between us and the terminal ignores its interrupts; the program must not inherit that.
  if env --default-signal=INT,QUIT true 2>/dev/null; then
    exec env -i --default-signal=INT,QUIT -- "$@"
  fi
  exec env -i -- "$@"
fi
# Not before the service has taken hold of what tells our offspring from others.
read -r _ <&3
exec env -i -- "$@" 3>&-
