import { useState } from "react";
import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { renderView } from "@/tests/support/component/render-view";
import { Button } from "./button.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import type { ConfirmDialogProps } from "./confirm-dialog-view.tsx";

function Ending({ onConfirm, reason = "none" }: Pick<ConfirmDialogProps, "onConfirm" | "reason">) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>End session</Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="End session abc?"
        effect="Chromium stops."
        confirmLabel="End"
        reason={reason}
        onConfirm={onConfirm}
      />
    </>
  );
}

const opener = { name: "End session" } as const;

test("focuses Cancel, and Escape restores the focus without acting", async () => {
  const act = vi.fn();
  const screen = await renderView(<Ending onConfirm={act} />);
  await screen.getByRole("button", opener).click();
  const dialog = screen.getByRole("alertdialog", { name: "End session abc?" });
  await expect.element(dialog.getByRole("button", { name: "Cancel" })).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(screen.getByRole("button", opener)).toHaveFocus();
  expect(act).not.toHaveBeenCalled();
});

test("acts once however often it is pressed, and cannot be closed while it acts", async () => {
  const acted = Promise.withResolvers<void>();
  const act = vi.fn(() => acted.promise);
  const screen = await renderView(<Ending onConfirm={act} />);
  await screen.getByRole("button", opener).click();
  const dialog = screen.getByRole("alertdialog");
  const confirm = dialog.getByRole("button", { name: "End", exact: true });
  await expect.element(confirm).toBeVisible();
  // Both within one frame: no render in between could disable the button.
  const button = confirm.element();
  for (let at = 0; at < 2; at += 1) button.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  await expect
    .element(dialog.getByRole("button", { name: "Working End" }))
    .toHaveAttribute("aria-busy", "true");
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).toBeVisible();
  acted.resolve();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(act).toHaveBeenCalledTimes(1);
});

test("a failure is shown in the dialog, and the typed text is preserved", async () => {
  const act = vi.fn(() => Promise.reject(new Error("The API does not answer.")));
  const screen = await renderView(<Ending onConfirm={act} reason="required" />);
  await screen.getByRole("button", opener).click();
  const dialog = screen.getByRole("alertdialog");
  const confirm = dialog.getByRole("button", { name: "End", exact: true });
  await expect.element(confirm).toHaveAttribute("aria-disabled", "true");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("  a runaway page ");
  await confirm.click();
  await expect.element(dialog.getByRole("alert")).toHaveTextContent("The API does not answer.");
  await expect.element(dialog.getByRole("textbox", { name: "Reason" })).toHaveValue("  a runaway page ");
  expect(act).toHaveBeenCalledWith("a runaway page");
});
