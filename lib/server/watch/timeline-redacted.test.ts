import { expect, it } from "vitest";
import { timelineOf } from "../../../tests/support/timeline.ts";
import { neverShow } from "../redact.ts";
import { redactedTimeline, withoutSecrets } from "./timeline-redacted.ts";

it("keeps an operator's words, without credentials and without the query of a URL", () => {
  expect(withoutSecrets("proxy down, see https://chat.example/t/9?jwt=abc.def#x")).toBe(
    "proxy down, see https://chat.example/t/9?[redacted]",
  );
  expect(withoutSecrets("wss://up.example/live?signature=s3cr3t and password=hunter22")).toBe(
    "wss://up.example/live?[redacted] and password=[redacted]",
  );
});

it("leaves no known secret and no signed address anywhere in a timeline, whatever text held it", () => {
  neverShow("known-secret-of-this-test");
  const text = "known-secret-of-this-test https://cdn.example/a?X-Amz-Signature=4f3c 'quoted payload'";
  const clean = redactedTimeline(timelineOf(text));
  const all = JSON.stringify(clean);
  expect(all).not.toContain("known-secret-of-this-test");
  expect(all).not.toContain("4f3c");
  expect(clean.marks.items[0]?.note).toBe("[redacted] https://cdn.example/a?[redacted] 'quoted payload'");
});

it("masks the reasons of runs, which quote pages and payloads", () => {
  const clean = redactedTimeline(timelineOf('no such user "jo@example.com" after 31 s'));
  expect(clean.runs.items[0]?.reason).toBe("no such user <text> after <n> s");
  expect(clean.actions?.items[0]?.reason).toBe('no such user "jo@example.com" after 31 s');
});
