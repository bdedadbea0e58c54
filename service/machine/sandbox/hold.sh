# The first process of an instance's namespaces. Builds a small read-only system around the instance's root, switches
# from the machine's file tree to it, then only reaps orphans. Arguments: the instance's root, an empty folder, mount
# options of the root, the uid and the name of the instance's user, then pairs: a path of the machine and where programs
# find it below /run. The variable nameservers replaces /etc/resolv.conf. Prints "ready"; exits on any failure.
set -eu
root=$1 base=$2 options=$3 uid=$4 user=$5
shift 5

mount -t tmpfs -o size=4m,mode=755,nosuid,nodev tmpfs "$base"
cd "$base"

# Copied together, here and below: starting a program for each takes longer than the copies.
system="" links=""
for name in usr bin sbin lib lib32 lib64 libx32; do
  if [ -L "/$name" ]; then
    links="$links /$name"
  elif [ -d "/$name" ]; then
    mkdir "$name"
    mount -o bind,ro,nosuid,nodev "/$name" "$name"
  else
    continue
  fi
  system="$system $name"
done
if [ -n "$links" ]; then cp -P $links .; fi

mkdir etc proc dev run instance
mount -t proc -o ro,nosuid,nodev,noexec proc proc

# Only the settings that programs need to run; nothing that could contain a secret.
mount -t tmpfs -o size=4m,mode=755,nosuid,nodev tmpfs etc
settings=""
for name in ld.so.cache ld.so.conf localtime timezone nsswitch.conf resolv.conf host.conf gai.conf protocols services \
  mime.types os-release debian_version profile bash.bashrc inputrc; do
  if [ -f "/etc/$name" ]; then settings="$settings /etc/$name"; fi
done
if [ -n "$settings" ]; then cp -L $settings etc; fi
# In a network of its own.
if [ "${nameservers+set}" = set ]; then echo "$nameservers" >etc/resolv.conf; fi
for name in alternatives ld.so.conf.d fonts ssl/certs ca-certificates pki/tls/certs pki/ca-trust; do
  if [ -d "/etc/$name" ]; then
    mkdir -p "etc/$name"
    mount -o bind,ro,nosuid,nodev "/etc/$name" "etc/$name"
  fi
done
if [ -f /etc/ssl/openssl.cnf ]; then cp -L /etc/ssl/openssl.cnf etc/ssl/openssl.cnf; fi
hostname instance 2>/dev/null || true
echo instance >etc/hostname
printf '127.0.0.1 localhost instance\n::1 localhost\n' >etc/hosts
printf '%s\n' "root:x:0:0:root:/root:/bin/sh" "$user:x:$uid:$uid::/home/$user:/bin/sh" \
  "nobody:x:65534:65534::/nonexistent:/usr/sbin/nologin" >etc/passwd
printf '%s\n' "root:x:0:" "$user:x:$uid:" "nogroup:x:65534:" >etc/group
chmod -R a+rX etc 2>/dev/null || true
mount -o remount,bind,ro etc

mount -t tmpfs -o size=1m,mode=755,nosuid tmpfs dev
for name in null zero full random urandom tty; do
  : >"dev/$name"
  # Read-only protects mode and owner of the machine's device; the device can still be written.
  mount -o bind,ro,nosuid,noexec "/dev/$name" "dev/$name"
done
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666,mode=0620,nosuid,noexec devpts dev/pts
mount -t tmpfs -o size=64m,mode=1777,nosuid,nodev tmpfs dev/shm
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
ln -s /proc/self/fd/0 dev/stdin
ln -s /proc/self/fd/1 dev/stdout
ln -s /proc/self/fd/2 dev/stderr
mount -o remount,bind,ro dev

mount -t tmpfs -o size=4m,mode=755,nosuid,nodev tmpfs run
while [ $# -gt 1 ]; do
  place=run/$2
  mkdir -p "$(dirname "$place")"
  if [ -d "$1" ]; then mkdir "$place"; else : >"$place"; fi
  mount -o bind,ro,nosuid,nodev "$1" "$place"
  shift 2
done

mount -o "$options" "$root" instance
for name in $system etc dev proc run; do
  place=instance/$name
  if [ -L "$name" ]; then
    if [ ! -e "$place" ] && [ ! -L "$place" ]; then cp -P "$name" "$place"; fi
    continue
  fi
  # An entry left by a program of this instance must not redirect a mount.
  if [ -L "$place" ] || [ -f "$place" ]; then rm -f "$place"; fi
  if [ ! -d "$place" ]; then mkdir "$place"; fi
  mount --rbind "$name" "$place"
done

pivot_root . .
umount -l .
cd /
mount -o remount,bind,ro /
echo ready
exec >/dev/null 2>&1
# Reaps orphans. With a new command line: this one contains paths of the machine.
exec env -i PATH="$PATH" /bin/sh -c 'while :; do sleep 86400 & wait; done'
