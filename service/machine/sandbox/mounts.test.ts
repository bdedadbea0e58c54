import { expect, test } from "vitest";
import { mountOptionsOf } from "./mounts.ts";

const mountinfo = `22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
30 22 0:30 / /tmp rw,nosuid,nodev,noexec - tmpfs tmpfs rw
31 30 0:31 / /tmp/with\\040blank ro,nosuid - tmpfs tmpfs rw
32 22 0:32 / /data rw - ext4 /dev/vdb rw
33 22 0:33 / /data rw,noexec - ext4 /dev/vdc rw
`;

test.each([
  ["/home/someone", ["rw", "relatime"]],
  ["/", ["rw", "relatime"]],
  ["/tmp", ["rw", "nosuid", "nodev", "noexec"]],
  ["/tmp/a/b", ["rw", "nosuid", "nodev", "noexec"]],
  ["/tmpfile", ["rw", "relatime"]],
  ["/tmp/with blank/a", ["ro", "nosuid"]],
  ["/data/x", ["rw", "noexec"]],
])("the options of %s are those of the mount that it is on", (path, options) => {
  expect(mountOptionsOf(path, mountinfo)).toEqual(options);
});
