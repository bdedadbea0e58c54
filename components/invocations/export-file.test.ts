import papa from "papaparse";
import { describe, expect, it } from "vitest";
import type { Invocation } from "@/lib/contract/invocations";
import { type ExportFacts, exportFileName, toCsv, toJson } from "./export-file.ts";

const facts: ExportFacts = {
  exportedAtMs: Date.UTC(2026, 10, 21, 3, 8, 41, 218),
  zone: "Europe/Berlin",
  filters: { status: "failed" },
};
const rowsOf = (...items: Invocation[]) => ({ items, bad: [], complete: true });

async function readBack(...items: Invocation[]): Promise<Record<string, string>[]> {
  const csv = await toCsv(rowsOf(...items), facts);
  const { data, errors } = papa.parse<Record<string, string>>(csv, { header: true });
  expect(errors).toEqual([]);
  return data;
}

describe("CSV", () => {
  it("begins with the names of all fields and has a line per run", async () => {
    const csv = await toCsv(rowsOf({ id: "a" }), facts);
    expect(csv.split("\r\n")).toEqual([
      "id,app_name,version,action_name,started_at,status,payload,output,finished_at,status_reason",
      "a,,,,,,,,,",
    ]);
  });

  it.each([
    "=1+1",
    '=HYPERLINK("http://x.test","y")',
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "\n=1",
    "=1\n+2",
    "=1+1\u2028",
    "＝1",
  ])("defuses %j", async (reason) => {
    const [row] = await readBack({ id: "a", status_reason: reason, payload: reason });
    expect(row?.status_reason).toBe(`'${reason}`);
    expect(row?.payload).toBe(`'${reason}`);
  });

  it.each(['two\nlines, a comma and "quotes"', "Grüße 🦊 \u202eright to left", " =kept as text", "a\r\nb"])(
    "keeps %j as it is",
    async (text) => {
      const [row] = await readBack({ id: "a", output: text });
      expect(row?.output).toBe(text);
    },
  );

  it("keeps a payload of a million characters whole", async () => {
    const payload = JSON.stringify({ text: 'x"\n'.repeat(250_000) });
    expect((await readBack({ id: "a", payload }))[0]?.payload).toBe(payload);
  });

  it("writes times in the zone with their offset; text that is no time stays", async () => {
    const [row] = await readBack({
      id: "a",
      started_at: "2026-11-21T03:08:41.218000001Z",
      finished_at: "soon",
    });
    expect(row).toMatchObject({ started_at: "2026-11-21T04:08:41.218000001+01:00", finished_at: "soon" });
  });
});

describe("JSON", () => {
  it("holds the API's objects untouched, unknown fields too, and what could not be read beside them", () => {
    const item: Invocation = { id: "a", started_at: "2026-11-21T03:08:41Z", status_reason: "=1" };
    Object.assign(item, { region: "eu" });
    const bad = [{ index: 3, raw: { id: 7 }, fault: "id is no text" }];
    const read: unknown = JSON.parse(toJson({ items: [item], bad, complete: false }, facts));
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

describe("the file's name", () => {
  it("says where from, when and in which zone, and nothing a file system minds", () => {
    expect(exportFileName(facts, "production", "csv")).toBe(
      "invocations-production-20261121T030841Z-Europe-Berlin.csv",
    );
    expect(exportFileName({ ...facts, zone: "UTC" }, "../EU / blue", "json")).toBe(
      "invocations-EU-blue-20261121T030841Z-UTC.json",
    );
  });
});
