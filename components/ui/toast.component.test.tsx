import { toast } from "sonner";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderView } from "@/tests/support/component/render-view";
import { notify } from "./toast.tsx";

/** A notice that has the focus, and the button from which Tab has gone there. */
async function tabToNotice() {
  const screen = await renderView(<button type="button">Before</button>);
  notify.done("Saved", "pool checkout");
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

test("the focus of a notice that goes returns to where it came from", async () => {
  const { before, notice } = await tabToNotice();
  toast.dismiss();
  await expect.element(notice).not.toBeInTheDocument();
  await expect.element(before).toHaveFocus();
});
