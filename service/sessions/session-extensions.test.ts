import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { markingExtension } from "../../tests/support/service/extension-archives.ts";
import { SerialQueue } from "../kernel/serial-queue.ts";
import { homePath } from "../machine/instance.ts";
import type { Session } from "./session.ts";
import { loadExtensions, type SessionExtensionsDeps } from "./session-extensions.ts";

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "fd-loading-"));
  await mkdir(join(root, homePath), { recursive: true });
});
afterEach(() => rm(root, { recursive: true, force: true }));

test.each(["is received", "waits for an earlier one"])(
  "an extension is not loaded for the next holder: released while it %s",
  async (when) => {
    const path = join(root, "archive.zip");
    await writeFile(path, markingExtension("late"));
    const turns = new SerialQueue();
    const session = {
      id: "s1",
      lease: "first",
      closing: new AbortController().signal,
      connect: () => () => {},
      instance: { paths: { root, home: join(root, homePath) } },
      extensions: [],
      exclusively: turns.take.bind(turns),
    };
    const release = () => {
      session.lease = "next";
    };
    if (when === "is received") release();
    else void session.exclusively(async () => release());
    const held = { session: session as unknown as Session, lease: "first" };
    const loading = loadExtensions({} as SessionExtensionsDeps, held, [{ name: "late", path }]);
    await expect(loading).rejects.toMatchObject({ status: 404 });
    if (when === "is received") expect(await readdir(join(root, homePath))).toEqual([]);
  },
);
