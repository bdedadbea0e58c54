import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { emulateTouch } from "@/tests/support/component/emulated-media";
import { renderView } from "@/tests/support/component/render-view";
import { Button, IconButton } from "./button.tsx";
import { Sheet } from "./sheet.tsx";

test("what a sheet offers is as high as a finger needs", async () => {
  await emulateTouch();
  await renderView(
    <Sheet
      open
      onOpenChange={() => undefined}
      title="frankfurt"
      actions={
        <>
          <Button size="sm">Pin</Button>
          <span>
            <IconButton size="icon-sm" label="More" />
          </span>
        </>
      }
    >
      Details
    </Sheet>,
    { at: "/proxies" },
  );
  for (const name of ["Pin", "More"]) {
    const act = page.getByRole("button", { name });
    await expect.element(act).toBeVisible();
    expect(act.element().getBoundingClientRect().height, name).toBeGreaterThanOrEqual(36);
  }
});
