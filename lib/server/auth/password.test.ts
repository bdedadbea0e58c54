import { scrypt } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { hashPassword, makePassword, verifyPassword } from "./password.ts";

vi.mock("node:crypto", async (original) => {
  const crypto = await original<typeof import("node:crypto")>();
  return { ...crypto, scrypt: vi.fn(crypto.scrypt) };
});

const patience = { interval: 1, timeout: 60_000 };

describe("a password", () => {
  it("matches its own hash only, and never a missing hash", async () => {
    const hash = await hashPassword("correct horse π");
    expect(hash).toMatch(/^scrypt\$131072\$8\$1\$/);
    expect(await verifyPassword("correct horse π", hash)).toBe(true);
    expect(await verifyPassword("correct horse p", hash)).toBe(false);
    expect(await verifyPassword("", undefined)).toBe(false);
    expect(await verifyPassword("x", "scrypt$1$8$1$AA$AA")).toBe(false);
  });

  it("is generated long and without look-alike characters", () => {
    expect(makePassword()).toMatch(/^([a-hjkmnp-z2-9]{5}-){3}[a-hjkmnp-z2-9]{5}$/);
    expect(makePassword()).not.toBe(makePassword());
  });

  it("is refused when the queue is full, and two are hashed at once (T20)", async () => {
    const work: (() => void)[] = [];
    vi.mocked(scrypt).mockImplementation((...given: unknown[]) => {
      const done = given.at(-1);
      if (typeof done === "function") work.push(() => done(null, Buffer.alloc(32)));
    });
    const refused: unknown[] = [];
    const all = Array.from({ length: 30 }, () =>
      verifyPassword("x", undefined).catch((error: unknown) => refused.push(error)),
    );
    await vi.waitFor(() => expect(refused).toHaveLength(8), patience);
    for (const error of refused)
      expect(error).toMatchObject({ status: 429, code: "busy", retryAfterSeconds: expect.any(Number) });
    for (let worked = 0; worked < 22; worked += 1) {
      await vi.waitFor(() => expect(work).toHaveLength(worked === 21 ? 1 : 2), patience);
      work.shift()?.();
    }
    await Promise.all(all);
    vi.mocked(scrypt).mockClear();
    const order: string[] = [];
    const done = ["a", "b", ...Array<string>(20).fill("other"), "known", "set"].map(async (who) => {
      // A password is set by people who are signed in.
      await (who === "set" ? hashPassword(who) : verifyPassword(who, undefined, { first: who === "known" }));
      order.push(who);
    });
    for (let worked = 0; worked < 24; worked += 1) {
      await vi.waitFor(() => expect(work.length).toBeGreaterThan(0), patience);
      work.shift()?.();
    }
    await Promise.all(done);
    expect(order.indexOf("known")).toBeLessThan(4);
    expect(order.indexOf("set")).toBeLessThan(5);
    const next = verifyPassword("x", undefined);
    await vi.waitFor(() => expect(work).toHaveLength(1), patience);
    work.shift()?.();
    expect(await next).toBe(false);
  });
});
