// The container image with Debian's buildah, started as a container runtime does: its files read-only, a user without
// rights, its own mounts and processes. Runtimes themselves need cgroups that a machine for tests seldom grants.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../..", import.meta.url));
const imageUser = 10_001;
const buildMinutes = 25;
const needed = ["mmdebstrap", "buildah", "git"];

/** Why the image cannot be built here; undefined where it can. */
export const imageRefusal = ((): string | undefined => {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "needs root on Linux";
  const missing = needed.filter((name) => !existsSync(`/usr/bin/${name}`));
  return missing.length === 0 ? undefined : `needs ${missing.join(", ")}`;
})();

/**
 * Mounts what its arguments name and becomes the program in it. `/dev` and `/tmp` have the options that container runtimes
 * give them: a namespace of less rights cannot remove these.
 */
const script = `
m=$1; d=$2; shift 2
mount --make-rprivate /
mount --bind "$m" "$m"
mount -t proc proc "$m/proc"
mount -t tmpfs -o mode=755,nosuid,noexec tmpfs "$m/dev"
for name in null zero full random urandom tty; do
  : >"$m/dev/$name"
  mount --bind "/dev/$name" "$m/dev/$name"
done
mkdir "$m/dev/pts" "$m/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666,mode=0620,nosuid,noexec devpts "$m/dev/pts"
mount -t tmpfs -o mode=1777,nosuid,nodev,noexec tmpfs "$m/dev/shm"
ln -s pts/ptmx "$m/dev/ptmx"
ln -s /proc/self/fd "$m/dev/fd"
mount --rbind /sys "$m/sys"
mount -t tmpfs -o mode=1777,nosuid,nodev,noexec tmpfs "$m/tmp"
mount --bind "$d" "$m/data"
mount -o remount,bind,ro "$m"
cd "$m"
pivot_root . .
umount -l .
cd /opt/fleetdeck
exec setpriv --reuid=${imageUser} --regid=${imageUser} --clear-groups --no-new-privs --inh-caps=-all \
  --bounding-set=-all -- /usr/bin/tini -- /usr/local/bin/fleetdeck "$@"`;

export interface Container {
  /** Everything it has printed so far. */
  output: () => string;
  /** Runs a program of the image beside it; resolves with the exit code and the output. */
  inside: (...command: readonly string[]) => Promise<{ code: number; output: string }>;
  stop: () => Promise<void>;
}

/** Builds the image of the last commit and mounts it. */
export async function buildImage() {
  const name = `localhost/fleetdeck-test-${process.pid}`;
  await run(join(root, "deploy/image/build.sh"), [name], {
    timeout: buildMinutes * 60_000,
    maxBuffer: 64 * 1024 * 1024,
  });
  const { stdout: container } = await run("buildah", ["from", name]);
  const { stdout: folder } = await run("buildah", ["mount", container.trim()]);
  const { stdout: described } = await run("buildah", ["inspect", "--type", "image", name]);
  const folders: string[] = [];
  return {
    described,
    /** The user that a new volume for `/data` will belong to. */
    dataOwner: statSync(join(folder.trim(), "data")).uid,
    /** Starts a program of the image with these variables alone. */
    start(program: "dashboard" | "service", variables: Record<string, string>): Container {
      const data = mkdtempSync(join(tmpdir(), "fleetdeck-image-"));
      chownSync(data, imageUser, imageUser);
      folders.push(data);
      const child = spawn(
        "unshare",
        [
          ...["--mount", "--pid", "--fork", "--kill-child", "--"],
          ...["sh", "-euc", script, "sh", folder.trim(), data, program],
        ],
        {
          env: {
            NODE_ENV: "production",
            PATH: "/usr/sbin:/usr/bin:/sbin:/bin",
            HOME: "/data",
            DATA_DIR: "/data",
            SERVICE_DATA_DIR: "/data",
            CHROMIUM_PATH: "/usr/bin/chromium",
            ...variables,
          },
          stdio: ["ignore", "pipe", "pipe"],
        },
      );
      return containerOf(child, variables);
    },
    async remove(): Promise<void> {
      await run("buildah", ["rm", container.trim()]);
      await run("buildah", ["rmi", name]);
      for (const each of folders) rmSync(each, { recursive: true, force: true });
    },
  };
}

function containerOf(child: ChildProcess, variables: Record<string, string>): Container {
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (part: Buffer) => {
      printed += part.toString();
    });
  const firstPid = () =>
    readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").trim().split(" ")[0] ?? "";
  return {
    output: () => printed,
    async inside(...command) {
      const enter = ["--target", firstPid(), "--mount", "--pid", "--root", "--wd", "--"];
      const user = ["setpriv", `--reuid=${imageUser}`, `--regid=${imageUser}`, "--clear-groups", "--"];
      const env = { NODE_ENV: "production" as const, PATH: "/usr/local/bin:/usr/bin:/bin", ...variables };
      return await run("nsenter", [...enter, ...user, ...command], { env }).then(
        ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
        (error: { code?: number; stdout?: string; stderr?: string }) => ({
          code: error.code ?? -1,
          output: `${error.stdout ?? ""}${error.stderr ?? ""}`,
        }),
      );
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      // The first process of the image takes the signal, as from a runtime.
      process.kill(Number(firstPid()), "SIGTERM");
      await once(child, "exit");
    },
  };
}
