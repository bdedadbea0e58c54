// The arguments and variables of deploy/image/build.sh.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

test.each(["--help", "-t", "--archive=x.tar"])(
  "%s is no name of an image: the usage is printed",
  (option) => {
    // Without programs on the path it builds nothing, whatever it takes the argument for.
    const { status, stderr } = spawnSync("/bin/sh", ["deploy/image/build.sh", option], {
      encoding: "utf8",
      env: { NODE_ENV: "test", PATH: "/nonexistent" },
    });
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: "Usage: [IMAGE_ARCHIVE=FILE] [PUBLIC_URL=URL] deploy/image/build.sh [NAME]\n",
    });
  },
);

/** The sources of packages that it gives to mmdebstrap, which ends it here. */
function sourcesWith(variables: Readonly<Record<string, string>>): string[] {
  const folder = mkdtempSync(join(tmpdir(), "fd-build-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const programs = {
    id: "echo 0",
    git: "",
    npm: "",
    buildah: "",
    mmdebstrap: `printf '%s\\n' "$@" >"${folder}/arguments"; exit 9`,
  };
  for (const [name, script] of Object.entries(programs))
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o700 });
  const { status } = spawnSync("/bin/sh", ["deploy/image/build.sh"], {
    env: { NODE_ENV: "test", PATH: `${folder}:/usr/bin:/bin`, TMPDIR: folder, ...variables },
  });
  expect(status).toBe(9);
  const given = readFileSync(join(folder, "arguments"), "utf8").trimEnd().split("\n");
  return given.slice(given.findIndex((each) => each.endsWith("/rootfs")) + 1);
}

test("another mirror has Debian's updates and security updates, too: only without a mirror mmdebstrap adds them", () => {
  expect(sourcesWith({})).toEqual([]);
  const mirror = "http://mirror.example/debian";
  const sources = [`deb ${mirror} bookworm main`, `deb ${mirror} bookworm-updates main`];
  expect(sourcesWith({ DEBIAN_MIRROR: mirror })).toEqual([
    ...sources,
    `deb ${mirror}-security bookworm-security main`,
  ]);
  const security = "http://mirror.example/security";
  expect(sourcesWith({ DEBIAN_MIRROR: `${mirror}/`, DEBIAN_SECURITY_MIRROR: security })).toEqual([
    ...sources,
    `deb ${security} bookworm-security main`,
  ]);
});
