import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { SessionTokens } from "./session-tokens.ts";

const clock = { nowMs: () => Date.now() };
const tokens = new SessionTokens(randomBytes(32), clock);
const claims = { sessionId: "s1", purpose: "view", lease: "l1", readOnly: false } as const;
const refused = { status: 401 };

describe("session token", () => {
  it("carries its session, purpose, lease and read-only flag", async () => {
    expect(await tokens.verify(tokens.sign(claims), "view")).toEqual(claims);
    const readOnly = { ...claims, readOnly: true };
    expect(await tokens.verify(tokens.sign(readOnly), "view")).toEqual(readOnly);
  });

  it("of one purpose opens nothing else", async () => {
    for (const [signed, requested] of [
      ["view", "cdp"],
      ["cdp", "view"],
    ] as const) {
      const jwt = tokens.sign({ ...claims, purpose: signed });
      await expect(tokens.verify(jwt, requested), `${signed} as ${requested}`).rejects.toMatchObject(refused);
    }
    await expect(tokens.verify(tokens.signReplay("s1", "s1"), "view")).rejects.toMatchObject(refused);
    await expect(tokens.verifyReplay(tokens.sign(claims))).rejects.toMatchObject(refused);
    expect(await tokens.verifyReplay(tokens.signReplay("r1", "s1"))).toBe("r1");
  });

  it("of a session is valid for a day, that of a replay as long as the replay exists", async () => {
    let nowMs = Date.UTC(2026, 0, 1);
    const dated = new SessionTokens(randomBytes(32), { nowMs: () => nowMs });
    const jwt = dated.sign(claims);
    const replay = dated.signReplay("r1", "s1");
    nowMs += 24 * 60 * 60 * 1000 - 1;
    expect(await dated.verify(jwt, "view")).toEqual(claims);
    nowMs += 1;
    await expect(dated.verify(jwt, "view")).rejects.toMatchObject(refused);
    expect(await dated.verifyReplay(replay)).toBe("r1");
  });

  it("is refused when it is missing, signed with another secret, unsigned or altered", async () => {
    const [head = "", body = "", signature = ""] = tokens.sign(claims).split(".");
    const other = Buffer.from(JSON.stringify({ sub: "s2", purpose: "view", lease: "l1" })).toString(
      "base64url",
    );
    const none = Buffer.from(JSON.stringify({ alg: "none", typ: "JWT" })).toString("base64url");
    for (const jwt of [
      undefined,
      "",
      new SessionTokens(randomBytes(32), clock).sign(claims),
      `${none}.${body}.`,
      `${none}.${body}.${signature}`,
      `${head}.${other}.${signature}`,
      `${head}.${body}.`,
    ])
      await expect(tokens.verify(jwt, "view"), String(jwt)).rejects.toMatchObject(refused);
  });
});

it("is not signed with a short secret", () => {
  expect(() => new SessionTokens(randomBytes(31), clock)).toThrow(/32 bytes/);
});
