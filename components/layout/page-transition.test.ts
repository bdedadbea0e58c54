import { afterEach, expect, it, vi } from "vitest";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.resetModules();
});

it.each([
  ["", "/browsers/s1", "/proxies?open=p1"],
  ["/ops", "/ops/browsers/s1", "/proxies?open=p1"],
  ["/ops", "/ops/browsers/s1", "https://fleet.example/ops/proxies?open=p1"],
])("below the path %j a page at %s is left while %s is opened, and no longer", async (base, open, href) => {
  vi.stubEnv("NEXT_PUBLIC_BASE_PATH", base);
  const addressOf = (path: string) => new URL(path, "https://fleet.example");
  vi.stubGlobal("window", { location: addressOf(open) });
  const { beginTransition, isLeavingPage } = await import("./page-transition.ts");
  expect(isLeavingPage()).toBe(false);
  beginTransition(href);
  expect(isLeavingPage()).toBe(true);
  vi.stubGlobal("window", { location: addressOf(`${base}/proxies?open=p1`) });
  expect(isLeavingPage()).toBe(false);
});
