#!/bin/sh
# Builds the container image of this checkout's last commit from Debian's packages and the npm registry: no base image and no
# Docker. Usage, as root on Debian: deploy/image/build.sh [NAME]. DEBIAN_MIRROR names another mirror, DEBIAN_SECURITY_MIRROR that
# of the security updates unless it is the same with -security at its end. IMAGE_ARCHIVE=FILE also writes the image to a file for
# `docker load`. For a dashboard below a path, give the PUBLIC_URL that it will have.
set -eu

case ${1:-} in
  -*)
    echo "Usage: [IMAGE_ARCHIVE=FILE] [PUBLIC_URL=URL] deploy/image/build.sh [NAME]" >&2
    exit 2
    ;;
esac
name=${1:-localhost/fleetdeck}
suite=bookworm
root=$(cd "$(dirname "$0")/../.." && pwd)

missing=
for program in git npm mmdebstrap buildah; do
  command -v "$program" >/dev/null || missing="$missing $program"
done
if [ -n "$missing" ]; then
  echo "build.sh: not found:$missing. On Debian: apt-get install git npm mmdebstrap buildah" >&2
  exit 1
fi
if [ "$(id -u)" != 0 ]; then
  echo "build.sh: run it as root: the image's files belong to root" >&2
  exit 1
fi

work=$(mktemp -d "${TMPDIR:-/tmp}/fleetdeck-image-XXXXXX")
container=
finish() {
  [ -z "$container" ] || buildah rm "$container" >/dev/null
  rm -rf "$work"
}
trap finish EXIT

app=$work/rootfs/opt/fleetdeck
packages=chromium,ca-certificates,fonts-liberation,fonts-noto-color-emoji,iproute2,slirp4netns,tini,tzdata,util-linux

# Only without a mirror mmdebstrap adds those of updates by itself, and Chromium gets its security updates by them.
set --
if [ -n "${DEBIAN_MIRROR:-}" ]; then
  mirror=${DEBIAN_MIRROR%/}
  set -- "deb $mirror $suite main" "deb $mirror $suite-updates main" \
    "deb ${DEBIAN_SECURITY_MIRROR:-$mirror-security} $suite-security main"
fi

echo "build.sh: Debian $suite"
mmdebstrap --variant=minbase --include="$packages" \
  --aptopt='APT::Install-Recommends "false"' \
  --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
  --dpkgopt='path-exclude=/usr/share/locale/*' \
  --customize-hook='chroot "$1" useradd --uid 10001 --user-group --no-create-home --home-dir /data --shell /usr/sbin/nologin fleetdeck' \
  --customize-hook='mkdir -p "$1/opt/fleetdeck" "$1/data"' \
  "$suite" "$work/rootfs" "$@" >&2

echo "build.sh: the application"
git -C "$root" archive HEAD | tar -x -C "$app"
(
  cd "$app"
  npm ci --no-audit --no-fund
  PATH="$app/node_modules/.bin:$(echo "$app"/node_modules/node-linux-*/bin):$PATH" npm run build
  npm prune --omit=dev --no-audit --no-fund
) >&2
# What only the build needs.
rm -rf "$app"/.next*/cache "$app/tests" "$app/bench" "$app/node_modules/.cache" "$app"/node_modules/@next/swc-* \
  "$app/node_modules/@rolldown" "$app"/node_modules/lightningcss-* "$app/node_modules/@img"
find "$app"/.next*/server -name '*.map' -delete
install -m 0755 "$root/deploy/image/fleetdeck" "$work/rootfs/usr/local/bin/fleetdeck"
install -m 0755 "$root/deploy/image/healthy" "$work/rootfs/usr/local/bin/fleetdeck-healthy"

echo "build.sh: the image"
container=$(buildah from scratch)
buildah add --quiet "$container" "$work/rootfs" / >/dev/null
# All that is added belongs to root; a new volume takes over the owner of its folder.
chown 10001:10001 "$(buildah mount "$container")/data"
buildah umount "$container" >/dev/null
buildah config --user 10001:10001 --workingdir /opt/fleetdeck \
  --env NODE_ENV=production --env HOME=/data --env DATA_DIR=/data --env SERVICE_DATA_DIR=/data \
  --env CHROMIUM_PATH=/usr/bin/chromium \
  --volume /data --port 3000 --port 4600 --stop-signal SIGTERM \
  --entrypoint '["/usr/bin/tini", "--", "/usr/local/bin/fleetdeck"]' --cmd dashboard \
  --healthcheck 'CMD /usr/local/bin/fleetdeck-healthy' --healthcheck-interval 10s --healthcheck-timeout 5s \
  --healthcheck-start-period 60s \
  --label "org.opencontainers.image.revision=$(git -C "$root" rev-parse HEAD)" \
  --label org.opencontainers.image.title=Fleetdeck "$container"
buildah commit --quiet --format docker "$container" "$name"
# Not as OCI, whose images have no health check.
[ -z "${IMAGE_ARCHIVE:-}" ] || buildah push --quiet "$name" "docker-archive:$IMAGE_ARCHIVE:$name"
echo "build.sh: $name is built"
