import { expect, test } from "vitest";
import type { AuditEntry } from "@/lib/bff/audit";
import { renderView } from "@/tests/support/component/render-view";
import { AuditSheet } from "./audit-sheet.tsx";

const entry: AuditEntry = {
  ...{ seq: 1, at_ms: Date.now(), actor: "ann", role: "operator", ip: "127.0.0.1", request_id: "q1" },
  ...{ action: "deleteStoredLog", target: "session-one", phase: "answered", status: 204, code: null },
  reason: "personal data",
};

test.each([
  ["deleteStoredLog", "Delete a stored log with all its lines"],
  ["deleteBrowser", "session"],
])("an act of %s is explained in words", async (action, words) => {
  const screen = await renderView(<AuditSheet entry={{ ...entry, action }} onClose={() => undefined} />);
  const sheet = screen.getByRole("dialog");
  await expect.element(sheet).toMatchTextContent("session-one");
  await expect.element(sheet).toMatchTextContent(/What it does/);
  await expect.element(sheet).toMatchTextContent(words);
});

test("an action without a description has none", async () => {
  const screen = await renderView(
    <AuditSheet entry={{ ...entry, action: "signIn" }} onClose={() => undefined} />,
  );
  await expect.element(screen.getByRole("dialog")).toMatchTextContent("personal data");
  await expect.element(screen.getByText("What it does")).not.toBeInTheDocument();
});
