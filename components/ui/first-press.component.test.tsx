import { useState } from "react";
import { expect, onTestFinished, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { renderView } from "@/tests/support/component/render-view";
import { Button } from "./button.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { Dialog } from "./dialog.tsx";
import { preloadOverlays } from "./preload-overlays.ts";

function Opening({ onSubmit = () => undefined }: { onSubmit?: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>New pool</Button>
      <Dialog open={open} onOpenChange={setOpen} title="New pool">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            onSubmit();
          }}
        >
          <input aria-label="Name" defaultValue="crawl" />
        </form>
      </Dialog>
    </>
  );
}

test("a double click on what opens a dialog leaves it open", async () => {
  await preloadOverlays();
  // However slow the machine is, the presses belong together.
  vi.spyOn(Event.prototype, "timeStamp", "get").mockReturnValue(1000);
  onTestFinished(() => void vi.restoreAllMocks());
  const screen = await renderView(<Opening />);
  const opener = screen.getByRole("button", { name: "New pool" });
  const { left, top } = opener.element().getBoundingClientRect();
  await opener.click({ position: { x: 9, y: 9 } });
  const dialog = screen.getByRole("dialog", { name: "New pool" });
  await expect.element(dialog).toBeVisible();
  await userEvent.click(document.documentElement, { position: { x: left + 9, y: top + 9 } });
  expect(dialog.elements()).toHaveLength(1);
  // A press of its own beside it closes it.
  await userEvent.click(document.documentElement, { position: { x: left + 9, y: top + 99 } });
  await expect.element(dialog).not.toBeInTheDocument();
});

test("Enter that is held on what opens a dialog does not submit it", async () => {
  await preloadOverlays();
  const submit = vi.fn();
  const screen = await renderView(<Opening onSubmit={submit} />);
  screen.getByRole("button", { name: "New pool" }).element().focus();
  await userEvent.keyboard("{Enter>5/}");
  await expect.element(screen.getByRole("textbox", { name: "Name" })).toHaveFocus();
  expect(submit).not.toHaveBeenCalled();
  await userEvent.keyboard("{Enter}");
  expect(submit).toHaveBeenCalledTimes(1);
});

/** A dialog that acts at once, above a page that is one button. */
function Acting({ act, below }: { act: () => void; below: () => void }) {
  const [open, setOpen] = useState(true);
  return (
    <>
      <button type="button" className="fixed inset-0" onClick={below}>
        Page
      </button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="End session abc?"
        effect="Chromium stops."
        confirmLabel="End"
        onConfirm={act}
      />
    </>
  );
}

test.each([
  ["at once", "none"],
  ["slowly", "leave 5s"],
])(
  "a double click that confirms acts once and does nothing below a dialog that leaves %s",
  async (_, leave) => {
    document.documentElement.style.setProperty("--animate-leave", leave);
    onTestFinished(() => void document.documentElement.style.removeProperty("--animate-leave"));
    const act = vi.fn();
    const below = vi.fn();
    const screen = await renderView(<Acting act={act} below={below} />);
    await screen.getByRole("button", { name: "End", exact: true }).dblClick();
    expect(act).toHaveBeenCalledTimes(1);
    expect(below).not.toHaveBeenCalled();
    for (const animation of document.getAnimations()) animation.finish();
    await expect.element(screen.getByRole("alertdialog")).not.toBeInTheDocument();
  },
);
