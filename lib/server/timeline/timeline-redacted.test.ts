import { expect, it } from "vitest";
import { timelineOf } from "../../../tests/support/dashboard/timeline.ts";
import { registerSecret } from "../kernel/known-secrets.ts";
import { redactedTimeline, withoutSecrets } from "./timeline-redacted.ts";

it("keeps operators' texts, without credentials and URL queries", () => {
  expect(withoutSecrets("proxy down, see https://chat.example/t/9?jwt=abc.def#x")).toBe(
    "proxy down, see https://chat.example/t/9?[redacted]",
  );
  expect(withoutSecrets("wss://up.example/live?signature=s3cr3t and password=hunter22")).toBe(
    "wss://up.example/live?[redacted] and password=[redacted]",
  );
});

it("removes known secrets and signed URLs from all texts of a timeline", () => {
  registerSecret("known-secret-of-this-test");
  const text = "known-secret-of-this-test https://cdn.example/a?X-Amz-Signature=4f3c 'quoted payload'";
  const clean = redactedTimeline(timelineOf(text));
  const all = JSON.stringify(clean);
  expect(all).not.toContain("known-secret-of-this-test");
  expect(all).not.toContain("4f3c");
  expect(clean.annotations.items[0]?.note).toBe(
    "[redacted] https://cdn.example/a?[redacted] 'quoted payload'",
  );
});

it("masks the reasons of invocations, which quote pages and payloads", () => {
  const clean = redactedTimeline(timelineOf('no such user "jo@example.com" after 31 s'));
  expect(clean.invocations.items[0]?.reason).toBe("no such user <text> after <n> s");
  expect(clean.actions?.items[0]?.reason).toBe('no such user "jo@example.com" after 31 s');
});
