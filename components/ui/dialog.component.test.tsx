import { useState } from "react";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { renderView } from "@/tests/support/component/render-view";
import { Dialog } from "./dialog.tsx";

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
