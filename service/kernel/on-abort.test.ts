import { describe, expect, test } from "vitest";
import { unlessAborted } from "./on-abort.ts";

describe("unless it is aborted", () => {
  test("settles as the work does", async () => {
    expect(await unlessAborted(undefined, Promise.resolve("done"))).toBe("done");
    const failure = new Error("failed");
    await expect(unlessAborted(new AbortController().signal, Promise.reject(failure))).rejects.toBe(failure);
  });

  test("gives nothing when aborted before or during the work", async () => {
    expect(await unlessAborted(AbortSignal.abort(), Promise.resolve("done"))).toBeUndefined();
    const stop = new AbortController();
    const outcome = unlessAborted(stop.signal, new Promise(() => undefined));
    stop.abort();
    expect(await outcome).toBeUndefined();
  });

  test("gives nothing when aborted just after the work was done", async () => {
    const stop = new AbortController();
    const outcome = unlessAborted(stop.signal, Promise.resolve("done"));
    await Promise.resolve();
    stop.abort();
    expect(await outcome).toBeUndefined();
  });
});
