import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { assertPortFree, claimFolder } from "./ground-checks.mjs";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fleetdeck-ground-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("ports", () => {
  const names = { variable: "PORT", hostVariable: "HOST" };

  test("a taken one is named with the variable that chooses another; a freed one passes", async () => {
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
    await assertPortFree(wanted);
  });

  test("an address that is not this machine's is the host's fault", async () => {
    await expect(assertPortFree({ host: "192.0.2.1", port: 0, ...names })).rejects.toThrow(
      /^HOST: cannot listen/,
    );
  });
});

describe("data folder", () => {
  test("is made for this user alone and left clean", () => {
    const wanted = join(folder, "a/b");
    claimFolder(wanted, "DATA_DIR");
    expect(statSync(wanted).mode & 0o777).toBe(0o700);
    expect(readdirSync(wanted)).toEqual([]);
  });

  test("one that cannot be is named with its variable", () => {
    writeFileSync(join(folder, "file"), "");
    expect(() => claimFolder(join(folder, "file/inside"), "SERVICE_DATA_DIR")).toThrow(
      /cannot be written.*SERVICE_DATA_DIR/,
    );
  });

  test.runIf(process.platform === "linux")("so is one in a place that takes no folders, at once", () => {
    expect(() => claimFolder("/proc/nowhere/inside", "DATA_DIR")).toThrow(/cannot be written.*DATA_DIR/);
  });
});
