import { toast } from "sonner";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { BffError } from "@/lib/queries/bff";
import { renderView } from "@/tests/support/component/render-view";
import { notify } from "./toast.tsx";

/** A notice that has the focus, and the button from which Tab has gone there. */
async function tabToNotice() {
  const screen = await renderView(<button type="button">Before</button>);
  notify.failed("Saved", "pool checkout");
  const notice = page.getByRole("listitem").filter({ hasText: "Saved" });
  await expect.element(notice).toBeVisible();
  const before = screen.getByRole("button", { name: "Before" });
  before.element().focus();
  await userEvent.keyboard("{Tab}");
  await expect.element(notice).toHaveFocus();
  return { before, notice };
}

test("Tab goes on from a notice, not back to where it came from", async () => {
  const { before, notice } = await tabToNotice();
  await userEvent.keyboard("{Tab}");
  await expect.element(notice).not.toHaveFocus();
  await expect.element(before).not.toHaveFocus();
});

test("of an act that may have been done a notice does not say that it failed", async () => {
  await renderView(<p>Page</p>);
  notify.notDone("Mark not deleted", new BffError(409, "conflict", "It is used."));
  const failed = page.getByRole("listitem").filter({ hasText: "It is used." });
  await expect.element(failed).toMatchTextContent(/^Mark not deletedIt is used\.$/);
  const isOutcomeUnknown = true;
  notify.notDone(
    "Mark not deleted",
    new BffError(504, "upstream_timeout", "Too late.", { isOutcomeUnknown }),
  );
  const unknown = page.getByRole("listitem").filter({ hasText: "Too late." });
  await expect.element(unknown).toMatchTextContent(/^Mark not deleted\?Outcome unknown\. Too late\.$/);
  toast.dismiss();
});

test("the focus of a notice that goes returns to where it came from", async () => {
  const { before, notice } = await tabToNotice();
  toast.dismiss();
  await expect.element(notice).not.toBeInTheDocument();
  await expect.element(before).toHaveFocus();
});

test("a notice writes out what would turn the direction of its sentence (T24)", async () => {
  await renderView(<p>Page</p>);
  notify.done("Pool a\u202eb deleted", "Was c\u2067d");
  const notice = page.getByRole("listitem").filter({ hasText: "deleted" });
  await expect.element(notice).toMatchTextContent(/^Pool a⟨U\+202E⟩b deletedWas c⟨U\+2067⟩d$/);
  toast.dismiss();
});
