# Holds the network namespace of an instance until its input ends. Arguments: addresses that have no route from there.
# Prints "ready" after setting them.
set -eu
ip link set lo up
for address in "$@"; do ip route add unreachable "$address"; done
echo ready
exec cat >/dev/null
