import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { PageActs } from "@/components/layout/page-acts";
import { Button } from "@/components/ui/button";
import { renderView } from "@/tests/support/component/render-view";
import { SelectionBar } from "./selection-bar.tsx";

test.each([undefined, "Select up to 200 browsers. ".repeat(4)])(
  "on a phone the bar stands between the end of the page and the page's acts, with the note %j",
  async (note) => {
    await page.viewport(360, 640);
    onTestFinished(() => page.viewport(1440, 900));
    const screen = await renderView(
      <main data-page="">
        <PageActs primary={<Button>Create browser…</Button>}>
          <Button>Export…</Button>
        </PageActs>
        <p style={{ height: 1200 }}>Rows</p>
        <p>The end</p>
        <SelectionBar
          label="Selected browsers"
          text="1,234 browsers selected"
          note={note}
          onClear={() => undefined}
        >
          <Button>End…</Button>
          <Button>Copy ids</Button>
        </SelectionBar>
      </main>,
    );
    const bar = screen.getByRole("region", { name: "Selected browsers" });
    await expect.element(bar).toBeVisible();
    const room = () => {
      window.scrollTo(0, document.documentElement.scrollHeight);
      const end = screen.getByText("The end").element().getBoundingClientRect();
      return bar.element().getBoundingClientRect().top - end.bottom;
    };
    await expect.poll(() => room() >= 0 && room() < 4).toBe(true);
    const create = screen.getByRole("button", { name: "Create browser…" });
    await expect.element(create).toBeVisible();
    expect(bar.element().getBoundingClientRect().bottom).toBeLessThan(
      create.element().getBoundingClientRect().top,
    );
    await screen.getByRole("button", { name: "More" }).click();
    // Not covered by the bar, where it is unfolded over it.
    await screen.getByRole("button", { name: "Export…" }).click();
  },
);
