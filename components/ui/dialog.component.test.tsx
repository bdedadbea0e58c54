import { type ReactNode, useState } from "react";
import { expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { pressEscapeOnFocus } from "@/tests/support/component/press-escape-on-focus";
import { renderView } from "@/tests/support/component/render-view";
import { Button } from "./button.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { Dialog } from "./dialog.tsx";
import { Popover } from "./popover.tsx";
import { Sheet } from "./sheet.tsx";

/** A dialog whose button makes it so short that what follows it is beside it. */
function Shrinking() {
  const [open, setOpen] = useState(true);
  const [done, setDone] = useState(false);
  return (
    <Dialog open={open} onOpenChange={setOpen} title="Results">
      {done ? (
        <p>All done.</p>
      ) : (
        <button type="button" style={{ marginTop: 300 }} onClick={() => setDone(true)}>
          Start
        </button>
      )}
    </Dialog>
  );
}

/** A dialog that opens while something else is open. */
function Above({ dialogOf, onSheet }: { dialogOf: (close: () => void) => ReactNode; onSheet: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Sheet open onOpenChange={onSheet} title="Browser">
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
      </Sheet>
      {open ? dialogOf(() => setOpen(false)) : null}
    </>
  );
}

test.each([
  [
    "a dialog",
    (close: () => void) => (
      <Dialog open onOpenChange={close} title="Results">
        <input aria-label="Text" />
      </Dialog>
    ),
  ],
  [
    "a confirmation",
    (close: () => void) => (
      <ConfirmDialog
        open
        onOpenChange={close}
        title="End the browser?"
        effect="Chromium stops."
        confirmLabel="End browser"
        onConfirm={() => undefined}
      />
    ),
  ],
  [
    "a panel",
    (close: () => void) => (
      <Popover open onOpenChange={close} label="Results" trigger={<Button>Columns</Button>}>
        <p>Results</p>
        <input aria-label="Text" />
      </Popover>
    ),
  ],
])("Escape closes %s as soon as it has the focus, and nothing below it", async (_, dialogOf) => {
  const closeSheet = vi.fn();
  const screen = await renderView(<Above dialogOf={dialogOf} onSheet={closeSheet} />);
  const isPressed = pressEscapeOnFocus();
  await screen.getByRole("button", { name: "Open" }).click();
  await expect.poll(isPressed).toBe(true);
  await expect.element(screen.getByRole("dialog", { name: "Browser" })).toBeVisible();
  await expect.element(screen.getByText(/^(Results|End the browser\?)$/)).not.toBeInTheDocument();
  expect(closeSheet).not.toHaveBeenCalled();
  // Opened again, it listens again.
  await screen.getByRole("button", { name: "Open" }).click();
  await expect.element(screen.getByText(/^(Results|End the browser\?)$/)).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(screen.getByText(/^(Results|End the browser\?)$/)).not.toBeInTheDocument();
  expect(closeSheet).not.toHaveBeenCalled();
});

test("a double click in a dialog that shrinks under it does not close it; a click beside it does", async () => {
  const screen = await renderView(<Shrinking />);
  const dialog = screen.getByRole("dialog", { name: "Results" });
  const start = dialog.getByRole("button", { name: "Start" });
  await expect.element(start).toBeVisible();
  // The second press is where the button was.
  const rect = start.element().getBoundingClientRect();
  await start.dblClick();
  await expect.element(dialog.getByText("All done.")).toBeVisible();
  expect(dialog.element().getBoundingClientRect().bottom).toBeLessThan(rect.top);
  await userEvent.click(document.documentElement, { position: { x: 10, y: 800 } });
  await expect.element(dialog).not.toBeInTheDocument();
});

test("Tab from the last control goes to the first one, and scrolls it into view", async () => {
  await page.viewport(720, 450);
  onTestFinished(() => page.viewport(1440, 900));
  await renderView(
    <Dialog open onOpenChange={() => {}} title="Long">
      <input aria-label="First" />
      <div style={{ height: "1000px" }} />
      <input aria-label="Last" />
    </Dialog>,
    { at: "/" },
  );
  const first = page.getByRole("textbox", { name: "First" });
  const last = page.getByRole("textbox", { name: "Last" });
  await expect.element(first).toHaveFocus();
  await userEvent.keyboard("{Tab}");
  await expect.element(last).toHaveFocus();
  await userEvent.keyboard("{Tab}{Tab}");
  await expect.element(first).toHaveFocus();
  await expect.element(first).toBeInViewport();
  await userEvent.keyboard("{Shift>}{Tab}{Tab}{/Shift}");
  await expect.element(last).toHaveFocus();
  await expect.element(last).toBeInViewport();
});
