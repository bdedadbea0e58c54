# The last launch step into an instance, already without rights: reports the result of the start, then becomes the
# program. Argument: file descriptor of the report (3, or 1 on a terminal). Input in the environment, which unlike a
# command line other users cannot read: cwd, search (path), command, inherited (the highest file descriptor that the
# program gets), parts (a count) and part0, part1…, together the quoted arguments of env(1): NAME=value…, command,
# arguments. With a variable for each of thousands, bash takes minutes to start.
report=$1
at=0 words=
while [ "$at" -lt "$parts" ]; do
  # Those that are left take the room of the program's own arguments.
  eval "words=\$words\$part$at; unset part$at"
  at=$((at + 1))
done
eval "set -- $words"
if [ -n "${BASH_VERSION-}" ]; then
  for file in /proc/self/fd/*; do
    if [ "${file##*/}" -gt "$inherited" ]; then eval "exec ${file##*/}>&-"; fi
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
  echo cwd >&"$report"
  exit 126
fi
if ! runnable "$command"; then
  echo command >&"$report"
  exit 127
fi
echo "started $$ $(readlink /proc/self/ns/uts)" >&"$report"
if [ "$report" = 1 ]; then
  # The launch step that owns the terminal ignores its interrupts; the program must not inherit that.
  if env --default-signal=INT,QUIT true 2>/dev/null; then
    exec env -i --default-signal=INT,QUIT -- "$@"
  fi
  exec env -i -- "$@"
fi
# Waits until the service has opened the namespace that identifies our descendants.
read -r _ <&3
exec env -i -- "$@" 3>&-
