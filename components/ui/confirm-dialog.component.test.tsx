import { useState } from "react";
import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { BffError } from "@/lib/queries/bff";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { renderView } from "@/tests/support/component/render-view";
import { Button } from "./button.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import type { ConfirmDialogProps } from "./confirm-dialog-view.tsx";
import { removeDrafts } from "./remove-drafts.ts";
import { Toaster } from "./toast.tsx";

function Ending({
  onConfirm,
  asksReason = false,
  session = "abc",
  typed,
}: Pick<ConfirmDialogProps, "onConfirm" | "typed"> & { asksReason?: boolean; session?: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>End session</Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`End session ${session}?`}
        effect="Chromium stops."
        confirmLabel="End"
        {...(typed === undefined ? {} : { typed })}
        {...(asksReason ? { reason: "required", draft: `end-${session}` } : {})}
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
  const screen = await renderView(<Ending onConfirm={act} asksReason />);
  await screen.getByRole("button", opener).click();
  const dialog = screen.getByRole("alertdialog");
  const confirm = dialog.getByRole("button", { name: "End", exact: true });
  await dialog.getByRole("textbox", { name: "Reason" }).fill("  a runaway page ");
  await confirm.click();
  await expect.element(dialog.getByRole("alert")).toHaveTextContent("The API does not answer.");
  await expect.element(dialog.getByRole("textbox", { name: "Reason" })).toHaveValue("  a runaway page ");
  expect(act).toHaveBeenCalledWith("a runaway page");
});

test("without the reason that it needs, a press marks the field and moves the focus there", async () => {
  const act = vi.fn();
  const screen = await renderView(<Ending onConfirm={act} asksReason />);
  await screen.getByRole("button", opener).click();
  const dialog = screen.getByRole("alertdialog");
  const reason = dialog.getByRole("textbox", { name: "Reason" });
  const fault = dialog.getByText("Give a reason. It is written to the audit.");
  await dialog.getByRole("button", { name: "End", exact: true }).click();
  await expect.element(reason).toHaveFocus();
  await expect.element(reason).toHaveAttribute("aria-invalid", "true");
  await expect.element(fault).toBeVisible();
  expect(await axeViolationsIn(dialog.element())).toEqual([]);
  expect(act).not.toHaveBeenCalled();
  await reason.fill("a runaway page");
  await expect.element(fault).not.toBeInTheDocument();
  // What was marked is not marked when the dialog opens again.
  await reason.fill("");
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  await screen.getByRole("button", opener).click();
  await expect.element(reason).toBeVisible();
  await expect.element(fault).not.toBeInTheDocument();
});

test.for(["eu  west ", " eu west"])("a name with spaces is typed as it is shown: %j", async (name) => {
  const act = vi.fn();
  const screen = await renderView(<Ending onConfirm={act} typed={name} />);
  await screen.getByRole("button", opener).click();
  const dialog = screen.getByRole("alertdialog");
  await dialog.getByRole("textbox").fill("eu wes");
  const confirm = dialog.getByRole("button", { name: "End", exact: true });
  await expect.element(confirm).toHaveAttribute("aria-disabled", "true");
  await dialog.getByRole("textbox").fill("eu west");
  await confirm.click();
  expect(act).toHaveBeenCalledOnce();
});

test.for([
  ["check\u200bout\u202e", "checkout"],
  ["\u200b\u3164", "confirm"],
] as const)(
  "a name with invisible characters is typed as it is seen, or a word instead: %j",
  async ([name, shown]) => {
    const act = vi.fn();
    const screen = await renderView(<Ending onConfirm={act} typed={name} />);
    await screen.getByRole("button", opener).click();
    const dialog = screen.getByRole("alertdialog");
    const field = dialog.getByRole("textbox", { name: `Type ${shown} to confirm` });
    await field.fill("check");
    const confirm = dialog.getByRole("button", { name: "End", exact: true });
    await expect.element(confirm).toHaveAttribute("aria-disabled", "true");
    await field.fill(shown);
    await confirm.click();
    expect(act).toHaveBeenCalledOnce();
  },
);

test("a failure is shown as a notice when the page was left meanwhile", async () => {
  const acted = Promise.withResolvers<void>();
  const screen = await renderView(<Ending onConfirm={() => acted.promise} />);
  await screen.getByRole("button", opener).click();
  await screen.getByRole("button", { name: "End", exact: true }).click();
  await expect.element(screen.getByRole("button", { name: "Working End" })).toBeVisible();
  // The next page of the same load.
  await screen.rerender(<Toaster />);
  acted.reject(new BffError(409, "conflict", "It is over."));
  await expect.element(screen.getByText("Not done: End session abc")).toBeVisible();
  await expect.element(screen.getByText("It is over.")).toBeVisible();
});

test("of an act that may have been done it says that the result is not known", async () => {
  const error = new BffError(504, "upstream_timeout", "Too late.", { isOutcomeUnknown: true });
  const screen = await renderView(<Ending onConfirm={() => Promise.reject(error)} />);
  await screen.getByRole("button", opener).click();
  const dialog = screen.getByRole("alertdialog");
  await dialog.getByRole("button", { name: "End", exact: true }).click();
  await expect.element(dialog.getByRole("alert")).toHaveTextContent("Outcome unknown. Too late.");
});

test("a reason outlives a reload beside the same act on the same thing, and confirms nothing by itself", async () => {
  removeDrafts();
  const act = vi.fn();
  const screen = await renderView(
    <>
      <Ending onConfirm={act} asksReason />
      <Ending onConfirm={act} asksReason session="def" />
    </>,
  );
  const open = (at: number) => screen.getByRole("button", opener).nth(at).click();
  const dialog = screen.getByRole("alertdialog");
  const reason = dialog.getByRole("textbox", { name: "Reason" });
  await open(0);
  await reason.fill("a runaway page");
  await screen.reload();
  expect(dialog.elements()).toEqual([]);
  await open(1);
  await expect.element(reason).toHaveValue("");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await open(0);
  await expect.element(reason).toHaveValue("a runaway page");
  await expect.element(dialog.getByText("Your reason was restored.")).toBeVisible();
  await expect.element(dialog.getByRole("button", { name: "Cancel" })).toHaveFocus();
  expect(act).not.toHaveBeenCalled();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await open(0);
  await expect.element(reason).toHaveValue("");
});

test("Escape keeps a typed reason for the next time, Cancel forgets it", async () => {
  removeDrafts();
  const screen = await renderView(<Ending onConfirm={vi.fn()} asksReason />);
  const dialog = screen.getByRole("alertdialog");
  const reason = dialog.getByRole("textbox", { name: "Reason" });
  await screen.getByRole("button", opener).click();
  await reason.fill("a runaway page");
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  await screen.getByRole("button", opener).click();
  await expect.element(reason).toHaveValue("a runaway page");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await screen.getByRole("button", opener).click();
  await expect.element(reason).toHaveValue("");
});

test("an act that is refused keeps the reason over a reload, one that is done forgets it", async () => {
  removeDrafts();
  const act = vi.fn(() => Promise.resolve()).mockRejectedValueOnce(new Error("The sign-in has ended."));
  const screen = await renderView(<Ending onConfirm={act} asksReason />);
  const dialog = screen.getByRole("alertdialog");
  const reason = dialog.getByRole("textbox", { name: "Reason" });
  const confirm = dialog.getByRole("button", { name: "End", exact: true });
  await screen.getByRole("button", opener).click();
  await reason.fill("a runaway page");
  await confirm.click();
  await expect.element(dialog.getByRole("alert")).toHaveTextContent("The sign-in has ended.");
  await screen.reload();
  await screen.getByRole("button", opener).click();
  await expect.element(reason).toHaveValue("a runaway page");
  await confirm.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(act).toHaveBeenLastCalledWith("a runaway page");
  expect(Object.keys(sessionStorage)).toEqual([]);
});

test("writes out what would turn the direction of its title (T24)", async () => {
  const screen = await renderView(<Ending onConfirm={vi.fn()} session={"a\u202eb"} />);
  await screen.getByRole("button", opener).click();
  await expect.element(screen.getByRole("alertdialog", { name: "End session a⟨U+202E⟩b?" })).toBeVisible();
});
