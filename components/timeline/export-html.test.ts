import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { timelineOf } from "../../tests/support/dashboard/timeline.ts";
import { exportFileName, exportHtml } from "./export-html.ts";
import { exportStyle, exportStyleHash } from "./export-style.ts";
import { escaped } from "./export-text.ts";

const exported = (text: string) => ({
  environment: text,
  generated_at_ms: Date.parse("2026-11-21T05:00:00Z"),
  generated_by: text,
  timeline: timelineOf(text),
});

const tagsOf = (page: string) => [...page.matchAll(/<\/?([a-z0-9!-]+)/gi)].map(([, name]) => name);

describe("the exported file", () => {
  const plain = exportHtml(exported("word"), "UTC");

  it.each([
    "</style><script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "]]><!-- <svg onload=alert(1)>",
    "&lt;script&gt;",
    "\u202e<b>\u0000",
  ])("inserts no tag from %j", (text) => {
    const page = exportHtml(exported(text), "UTC");
    expect(tagsOf(page)).toEqual(tagsOf(plain));
    expect(page).toContain(escaped(text));
    expect(page.includes(text)).toBe(text === escaped(text));
  });

  it("has the same tags for any names", () => {
    const markup = fc.constantFrom("<b", "</p", ">", "&lt;", '"', "'", "=");
    const unit = fc.oneof(markup, fc.string({ unit: "binary", minLength: 1, maxLength: 1 }));
    fc.assert(
      fc.property(fc.string({ unit, minLength: 1, maxLength: 40 }), (text) => {
        expect(tagsOf(exportHtml(exported(text), "UTC"))).toEqual(tagsOf(plain));
      }),
      { numRuns: 15 },
    );
  }, 30_000);

  it("runs nothing, loads nothing, and allows only its own style by hash", () => {
    const hash = createHash("sha256").update(exportStyle).digest("base64");
    expect(exportStyleHash).toBe(`sha256-${hash}`);
    expect(plain).toContain(escaped(`default-src 'none'; style-src '${exportStyleHash}'`));
    expect(plain).toContain(`<style>${exportStyle}</style>`);
    expect(tagsOf(plain)).not.toContain("script");
    expect(plain).not.toMatch(/\s(?:on\w+|style|src|href)=/);
  });

  it("states range, zone, author, what is masked and what is left out", () => {
    const page = exportHtml(exported("word"), "Europe/Berlin");
    expect(page).toContain("2026-11-21 04:00:00.000 +01:00 Europe/Berlin");
    expect(page).toContain("2026-11-21 06:00:00.000 +01:00 Europe/Berlin by word");
    expect(page).toContain("The newest 1 of 700.");
    const { pools, ...rest } = timelineOf("word");
    const many = { ...exported("word"), timeline: { ...rest, pools: { ...pools, total: 9 } } };
    expect(exportHtml(many, "UTC")).toContain("The 1 of 9 pools with the most missing browsers.");
    expect(page).toContain("are replaced by placeholders");
  });

  it("reports a gap in a log: which log, which session, and the cause", () => {
    const table = plain.split("<table").find((each) => each.includes("<caption hidden>Log gaps<")) ?? "";
    const cells = [...table.matchAll(/<td[^>]*>([^<]*)/g)];
    expect(cells.map(([, text]) => text)).toEqual([
      ...["word", "word", expect.stringContaining("03:31"), expect.stringContaining("03:32")],
      ...["unknown", "disconnected"],
    ]);
  });

  it("draws every lane: each box is within its drawing", () => {
    for (const [, x = "", , w = ""] of plain.matchAll(/ x="([\d.-]+)" y="([\d.-]+)" width="([\d.]+)"/g)) {
      expect(Number(x)).toBeGreaterThanOrEqual(0);
      expect(Number(x) + Number(w)).toBeLessThanOrEqual(1_106);
    }
    expect(plain.match(/<svg/g)).toHaveLength(7);
    expect(plain).toContain("<span>max 4</span>");
  });

  it("has a file name valid on every file system", () => {
    expect(exportFileName(exported("../../Prod «eu»"))).toBe("timeline-prod-eu-2026-11-21T03-00-00Z.html");
    expect(exportFileName(exported("…"))).toBe("timeline-fleet-2026-11-21T03-00-00Z.html");
  });
});
