import { createServer } from "node:http";
import { afterAll, beforeEach, expect, it } from "vitest";
import { listenOnFreePort } from "../tests/support/programs/free-port.ts";
import { answerReport, ViolationReports } from "./violation-reports.ts";

let lines: string[] = [];
let reports = new ViolationReports(() => undefined);
const server = await listenOnFreePort(
  createServer((request, response) => answerReport(request, response, reports)),
);
afterAll(() => server.close());
let nowMs = 0;
beforeEach(() => {
  lines = [];
  nowMs = 0;
  reports = new ViolationReports(
    (line) => lines.push(line),
    () => nowMs,
  );
});
const send = async (body: string) => (await fetch(server.url, { method: "POST", body })).status;
const report = (blockedURL: string) =>
  JSON.stringify([
    {
      type: "csp-violation",
      url: "https://fleet.example/browsers/s1?secret=hunter2",
      body: {
        effectiveDirective: "require-trusted-types-for",
        blockedURL,
        sourceFile: "https://fleet.example/_next/static/chunks/a1.js",
        sample: "Element innerHTML|hunter2",
        disposition: "report",
      },
    },
  ]);

it("T25 writes one line for each kind of violation, and none of what the page has", async () => {
  for (let time = 0; time < 9; time += 1) expect(await send(report("trusted-types-sink"))).toBe(204);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    directive: "require-trusted-types-for",
    blocked: "trusted-types-sink",
    source: "/_next/static/chunks/a1.js",
    disposition: "report",
    count: 1,
  });
  await send(report("trusted-types-sink"));
  expect(lines).toHaveLength(2);
  await send(report("https://user:hunter2@evil.example/hunter2?jwt=hunter2"));
  expect(lines[2]).toContain("https://evil.example");
  expect(lines.join()).not.toContain("hunter2");
});

it("T25 reads the older format, too", async () => {
  const body = { "csp-report": { "violated-directive": "script-src 'self'", "blocked-uri": "inline" } };
  expect(await send(JSON.stringify(body))).toBe(204);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ directive: "script-src", blocked: "inline" });
});

it("T25 bounds size, number and kinds", async () => {
  for (const bad of ["", "[", "{}", '"x"', "[1]", '{"__proto__":{"a":1}}']) expect(await send(bad)).toBe(400);
  expect(await send("x".repeat(100_000)).catch(() => 413)).toBe(413);
  for (let at = 0; at < 300; at += 1) reports.receive(report(`https://h${at}.example/`));
  expect(lines).toHaveLength(200);
  for (let at = 0; at < 200; at += 1) reports.admit();
  expect(await send(report("inline"))).toBe(429);
  nowMs += 60_000;
  expect(await send(report("inline"))).toBe(204);
});
