import papa from "papaparse";
import { describe, expect, it } from "vitest";
import type { Invocation } from "@/lib/contract/invocations";
import { type ExportMetadata, exportFileName, toCsv, toJson } from "./export-file.ts";

const metadata: ExportMetadata = {
  exportedAtMs: Date.UTC(2026, 10, 21, 3, 8, 41, 218),
  zone: "Europe/Berlin",
  filters: { status: "failed" },
};
const rowsOf = (...items: Invocation[]) => ({ items, bad: [], complete: true });

async function readBack(...items: Invocation[]): Promise<Record<string, string>[]> {
  const csv = await toCsv(rowsOf(...items), metadata);
  const { data, errors } = papa.parse<Record<string, string>>(csv, { header: true });
  expect(errors).toEqual([]);
  return data;
}

describe("CSV", () => {
  it("has a byte order mark, a header of all fields and one line per invocation", async () => {
    const csv = await toCsv(rowsOf({ id: "a" }), metadata);
    expect(csv.split("\r\n")).toEqual([
      "\ufeffid,app_name,version,action_name,started_at,status,payload,output,finished_at,status_reason",
      "a,,,,,,,,,",
    ]);
  });

  it.each([
    ["=1+1", "'=1+1"],
    ["x;=1+1;", "x;'=1+1;"],
    ["=1\n+2", "'=1\n'+2"],
    ["-3.25", "-3.25"],
  ])("has no formula for %j", async (reason, shown) => {
    const [row] = await readBack({ id: "a", status_reason: reason, payload: reason });
    expect(row?.status_reason).toBe(shown);
    expect(row?.payload).toBe(shown);
  });

  it.each(['two\nlines, a comma and "quotes"', "Grüße 🦊 \u202eright to left", " =kept as text", "a\r\nb"])(
    "leaves %j unchanged",
    async (text) => {
      const [row] = await readBack({ id: "a", output: text });
      expect(row?.output).toBe(text);
    },
  );

  it("does not truncate a payload of a million characters", async () => {
    const payload = JSON.stringify({ text: 'x"\n'.repeat(250_000) });
    expect((await readBack({ id: "a", payload }))[0]?.payload).toBe(payload);
  });

  it("writes times in the zone with their offset; text that is no time is unchanged", async () => {
    const [row] = await readBack({
      id: "a",
      started_at: "2026-11-21T03:08:41.218000001Z",
      finished_at: "soon",
    });
    expect(row).toMatchObject({ started_at: "2026-11-21T04:08:41.218000001+01:00", finished_at: "soon" });
  });
});

describe("JSON", () => {
  it("holds the API's objects unchanged, with unknown fields, and the unreadable rows", () => {
    const item: Invocation = { id: "a", started_at: "2026-11-21T03:08:41Z", status_reason: "=1" };
    Object.assign(item, { region: "eu" });
    const bad = [{ index: 3, raw: { id: 7 }, fault: "id is no text" }];
    const read: unknown = JSON.parse(toJson({ items: [item], bad, complete: false }, metadata));
    expect(read).toEqual({
      exported_at: "2026-11-21T04:08:41.218+01:00",
      zone: "Europe/Berlin",
      filters: { status: "failed" },
      complete: false,
      count: 1,
      items: [{ id: "a", started_at: "2026-11-21T03:08:41Z", status_reason: "=1", region: "eu" }],
      unreadable_count: 1,
      unreadable: bad,
    });
  });
});

describe("the file name", () => {
  it("contains environment, time and zone, and only characters safe in file names", () => {
    expect(exportFileName(metadata, "production", "csv")).toBe(
      "invocations-production-20261121T030841Z-Europe-Berlin.csv",
    );
    expect(exportFileName({ ...metadata, zone: "UTC" }, "../EU / blue", "json")).toBe(
      "invocations-EU-blue-20261121T030841Z-UTC.json",
    );
  });
});
