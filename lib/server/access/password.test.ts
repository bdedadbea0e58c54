import { describe, expect, it } from "vitest";
import { hashPassword, makePassword, TooManyHashes, verifyPassword } from "./password.ts";

describe("a password", () => {
  it("fits its own hash alone, and no hash fits nothing", async () => {
    const hash = await hashPassword("correct horse π");
    expect(hash).toMatch(/^scrypt\$131072\$8\$1\$/);
    expect(await verifyPassword("correct horse π", hash)).toBe(true);
    expect(await verifyPassword("correct horse p", hash)).toBe(false);
    expect(await verifyPassword("", undefined)).toBe(false);
    expect(await verifyPassword("x", "scrypt$1$8$1$AA$AA")).toBe(false);
  });

  it("is made long and without look-alikes", () => {
    expect(makePassword()).toMatch(/^([a-hjkmnp-z2-9]{5}-){3}[a-hjkmnp-z2-9]{5}$/);
    expect(makePassword()).not.toBe(makePassword());
  });

  it("is refused rather than queued when too many wait (T20)", async () => {
    const all = await Promise.allSettled(Array.from({ length: 30 }, () => verifyPassword("x", undefined)));
    const refused = all.filter((one) => one.status === "rejected");
    expect(refused.length).toBe(8);
    for (const one of refused) expect(one.reason).toBeInstanceOf(TooManyHashes);
    expect(await verifyPassword("x", undefined)).toBe(false);
  }, 60_000);
});
