// The arguments of deploy/image/build.sh.
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

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
