# Waits for arguments of the program "$1", a line each on file descriptor 3 and an empty line after the last, and becomes
# the program. Reads no byte more: what follows is the program's. Ends when its input does.
while IFS= read -r argument <&3 || exit; do
  [ -n "$argument" ] || exec "$@"
  set -- "$@" "$argument"
done
