import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createSmallDisk, smallDiskRefusal } from "../tests/support/programs/small-disk.ts";
import { assertPortFree, ensureWritableFolder } from "./startup-checks.mjs";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fleetdeck-startup-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("ports", () => {
  const names = { variable: "PORT", hostVariable: "HOST" };

  test("a taken port is reported with its variable; a free one passes", async () => {
    const holder = createServer();
    const port = await new Promise<number>((resolve) => {
      holder.listen(0, "127.0.0.1", () => {
        const address = holder.address();
        resolve(typeof address === "object" && address !== null ? address.port : 0);
      });
    });
    const wanted = { host: "127.0.0.1", port, ...names };
    await expect(assertPortFree(wanted)).rejects.toThrow(
      new RegExp(`^Port ${port} on 127.0.0.1 is taken.*PORT`),
    );
    await new Promise((resolve) => holder.close(resolve));
    // Any free one: the same port may be another program's by now.
    await assertPortFree({ ...wanted, port: 0 });
  });

  test("an address of another machine is reported with the host's variable", async () => {
    await expect(assertPortFree({ host: "192.0.2.1", port: 0, ...names })).rejects.toThrow(
      /^HOST: cannot listen/,
    );
  });
});

describe("data folder", () => {
  test("is created with mode 0700 and left empty", () => {
    const wanted = join(folder, "a/b");
    ensureWritableFolder(wanted, "DATA_DIR");
    expect(statSync(wanted).mode & 0o777).toBe(0o700);
    expect(readdirSync(wanted)).toEqual([]);
  });

  test("is reported with its variable when it cannot be created", () => {
    writeFileSync(join(folder, "file"), "");
    expect(() => ensureWritableFolder(join(folder, "file/inside"), "SERVICE_DATA_DIR")).toThrow(
      /cannot be written.*SERVICE_DATA_DIR/,
    );
  });

  test.runIf(process.platform === "linux")("is reported at once below a file system without mkdir", () => {
    expect(() => ensureWritableFolder("/proc/nowhere/inside", "DATA_DIR")).toThrow(
      /cannot be written.*DATA_DIR/,
    );
  });

  const refusal = smallDiskRefusal();
  const skipped = refusal === undefined ? "" : ` (skipped: ${refusal})`;
  test.skipIf(refusal !== undefined)(`is reported as full when its disk is${skipped}`, () => {
    const disk = createSmallDisk(1);
    const script = `
      import { readdirSync, writeFileSync } from "node:fs";
      import { ensureWritableFolder } from ${JSON.stringify(new URL("startup-checks.mjs", import.meta.url))};
      const [folder] = process.argv.slice(1);
      writeFileSync(folder + "/filler", Buffer.alloc(1_000_000));
      try {
        ensureWritableFolder(folder, "DATA_DIR");
      } catch (error) {
        console.log(error.message, readdirSync(folder));
      }`;
    const [program = "", ...words] = [...disk.startedBy, process.execPath, "--input-type=module"];
    const { stdout, stderr } = spawnSync(program, [...words, "--eval", script, disk.folder], {
      encoding: "utf8",
    });
    disk.remove();
    expect(stderr).toBe("");
    expect(stdout).toMatch(
      /^The disk of the data folder .* is full \(ENOSPC\).*DATA_DIR\. \[ 'filler' \]\n$/,
    );
  });
});
