import { expect, test } from "vitest";
import { startFailure } from "./start-failure.ts";

const env = { host: "127.0.0.1", port: 4600, dataDir: "/data" };
const failed = (code: string) => startFailure(Object.assign(new Error("failed"), { code }), env);

test.each(["ENOSPC", "EDQUOT", "SQLITE_FULL"])("%s is a full disk, whose permissions are right", (code) => {
  expect(failed(code)).toBe(
    "the disk of the data folder /data is full; free some space on it or set SERVICE_DATA_DIR",
  );
});

test.each(["EACCES", "EROFS", "SQLITE_CANTOPEN"])("%s is a folder that may not be written", (code) => {
  expect(failed(code)).toBe(
    "cannot write to the data folder /data; correct its permissions or set SERVICE_DATA_DIR",
  );
});

test("a taken port is named with its variable", () => {
  expect(failed("EADDRINUSE")).toBe(
    "port 4600 on 127.0.0.1 is taken; stop the other program or set SERVICE_PORT",
  );
});

test("an unexpected error has no message of its own, so that its stack is printed", () => {
  expect(failed("ECONNRESET")).toBeUndefined();
  expect(startFailure(new TypeError("x is undefined"), env)).toBeUndefined();
});
