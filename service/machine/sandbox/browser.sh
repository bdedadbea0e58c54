# Confines a browser: switches to the instance's file tree in new namespaces, gives up all rights and becomes the browser,
# which is the first process there, so that nothing of it outlives it. Arguments: an empty folder, a file of mounts
# (fstab(5)) below it, the uid of the instance's user or `mapped` in a user namespace, the working directory inside,
# then the browser with its arguments.
set -eu
base=$1 mounts=$2 uid=$3 cwd=$4
shift 4
umask 022
mount --all --fstab "$mounts" >&2
cd "$base"
pivot_root . .
umount -l .
cd "$cwd"
# Set last: a change of the user clears the signal that ends the browser together with the service.
if [ "$uid" = mapped ]; then
  exec unshare --user --map-user=1000 --map-group=1000 -- \
    setpriv --pdeathsig KILL --no-new-privs --inh-caps=-all --bounding-set=-all -- "$@"
fi
exec setpriv --pdeathsig KILL "--reuid=$uid" "--regid=$uid" --clear-groups --no-new-privs --inh-caps=-all \
  --bounding-set=-all -- "$@"
