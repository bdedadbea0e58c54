import { toast } from "sonner";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderView } from "@/tests/support/component/render-view";
import { notify } from "./toast.tsx";

test("Tab goes on from a notice, not back to where it came from", async () => {
  const screen = await renderView(<button type="button">Before</button>);
  notify.done("Saved", "pool checkout");
  const notice = page.getByRole("listitem").filter({ hasText: "Saved" });
  await expect.element(notice).toBeVisible();
  const before = screen.getByRole("button", { name: "Before" });
  before.element().focus();
  await userEvent.keyboard("{Tab}");
  await expect.element(notice).toHaveFocus();
  await userEvent.keyboard("{Tab}");
  await expect.element(notice).not.toHaveFocus();
  await expect.element(before).not.toHaveFocus();
});

test("the focus of a notice that goes returns to where it came from", async () => {
  const screen = await renderView(<button type="button">Before</button>);
  notify.done("Saved", "pool checkout");
  const notice = page.getByRole("listitem").filter({ hasText: "Saved" });
  await expect.element(notice).toBeVisible();
  const before = screen.getByRole("button", { name: "Before" });
  before.element().focus();
  await userEvent.keyboard("{Tab}");
  await expect.element(notice).toHaveFocus();
  toast.dismiss();
  await expect.element(notice).not.toBeInTheDocument();
  await expect.element(before).toHaveFocus();
});
