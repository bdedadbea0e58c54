import { expect, test, vi } from "vitest";
import { renderView } from "@/tests/support/component/render-view";
import { BulkReport } from "./bulk-report.tsx";

test("a report writes out what would turn the direction of its texts; its copy is as it was (T24)", async () => {
  const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  const failure = {
    id: "p-1",
    code: "bad\u202ename",
    message: "No proxy a\u202eb.",
    requestId: undefined,
    isOutcomeUnknown: false,
  };
  const screen = await renderView(
    <BulkReport
      summary="None of 2 proxies checked"
      progress={{
        phase: "over",
        total: 2,
        inFlight: 0,
        done: [],
        pausedUntilMs: undefined,
        failures: [failure],
        unsent: ["p-2"],
        haltedBy: failure,
      }}
      link={(id) => ({ href: `/proxies/${id}`, name: `Proxy ${id}`, text: `name\u202e of ${id}` })}
    />,
  );
  await expect.element(screen.getByRole("heading", { name: "Failures" })).toBeVisible();
  expect(screen.container.textContent).not.toMatch(/\u202e/);
  for (const text of ["No proxy a⟨U+202E⟩b.", "bad⟨U+202E⟩name", "name⟨U+202E⟩ of p-1"]) {
    expect(screen.container.textContent).toContain(text);
  }
  await screen.getByRole("button", { name: "Copy failures" }).click();
  await expect.poll(() => write.mock.lastCall?.[0]).toContain("p-1\tbad\u202ename\tNo proxy a\u202eb.\t");
});
