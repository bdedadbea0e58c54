import { beforeEach, expect, it, vi } from "vitest";

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal("window", {});
  return () => vi.unstubAllGlobals();
});
const load = () => import("./page-hydration.ts");

it("is waited for from the shell's first rendering to its end, and never again", async () => {
  const { beginHydration, endHydration, pageHydration } = await load();
  expect(pageHydration()).toBeUndefined();
  beginHydration();
  const waiting = pageHydration();
  expect(waiting).toBeInstanceOf(Promise);
  beginHydration();
  expect(pageHydration()).toBe(waiting);
  endHydration();
  await waiting;
  beginHydration();
  expect(pageHydration()).toBeUndefined();
});

it("is not waited for on the server, where no effect would end it", async () => {
  vi.unstubAllGlobals();
  const { beginHydration, pageHydration } = await load();
  beginHydration();
  expect(pageHydration()).toBeUndefined();
});
