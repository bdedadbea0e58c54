import { expect, it } from "vitest";
import type { FoundResource } from "@/lib/bff/inventory";
import { onlyIdIn, paletteTargets } from "./palette-targets.ts";

const id = "htzv5orfit78e1m2biiifpbv";
const session: FoundResource = { kind: "session", id, name: null, state: "active", exact: true };
const hrefs = (targets: readonly { href: string }[]) => targets.map(({ href }) => href);

it("leads a bare id to the one resource that has it, and guesses only when the server knows none", () => {
  expect(paletteTargets(id, [session])).toEqual({
    named: [{ label: "Open browser", id, state: "active", href: `/browsers/${id}` }],
    guesses: [],
    containing: [],
  });
  expect(paletteTargets(id, undefined)).toEqual({ named: [], guesses: [], containing: [] });
  const unknown = paletteTargets(id, []);
  expect(unknown.named).toEqual([]);
  expect(hrefs(unknown.guesses)).toEqual([
    `/invocations/${id}`,
    `/browsers/${id}`,
    `/pools/${id}`,
    `/proxies?open=${id}`,
    `/profiles?find=${id}`,
  ]);
});

it("leads the id of a request, which no resource has, to its acts in the audit", () => {
  const request = "7b87a57a-cae0-46e9-8413-3dfc22be11c1";
  expect(hrefs(paletteTargets(request, []).guesses)).toContain(`/audit?request_id=${request}`);
  const browser = { ...session, id: request };
  expect(hrefs(paletteTargets(request, [browser]).named)).toEqual([`/browsers/${request}`]);
  expect(paletteTargets(request, [browser]).guesses).toEqual([]);
});

it("keeps the place in a session that an address has, with the state that the server knows", () => {
  const targets = paletteTargets(`https://ops.example/browsers/${id}?tab=files`, [session]);
  expect(targets.named).toEqual([
    { label: "Open browser", id, state: "active", href: `/browsers/${id}?tab=files` },
  ]);
  expect(hrefs(paletteTargets(`/browsers/${id}/fs/list_files`, undefined).named)).toEqual([
    `/browsers/${id}?tab=files`,
  ]);
});

it("leads names to every kind's page, and lists apart what only contains the text", () => {
  const found = (kind: FoundResource["kind"], of: string, exact: boolean): FoundResource => ({
    kind,
    id: of,
    name: "checkout",
    state: null,
    exact,
  });
  const { named, containing } = paletteTargets("checkout", [
    found("pool", "p1", true),
    found("action", "shop/checkout", true),
    found("version", "shop@v2", true),
    found("extension", "e1", false),
  ]);
  expect(hrefs(named)).toEqual([
    "/pools/p1",
    "/invocations?app_name=shop&action_name=checkout",
    "/invocations?app_name=shop&version=v2",
  ]);
  expect(named[0]?.label).toBe("Open pool checkout");
  expect(hrefs(containing)).toEqual(["/pools?query=e1"]);
});

it("leads to actions and versions of applications with any name", () => {
  const found = (kind: FoundResource["kind"], of: string, name: string | null): FoundResource => ({
    kind,
    id: of,
    name,
    state: null,
    exact: true,
  });
  const { named } = paletteTargets("app", [
    found("app", "@scope/app", "@scope/app"),
    found("action", "@scope/app/checkout", "checkout"),
    found("action", "@scope/app/cart/empty", "cart/empty"),
    found("version", "@scope/app@v2", "the one of Monday"),
    found("version", "shop@v2@eu", "v2@eu"),
  ]);
  expect(named.map(({ href }) => Object.fromEntries(new URLSearchParams(href.split("?")[1])))).toEqual([
    { app_name: "@scope/app" },
    { app_name: "@scope/app", action_name: "checkout" },
    { app_name: "@scope/app", action_name: "cart/empty" },
    { app_name: "@scope/app", version: "v2" },
    { app_name: "shop", version: "v2@eu" },
  ]);
});

it("has the only id of a text", () => {
  expect(onlyIdIn(`see ${id}`)).toBe(id);
  expect(onlyIdIn(`/browsers/${id} /pools/p1`)).toBeUndefined();
  expect(onlyIdIn("words")).toBeUndefined();
});
