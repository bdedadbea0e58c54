import { expect, it } from "vitest";
import type { InventoryItem } from "@/lib/bff/inventory";
import { recordedResourceTargets } from "./palette-targets.ts";

const item = (kind: InventoryItem["kind"], id: string, label: string | null): InventoryItem => ({
  kind,
  id,
  name: null,
  source: "pinned",
  details: {},
  first_seen_ms: 0,
  last_seen_ms: 0,
  ended_at_ms: null,
  label,
  pinned_by: "ann",
});

it("finds every kind that has a page by label, and none twice", () => {
  const items = [
    item("session", "s1", "the slow one"),
    item("extension", "e/1", "ad block"),
    item("version", "v1", "no page"),
    item("pool", "p1", null),
  ];
  const targets = recordedResourceTargets(items, [{ label: "Open pool", id: "p1", href: "/pools/p1" }]);
  expect(targets.map(({ label, href }) => [label, href])).toEqual([
    ["the slow one · session", "/browsers/s1"],
    ["ad block · extension", "/pools?query=e%2F1"],
  ]);
});
