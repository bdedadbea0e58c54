import { describe, expect, it } from "vitest";
import { type EvidenceException, type EvidenceRule, isOff } from "../../bff/evidence.ts";
import { hasExceptions, mayBeStored, ruleOf } from "./evidence-rule.ts";

const rules = (logs: EvidenceRule, exceptions: EvidenceException[] = []): Parameters<typeof ruleOf>[0] => ({
  logs,
  network: "failed",
  pictures: "failed",
  video: "off",
  exceptions,
});
const unknown = { app: null, pools: [] };
const shop = { app: "shop", pools: [] };
const shopInEu = { app: "shop", pools: ["p1", "eu"] };

describe("the rule of a subject", () => {
  it("is the general one without an exception", () => {
    expect(ruleOf(rules("all"), "logs", unknown)).toBe("all");
    expect(ruleOf(rules("all", [{ app: "news", logs: "off" }]), "logs", shop)).toBe("all");
    expect(ruleOf(rules("all", [{ pool: "us", logs: "off" }]), "logs", shopInEu)).toBe("all");
  });

  it("is that of the app before that of the pool, in any order", () => {
    const app = { app: "shop", logs: "off" } as const;
    const pool = { pool: "eu", logs: "failed" } as const;
    for (const exceptions of [
      [app, pool],
      [pool, app],
    ])
      expect(ruleOf(rules("all", exceptions), "logs", shopInEu)).toBe("off");
  });

  it("is that of the pool by its id or name", () => {
    for (const pool of ["p1", "eu"])
      expect(ruleOf(rules("all", [{ pool, logs: "off" }]), "logs", shopInEu)).toBe("off");
  });

  it("is that of the pool where the exception for the app has none for the kind", () => {
    const exceptions = [
      { app: "shop", network: "all" },
      { pool: "eu", logs: "off" },
    ] satisfies EvidenceException[];
    expect(ruleOf(rules("all", exceptions), "logs", shopInEu)).toBe("off");
    expect(ruleOf(rules("all", exceptions), "network", shopInEu)).toBe("all");
    expect(ruleOf(rules("all", exceptions), "pictures", shopInEu)).toBe("failed");
  });
});

describe("whether it may be stored", () => {
  it("is so under every rule but off", () => {
    expect(mayBeStored(rules("all"), "logs", unknown)).toBe(true);
    expect(mayBeStored(rules("failed"), "logs", shop)).toBe(true);
    expect(mayBeStored(rules("off"), "logs", shop)).toBe(false);
    expect(mayBeStored(rules("all", [{ app: "shop", logs: "off" }]), "logs", shop)).toBe(false);
  });

  it("is so while an exception may still apply", () => {
    const shopOnly = rules("off", [{ app: "shop", logs: "failed" }]);
    expect(mayBeStored(shopOnly, "logs", unknown)).toBe(true);
    expect(mayBeStored(shopOnly, "network", unknown)).toBe(true);
    expect(mayBeStored(shopOnly, "video", unknown)).toBe(false);
    expect(mayBeStored(shopOnly, "logs", { app: "news", pools: [] })).toBe(false);
    const euOnly = rules("off", [{ pool: "eu", logs: "all" }]);
    expect(mayBeStored(euOnly, "logs", shop)).toBe(true);
    expect(mayBeStored(euOnly, "logs", { app: "shop", pools: ["us"] })).toBe(false);
  });

  it("is not so of video before an exception is known to apply", () => {
    const settings = rules("off", [{ app: "shop", video: "all" }]);
    expect(mayBeStored(settings, "video", unknown)).toBe(false);
    expect(mayBeStored(settings, "video", shop)).toBe(true);
  });

  it("is not so where that of the app is off, whatever that of the pool will be", () => {
    const settings = rules("off", [
      { app: "shop", logs: "off" },
      { pool: "eu", logs: "all" },
    ]);
    expect(mayBeStored(settings, "logs", shop)).toBe(false);
    expect(mayBeStored(settings, "logs", unknown)).toBe(true);
  });

  it("is not so where the exceptions are off, too", () => {
    expect(mayBeStored(rules("off", [{ app: "shop", logs: "off" }]), "logs", unknown)).toBe(false);
  });
});

it("a kind is off when every rule for it is", () => {
  expect(isOff(rules("off"), "logs")).toBe(true);
  expect(isOff(rules("off", [{ app: "shop", logs: "off", network: "all" }]), "logs")).toBe(true);
  expect(isOff(rules("off", [{ app: "shop", logs: "failed" }]), "logs")).toBe(false);
  expect(isOff(rules("failed"), "logs")).toBe(false);
});

it("a kind has exceptions when one has a rule for it", () => {
  const settings = rules("all", [{ app: "shop", network: "off" }]);
  expect(hasExceptions(settings, "network")).toBe(true);
  expect(hasExceptions(settings, "logs")).toBe(false);
});
