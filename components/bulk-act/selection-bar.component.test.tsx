import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { Button } from "@/components/ui/button";
import { renderView } from "@/tests/support/component/render-view";
import { SelectionBar } from "./selection-bar.tsx";

test.each([undefined, "Select up to 200 browsers. ".repeat(4)])(
  "on a phone the end of the page stands above the bar, with the note %j",
  async (note) => {
    await page.viewport(360, 640);
    onTestFinished(() => page.viewport(1440, 900));
    const screen = await renderView(
      <main data-page="">
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
  },
);
